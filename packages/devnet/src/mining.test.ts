import { expect, test } from 'vitest'
import type { LocalNetwork } from './index.ts'
import { DEFAULTS } from './keeper-options.ts'
import { startKeeper } from './keeper-process.ts'
import { blockIsDue } from './mining.ts'
import { rpc } from './testing.ts'

const PACE = { blockTimeMs: 1_000, idleAfterMs: 600_000, idleBlockTimeMs: 15_000 }

test('a block is due every time while there were transactions lately', () => {
  const chain = { lastBlockAt: 599_000, lastTransactionAt: 0, waiting: false }
  expect(blockIsDue(599_999, chain, PACE)).toBe(true)
})

test('without transactions for ten minutes a block is due every 15 seconds, and at once when one waits', () => {
  const chain = { lastBlockAt: 600_000, lastTransactionAt: 0, waiting: false }
  expect(blockIsDue(614_999, chain, PACE)).toBe(false)
  expect(blockIsDue(615_000, chain, PACE)).toBe(true)
  expect(blockIsDue(601_000, { ...chain, waiting: true }, PACE)).toBe(true)
})

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
