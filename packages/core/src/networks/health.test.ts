import { expect, test } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import { createTransferFor, testCheckout } from '../testing/index.ts'

const MINUTE_MS = 60_000

async function openShop() {
  const shop = await testCheckout({ production: { networks: {} } })
  shop.mine()
  await shop.settle()
  return shop
}

test('a network that does well says where it stands', async () => {
  const shop = await openShop()
  shop.mine()
  shop.mine()
  await shop.settle()
  expect(await shop.states()).toMatchObject([
    {
      environment: 'sandbox',
      network: 'ethereum',
      chain: 'eip155:31337',
      ...{ head: 3, read: 3, final: 1, lag: { blocks: 0, missed: 0 }, reread: 1 },
      ...{ unreadSeconds: 0, trouble: null },
      nodes: [{ url: 'http://127.0.0.1:1', healthy: true, error: null, head: 3 }],
    },
  ])
})

test('a node that stands still counts as not read, however well it answers', async () => {
  const shop = await openShop()
  shop.clock.advance(6 * MINUTE_MS)
  await shop.watch()
  expect(await shop.states()).toMatchObject([{ unreadSeconds: 360, trouble: expect.stringContaining('6 minutes old') }])
  shop.mine()
  await shop.watch()
  expect(await shop.states()).toMatchObject([{ unreadSeconds: 0, trouble: null }])
})

test('a clock that is behind the chain is said', async () => {
  const shop = await openShop()
  shop.node.mine(shop.clock.now() + 7 * MINUTE_MS)
  await shop.watch()
  expect((await shop.states())[0]?.trouble).toContain("this server's clock is 7 minutes behind")
})

test('a block from the future ends nobody’s time', async () => {
  const shop = await openShop()
  const payment = await shop.create({ expiresIn: 600 })
  shop.node.mine(shop.clock.now() + 24 * 60 * MINUTE_MS)
  await shop.watch()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
  shop.clock.advance(11 * MINUTE_MS)
  shop.mine()
  await shop.watch()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'expired' })
})

test.each(['stands', 'is unknown'])('finality that %s is said, and payments stay in processing', async (how) => {
  const shop = await openShop()
  const payment = await shop.create()
  const stood = shop.node.finalizedNumber
  shop.node.distortion = (_, [tag], answer) => {
    if (tag !== 'finalized') return answer()
    if (how === 'is unknown') throw new NodeError('refused', 'finalized block not found')
    return shop.node.rpc('eth_getBlockByNumber', [`0x${stood.toString(16)}`, false])
  }
  shop.mine([createTransferFor(payment)])
  for (let minute = 0; minute < 46; minute++) {
    shop.clock.advance(MINUTE_MS)
    shop.mine()
    await shop.watch()
    const trouble = (await shop.states())[0]?.trouble
    if (minute < 40) expect(trouble).toBeNull()
  }
  expect((await shop.states())[0]?.trouble).toMatch(/final.*payments stay in processing/)
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'processing' })
  shop.node.distortion = null
  await shop.watch()
  expect((await shop.states())[0]?.trouble).toBeNull()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('after a day of stalled finality new blocks come first, and all of it becomes final', async () => {
  const shop = await openShop()
  const payment = await shop.create({ expiresIn: 1_000_000 })
  shop.node.distortion = (_, [tag], answer) => (tag === 'finalized' ? null : answer())
  shop.mine([createTransferFor(payment)])
  for (let block = 0; block < 2_000; block++) shop.mine()
  await shop.watch()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'processing' })
  const ranges: number[] = []
  const seen: string[] = []
  shop.node.distortion = (method, [filter], answer) => {
    const { fromBlock, toBlock } = filter as { fromBlock?: string; toBlock?: string }
    if (method === 'eth_getLogs') seen.push(fromBlock ? 'again' : 'new')
    if (fromBlock) ranges.push(Number(toBlock) - Number(fromBlock) + 1)
    return answer()
  }
  shop.node.drop(3)
  for (let block = 0; block < 12; block++) shop.mine()
  await shop.watch()
  expect(await shop.states()).toMatchObject([{ head: shop.node.head.number, final: shop.node.finalizedNumber }])
  expect(Math.max(...ranges)).toBeLessThanOrEqual(256)
  expect(seen[0]).toBe('new')
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})
