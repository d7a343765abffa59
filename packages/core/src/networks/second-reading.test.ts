import { expect, test } from 'vitest'
import { NodeError } from '../chains/evm/rpc.ts'
import { FakeClock, ScriptedNode, TEST_CHAIN_ID, type TestCheckout, testCheckout, transferFor } from '../testing.ts'
import type { Payment } from '../wire.ts'

type Log = { readonly transactionHash: string; readonly logIndex: string }
type Filter = { readonly blockHash?: string }

/** A shop that reads one chain through so many nodes; only the sandbox. */
async function openShop(count = 1) {
  const clock = new FakeClock()
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
  const mirrors = Array.from({ length: count - 1 }, () => node.mirror())
  const shop = await testCheckout({ production: { networks: {} } }, { clock, node, mirrors })
  await shop.settle()
  return Object.assign(shop, { nodes: [node, ...mirrors] })
}

function leavesOut(node: ScriptedNode, where: (filter: Filter) => boolean): void {
  node.distortion = (method, [filter], answer) => (method === 'eth_getLogs' && where(filter as Filter) ? [] : answer())
}

function invents(node: ScriptedNode, log: object, where: (filter: Filter) => boolean): void {
  node.distortion = (method, [filter], answer) =>
    method === 'eth_getLogs' && where(filter as Filter) ? [...(answer() as Log[]), log] : answer()
}

const byHash = (filter: Filter) => filter.blockHash !== undefined
const byRange = (filter: Filter) => filter.blockHash === undefined

async function typesOf(shop: TestCheckout, payment: Payment): Promise<string[]> {
  const { data } = await shop.checkout.sandbox.events.list({ after: 0, limit: 100 })
  return data.filter((event) => event.data.object.id === payment.id).map((event) => event.type)
}

/** What a node shows of a payment that nobody made. */
async function phantomFor(shop: TestCheckout, payment: Payment): Promise<Log> {
  const elsewhere = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: 0 })
  elsewhere.mine(0, [transferFor(payment)])
  const { address, topics } = (await elsewhere
    .rpc('eth_getLogs', [
      { fromBlock: '0x1', toBlock: '0x1', address: [transferFor(payment).token.toLowerCase()], topics: [] },
    ])
    .then((logs) => (logs as { address: string; topics: string[] }[])[0]))!
  const { head } = shop.node
  return {
    ...{ address, topics, data: `0x${transferFor(payment).rawAmount.toString(16).padStart(64, '0')}` },
    transactionHash: `0x${'f'.repeat(64)}`,
    logIndex: '0x7',
    ...{ blockHash: head.hash, blockNumber: `0x${head.number.toString(16)}` },
  }
}

test('what the second reading leaves out counts where the receipt shows it', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  shop.mine([transferFor(payment)])
  await shop.settle()
  leavesOut(shop.node, byRange)
  shop.mine()
  shop.mine()
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
  expect(await typesOf(shop, payment)).toEqual(['payment.created', 'payment.processing', 'payment.completed'])
})

