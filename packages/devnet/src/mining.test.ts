import { expect, test } from 'vitest'
import type { LocalNetwork } from './index.ts'
import { DEFAULTS } from './supervisor-options.ts'
import { startSupervisor } from './supervisor-process.ts'
import { callRpc } from './testing.ts'

test('an idle chain rests, and wakes for a transaction', async () => {
  const pace = { blockTimeMs: 20, idleAfterMs: 100, idleBlockTimeMs: 3_600_000 }
  const options = { ...DEFAULTS, name: 'ethereum', chainId: 31_337, pace, lockTimeoutMs: 0 } as const
  const supervisor = await startSupervisor([options], () => undefined)
  const network = { rpcUrl: supervisor.chains[0]?.rpcUrl } as LocalNetwork
  const head = () => callRpc(network, 'eth_blockNumber')
  const isResting = async () => {
    const before = await head()
    await new Promise((resolve) => setTimeout(resolve, 300))
    return before === (await head())
  }
  await expect.poll(isResting, { timeout: 30_000 }).toBe(true)
  const [from, to] = (await callRpc(network, 'eth_accounts')) as string[]
  const hash = await callRpc(network, 'eth_sendTransaction', [{ from, to, value: '0x1' }])
  await expect.poll(() => callRpc(network, 'eth_getTransactionReceipt', [hash]), { timeout: 30_000 }).not.toBeNull()
  await expect.poll(isResting, { timeout: 30_000 }).toBe(true)
  await supervisor.stop()
})
