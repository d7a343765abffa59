import { expect, test } from 'vitest'
import type { LocalNetwork } from './index.ts'
import { DEFAULTS } from './keeper-options.ts'
import { startKeeper } from './keeper-process.ts'
import { rpc } from './testing.ts'

test('an idle chain rests, and wakes for a transaction', async () => {
  const pace = { blockTimeMs: 20, idleAfterMs: 100, idleBlockTimeMs: 3_600_000 }
  const keeper = await startKeeper({ ...DEFAULTS, chainId: 31_337, pace, lockTimeoutMs: 0 }, () => undefined)
  const network = { rpcUrl: keeper.rpcUrl } as LocalNetwork
  const head = () => rpc(network, 'eth_blockNumber')
  const isResting = async () => {
    const before = await head()
    await new Promise((resolve) => setTimeout(resolve, 300))
    return before === (await head())
  }
  await expect.poll(isResting, { timeout: 30_000 }).toBe(true)
  const [from, to] = (await rpc(network, 'eth_accounts')) as string[]
  const hash = await rpc(network, 'eth_sendTransaction', [{ from, to, value: '0x1' }])
  await expect.poll(() => rpc(network, 'eth_getTransactionReceipt', [hash]), { timeout: 30_000 }).not.toBeNull()
  await expect.poll(isResting, { timeout: 30_000 }).toBe(true)
  await keeper.stop()
}, 60_000)