test('what the first reading leaves out counts when the second shows it', async () => {
  const shop = await openShop(2)
  leavesOut(shop.node, () => true)
  const payment = await shop.create()
  shop.mine([transferFor(payment)])
  shop.mine()
  shop.mine()
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('a transfer that a node invents is never final, whether it shows it first or second', async () => {
  for (const where of [byHash, byRange]) {
    const shop = await openShop()
    const payment = await shop.create()
    shop.mine()
    invents(shop.node, await phantomFor(shop, payment), where)
    await shop.settle()
    expect((await shop.retrieve(payment)).status).toBe(where === byHash ? 'processing' : 'created')
    shop.mine()
    shop.mine()
    await shop.settle()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', amountReceived: '0.000000' })
    expect(await typesOf(shop, payment)).not.toContain('payment.completed')
    await shop.stop()
  }
})

test('nothing is decided about a transfer while its nodes are divided; what most of them say counts', async () => {
  for (const count of [2, 3]) {
    const shop = await openShop(count)
    const payment = await shop.create()
    shop.mine([transferFor(payment)])
    await shop.settle()
    const [, liar] = shop.nodes
    // It denies the transfer in every way it is asked.
    liar!.distortion = (method, _, answer) =>
      method === 'eth_getLogs' ? [] : method === 'eth_getTransactionReceipt' ? null : answer()
    shop.mine()
    shop.mine()
    if (count === 2) {
      await expect(shop.settle()).rejects.toThrow(/contradict each other about transaction/)
      expect(await shop.retrieve(payment)).toMatchObject({ status: 'processing' })
      expect((await shop.states())[0]?.trouble).toContain('contradict')
      liar!.distortion = null
    }
    await shop.settle()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
    expect((await shop.states())[0]?.trouble).toBeNull()
    await shop.stop()
  }
})

test('what both readings left out is found by a node that comes later', async () => {
  const shop = await openShop(2)
  const [blind, other] = shop.nodes
  leavesOut(blind!, () => true)
  other!.distortion = () => {
    throw new NodeError('unreachable', 'down')
  }
  const payment = await shop.create()
  shop.mine([transferFor(payment)])
  shop.mine()
  shop.mine()
  await shop.watch()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
  other!.distortion = null
  shop.clock.advance(60_000)
  await shop.reread()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
  expect(await typesOf(shop, payment)).toEqual(['payment.created', 'payment.completed'])
})

/** Another chain of the same id and length, whose node answers everything rightly. */
function forkOf(shop: TestCheckout, more = 0): NonNullable<ScriptedNode['distortion']> {
  const fork = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: shop.clock.now() })
  for (let block = 0; block < shop.node.head.number + more; block++) fork.mine(shop.clock.now())
  return (method, params) => fork.rpc(method, params)
}

test('a second node that follows another fork is not asked about the first one', async () => {
  const shop = await openShop(2)
  const [, astray] = shop.nodes
  const payment = await shop.create()
  shop.mine([transferFor(payment)])
  shop.mine()
  shop.mine()
  astray!.distortion = forkOf(shop)
  await shop.watch()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('missed blocks are read by two nodes, of which one leaves everything out', async () => {
  for (const which of [0, 1]) {
    const shop = await openShop(2)
    const payment = await shop.create({ expiresIn: 100_000 })
    shop.mine([transferFor(payment)])
    for (let block = 0; block < 200; block++) shop.mine()
    leavesOut(shop.nodes[which]!, () => true)
    await shop.settle()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
    await shop.stop()
  }
})

test('missed blocks are not read from a node that follows another fork', async () => {
  const shop = await openShop(2)
  const payment = await shop.create({ expiresIn: 100_000 })
  shop.mine([transferFor(payment)])
  for (let block = 0; block < 200; block++) shop.mine()
  await shop.watch()
  shop.nodes[1]!.distortion = forkOf(shop)
  await shop.reread()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('a final transfer that no node shows any more is told, and rereading goes no further', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  shop.mine([transferFor(payment)])
  shop.mine()
  shop.mine()
  await shop.watch()
  const denies: ScriptedNode['distortion'] = (method, _, answer) =>
    method === 'eth_getLogs' ? [] : method === 'eth_getTransactionReceipt' ? null : answer()
  shop.node.distortion = denies
  await expect(shop.reread()).rejects.toThrow(/was final in block 1, no node shows it now/)
  expect(await shop.states()).toMatchObject([{ reread: 0, trouble: expect.stringContaining('no node shows it') }])
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
  shop.node.distortion = null
  await shop.reread()
  expect(await shop.states()).toMatchObject([{ reread: 1, trouble: null }])
})

test('a node for which a final block has changed is not believed while another still has it', async () => {
  const shop = await openShop(2)
  const payment = await shop.create()
  shop.mine([transferFor(payment)])
  for (let block = 0; block < 4; block++) shop.mine()
  await shop.settle()
  const [liar, honest] = shop.nodes
  const onFork = forkOf(shop, 20)
  liar!.distortion = onFork
  const next = await shop.create({ amount: 11 })
  shop.mine([transferFor(next)])
  shop.mine()
  shop.mine()
  await shop.settle()
  expect(await shop.retrieve(next)).toMatchObject({ status: 'completed' })
  expect((await shop.states())[0]?.trouble).toBeNull()
  honest!.distortion = onFork
  const last = await shop.create({ amount: 12 })
  shop.mine([transferFor(last)])
  shop.mine()
  shop.mine()
  await expect(shop.settle()).rejects.toThrow(/halted/)
  expect((await shop.states())[0]?.trouble).toMatch(/halted: block \d+ was final/)
  expect(await shop.retrieve(last)).toMatchObject({ status: 'created' })
})
