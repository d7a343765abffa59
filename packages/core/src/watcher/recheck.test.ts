import type { Payment } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import {
  createTransferFor,
  FakeClock,
  ScriptedNode,
  TEST_CHAIN_ID,
  TEST_TOKEN,
  type TestCheckout,
  testCheckout,
} from '../testing/index.ts'

type Log = { readonly transactionHash: string; readonly logIndex: string }
type Filter = { readonly blockHash?: string }

/** A shop that reads one chain through `count` nodes, in the sandbox only. */
async function openShop(count = 1, witnesses?: number) {
  const clock = new FakeClock()
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
  const mirrors = Array.from({ length: count - 1 }, () => node.mirror())
  const ethereum = {
    rpcUrls: Array.from({ length: count }, (_, index) => `http://127.0.0.1:${index + 1}`),
    chainId: TEST_CHAIN_ID,
    coins: { USDC: { address: TEST_TOKEN, decimals: 6 } },
    ...(witnesses === undefined ? {} : { witnesses }),
  }
  const options = { sandbox: { networks: { ethereum } }, production: { networks: {} } }
  const shop = await testCheckout(options, { clock, node, mirrors })
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

/** Dates the first block this many seconds later. */
function misdates(node: ScriptedNode, seconds: number): void {
  node.distortion = (method, [filter], answer) => {
    if (method !== 'eth_getBlockByNumber' || filter === 'finalized') return answer()
    const block = answer() as { number: string; timestamp: string }
    const timestamp = `0x${(Number(block.timestamp) + seconds).toString(16)}`
    return block.number === '0x1' ? { ...block, timestamp } : block
  }
}

const byHash = (filter: Filter) => filter.blockHash !== undefined
const byRange = (filter: Filter) => filter.blockHash === undefined

async function typesOf(shop: TestCheckout, payment: Payment): Promise<string[]> {
  const { data } = await shop.checkout.sandbox.events.list({ after: 0, limit: 100 })
  return data.filter((event) => event.data.object.id === payment.id).map((event) => event.type)
}

/** A node's log of a payment that was never made. */
async function phantomFor(shop: TestCheckout, payment: Payment): Promise<Log> {
  const elsewhere = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: 0 })
  elsewhere.mine(0, [createTransferFor(payment)])
  const { address, topics } = (await elsewhere
    .rpc('eth_getLogs', [
      { fromBlock: '0x1', toBlock: '0x1', address: [createTransferFor(payment).token.toLowerCase()], topics: [] },
    ])
    .then((logs) => (logs as { address: string; topics: string[] }[])[0]))!
  const { head } = shop.node
  return {
    ...{ address, topics, data: `0x${createTransferFor(payment).rawAmount.toString(16).padStart(64, '0')}` },
    transactionHash: `0x${'f'.repeat(64)}`,
    logIndex: '0x7',
    ...{ blockHash: head.hash, blockNumber: `0x${head.number.toString(16)}` },
  }
}

test('what the second reading leaves out counts where the receipt shows it', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  shop.mine([createTransferFor(payment)])
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
  shop.mine([createTransferFor(payment)])
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

test('what one node of three invents is never final, also where it reads first in the one turn and second in the next', async () => {
  const shop = await openShop(3)
  const [first, liar] = shop.nodes
  const payment = await shop.create()
  shop.mine()
  invents(liar!, await phantomFor(shop, payment), () => true)
  first!.distortion = () => {
    throw new NodeError('unreachable', 'down')
  }
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'processing' })
  first!.distortion = null
  shop.clock.advance(60_000)
  shop.mine()
  shop.mine()
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', amountReceived: '0.000000' })
  expect(await typesOf(shop, payment)).not.toContain('payment.completed')
})

test('nothing is decided about a transfer while its nodes are divided; what most of them say counts', async () => {
  for (const count of [2, 3]) {
    const shop = await openShop(count)
    const payment = await shop.create()
    shop.mine([createTransferFor(payment)])
    await shop.settle()
    const [, liar] = shop.nodes
    // It denies the transfer in every request.
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

test('nothing is final where one of two nodes gives a block a wrong time, and all is found afterwards', async () => {
  const shop = await openShop(2)
  const payment = await shop.create()
  misdates(shop.nodes[0]!, -86_400)
  shop.mine([createTransferFor(payment)])
  await shop.watch()
  for (let block = 0; block < 3; block++) shop.mine()
  await expect(shop.watch()).rejects.toThrow('the nodes differ about the time of block 1')
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
  shop.nodes[0]!.distortion = null
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

/**
 * A shop with a payment that a single one of two nodes has made final without its transfer: the other node is down, and
 * one witness is enough.
 */
async function openWithBlindNode() {
  const shop = await openShop(2, 1)
  const [blind, other] = shop.nodes as [ScriptedNode, ScriptedNode]
  leavesOut(blind, () => true)
  other.distortion = () => {
    throw new NodeError('unreachable', 'down')
  }
  const payment = await shop.create()
  shop.mine([createTransferFor(payment)])
  shop.mine()
  shop.mine()
  await whenGivenUp(shop)
  return { shop, other, payment }
}

test('what both readings left out is found by a node that comes later', async () => {
  const { shop, other, payment } = await openWithBlindNode()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
  other.distortion = null
  shop.clock.advance(60_000)
  await shop.reread()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
  expect(await typesOf(shop, payment)).toEqual(['payment.created', 'payment.completed'])
})

test('what two of three nodes left out is found by the third, which rereads it', async () => {
  const shop = await openShop(3)
  for (const node of shop.nodes.slice(0, 2)) leavesOut(node, () => true)
  const payment = await shop.create()
  shop.mine([createTransferFor(payment)])
  shop.mine()
  shop.mine()
  await shop.watch()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
  await shop.reread()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('what a third node cannot reread the others do, and missed blocks too', async () => {
  const shop = await openShop(3)
  const payment = await shop.create({ expiresIn: 100_000 })
  shop.mine()
  shop.mine()
  shop.mine()
  await shop.watch()
  shop.nodes[2]!.distortion = (method, _, answer) => {
    if (method === 'eth_getLogs') throw new NodeError('refused', 'not in your plan')
    return answer()
  }
  await shop.reread()
  expect(await shop.states()).toMatchObject([{ reread: 1, trouble: null }])
  shop.mine([createTransferFor(payment)])
  for (let block = 0; block < 200; block++) shop.mine()
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('of three nodes the one that gives a block a wrong time holds nothing up', async () => {
  for (const which of [0, 1, 2]) {
    const shop = await openShop(3)
    const payment = await shop.create()
    misdates(shop.nodes[which]!, 600)
    shop.mine([createTransferFor(payment)])
    await shop.watch()
    for (let block = 0; block < 3; block++) shop.mine()
    await shop.watch()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: [] })
    await shop.stop()
  }
})

test('what one node alone made final is reread by the other once it is back', async () => {
  const { shop, other, payment } = await openWithBlindNode()
  other.distortion = null
  shop.clock.advance(60_000)
  shop.mine()
  await shop.watch()
  shop.mine()
  await shop.watch()
  await shop.reread()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('a node that comes back and contradicts the first one is not passed over', async () => {
  const shop = await openShop(2)
  const payment = await shop.create()
  misdates(shop.nodes[0]!, 600)
  shop.nodes[1]!.distortion = () => {
    throw new NodeError('unreachable', 'down')
  }
  shop.mine([createTransferFor(payment)])
  for (let round = 0; round < 6; round++) {
    await shop.watch().catch(() => {})
    await shop.checkout.context.networks[0]!.chain.nodes.compare()
    shop.clock.advance(10_000)
  }
  shop.nodes[1]!.distortion = null
  for (let block = 0; block < 3; block++) shop.mine()
  await expect(shop.watch()).rejects.toThrow('the nodes differ about the time of block 1')
  expect((await shop.retrieve(payment)).status).not.toBe('completed')
})

test('reading does not begin at what one of three nodes alone calls final', async () => {
  const clock = new FakeClock()
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
  const mirrors = [node.mirror(), node.mirror()]
  for (let block = 0; block < 9; block++) node.mine(clock.now())
  node.finalizedDepth = 0
  const shop = await testCheckout({ production: { networks: {} } }, { clock, node, mirrors })
  await shop.watch()
  expect(await shop.states()).toMatchObject([{ final: 7, trouble: null }])
})

/** Watches until nodes that do not answer are no longer waited for. */
async function whenGivenUp(shop: TestCheckout): Promise<void> {
  for (let final = 0; final < shop.node.finalizedNumber; final = (await shop.states())[0]?.final ?? 0) {
    shop.clock.advance(10_000)
    await shop.watch()
  }
}

/** Another chain of the same id and length, whose node answers everything correctly. */
function forkOf(shop: TestCheckout, more = 0): NonNullable<ScriptedNode['distortion']> {
  const fork = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: shop.clock.now() })
  for (let block = 0; block < shop.node.head.number + more; block++) fork.mine(shop.clock.now())
  return (method, params) => fork.rpc(method, params)
}

test('two nodes that follow different forks complete nothing, three go by the majority', async () => {
  for (const count of [2, 3]) {
    for (const which of Array.from({ length: count }, (_, index) => index)) {
      const shop = await openShop(count)
      const payment = await shop.create()
      shop.mine([createTransferFor(payment)])
      shop.mine()
      shop.mine()
      shop.nodes[which]!.distortion = forkOf(shop)
      const watched = shop.watch()
      if (count === 2) await expect(watched).rejects.toThrow(/do not agree about block/)
      else await watched
      const status = count === 2 ? expect.stringMatching(/created|processing/) : 'completed'
      expect(await shop.retrieve(payment)).toMatchObject({ status })
      shop.nodes[which]!.distortion = null
      await shop.watch()
      expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
      await shop.stop()
    }
  }
})

test('a fork that one node makes up completes nothing, and becomes no place to go on from', async () => {
  const shop = await openShop(2)
  const payment = await shop.create()
  const fork = shop.node.fork()
  fork.mine(shop.clock.now() + 1_000, [createTransferFor(payment)])
  for (let block = 0; block < 50; block++) {
    fork.mine(shop.clock.now() + 1_000)
    shop.mine()
  }
  shop.nodes[0]!.distortion = (method, params) => fork.rpc(method, params)
  await expect(shop.watch()).rejects.toThrow(/do not agree/)
  expect((await shop.retrieve(payment)).status).toBe('created')
  shop.nodes[0]!.distortion = null
  for (let block = 0; block < 60; block++) shop.mine()
  await shop.settle()
  expect(await shop.states()).toMatchObject([{ trouble: null, head: 110, read: 110, final: 108 }])
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
})

test('what one node alone calls final is not, of three two decide', async () => {
  for (const count of [2, 3]) {
    const shop = await openShop(count)
    const payment = await shop.create()
    shop.mine([createTransferFor(payment)])
    shop.nodes[0]!.finalizedDepth = 0
    await shop.settle()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'processing' })
    shop.mine()
    shop.mine()
    await shop.settle()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
    await shop.stop()
  }
})

test('while the second node is only silent for a moment the first one does not read twice', async () => {
  const shop = await openShop(2)
  const [inventive, silent] = shop.nodes
  const payment = await shop.create()
  shop.mine()
  invents(inventive!, await phantomFor(shop, payment), () => true)
  shop.mine()
  shop.mine()
  silent!.distortion = () => {
    throw new NodeError('busy', 'slow down', { retryAfterMs: 5_000 })
  }
  await shop.watch()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'processing' })
  shop.clock.advance(6_000)
  silent!.distortion = null
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', amountReceived: '0.000000' })
})

test('reading does not begin where nodes differ', async () => {
  const clock = new FakeClock()
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
  const other = node.fork()
  for (let block = 0; block < 5; block++) for (const one of [node, other]) one.mine(clock.now())
  const shop = await testCheckout({ production: { networks: {} } }, { clock, node, mirrors: [other], unread: true })
  await expect(shop.watch()).rejects.toThrow(/do not agree about block 3/)
  expect(await shop.states()).toMatchObject([{ read: null }])
})

test('a second node that has no blocks is not waited for in the long run', async () => {
  const shop = await openShop(2, 1)
  const payment = await shop.create({ expiresIn: 10_000 })
  shop.nodes[1]!.distortion = (method, [tag], answer) =>
    method === 'eth_getBlockByNumber' && String(tag).startsWith('0x') ? null : answer()
  shop.mine([createTransferFor(payment)])
  for (let attempt = 0; attempt < 8; attempt++) {
    shop.mine()
    shop.clock.advance(20_000)
    await shop.watch().catch(() => {})
  }
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('a node that names a block far beyond its own stops nothing', async () => {
  for (const which of [0, 1]) {
    const shop = await openShop(2)
    const payment = await shop.create()
    shop.nodes[which]!.distortion = (_, [tag], answer) =>
      tag === 'latest' ? { ...(answer() as object), number: '0x3b9aca00' } : answer()
    shop.mine([createTransferFor(payment)])
    shop.mine()
    shop.mine()
    await shop.watch()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
    await shop.stop()
  }
})

test('nothing is reread while what was final has changed', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  for (let block = 0; block < 3; block++) shop.mine()
  await shop.watch()
  shop.node.drop(3)
  shop.mine([createTransferFor(payment)])
  for (let block = 0; block < 5; block++) shop.mine()
  await expect(shop.watch()).rejects.toThrow(/halted/)
  await expect(shop.reread()).rejects.toThrow(/different blocks 1, which is final/)
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
})

test('where very much is disputed it is settled piece by piece', async () => {
  const shop = await openShop()
  leavesOut(shop.node, byHash)
  const payment = await shop.create()
  for (let block = 0; block < 9; block++) shop.mine(Array.from({ length: 30 }, () => createTransferFor(payment, 77n)))
  shop.mine([createTransferFor(payment)])
  shop.mine()
  shop.mine()
  let receipts = 0
  const most: number[] = []
  const distorted = shop.node.distortion
  shop.node.distortion = (method, params, answer) => {
    if (method === 'eth_getTransactionReceipt') receipts += 1
    if (method === 'eth_getBlockByNumber' && params[0] === 'latest') most.push(receipts)
    return distorted!(method, params, answer)
  }
  await shop.settle()
  const steps = most.map((count, index) => count - (most[index - 1] ?? 0))
  expect(Math.max(...steps)).toBeLessThanOrEqual(120)
  expect(receipts).toBe(271)
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('what a wallet got before it was watched is none of its payments', async () => {
  const shop = await openShop()
  const stranger = await shop.create()
  shop.mine([createTransferFor(stranger, 55n)])
  const before = { ...createTransferFor(stranger, 66n), to: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' }
  shop.mine([before])
  for (let block = 0; block < 400; block++) shop.mine()
  await shop.watch()
  await shop.create({ merchantWallet: before.to })
  shop.mine([{ ...before, rawAmount: 77n }])
  shop.mine()
  shop.mine()
  await shop.settle()
  const { data } = await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })
  expect(data.map((transfer) => transfer.rawAmount).sort()).toEqual(['55', '77'])
})

test('missed blocks are read by two nodes, of which one leaves everything out', async () => {
  for (const which of [0, 1]) {
    const shop = await openShop(2)
    const payment = await shop.create({ expiresIn: 100_000 })
    shop.mine([createTransferFor(payment)])
    for (let block = 0; block < 200; block++) shop.mine()
    leavesOut(shop.nodes[which]!, () => true)
    await shop.settle()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
    await shop.stop()
  }
})

test('a node that makes up a missed block does not take the vote from the others', async () => {
  const shop = await openShop(3)
  const payment = await shop.create({ expiresIn: 100_000 })
  shop.mine()
  const phantom = await phantomFor(shop, payment)
  for (let block = 0; block < 900; block++) shop.mine()
  await shop.watch()
  shop.nodes[0]!.distortion = (method, [filter], answer) => {
    if (method === 'eth_getLogs') return [...(answer() as Log[]), phantom]
    if (method !== 'eth_getBlockByNumber' || filter !== '0x1f4') return answer()
    return { ...(answer() as object), hash: `0x${'e'.repeat(64)}` }
  }
  for (let round = 0; round < 5; round++) {
    await shop.reread().catch(() => {})
    shop.mine()
    await shop.watch().catch(() => {})
    shop.clock.advance(2_000)
  }
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', transactions: [] })
})

test('missed blocks are not read from a node that follows another fork', async () => {
  const shop = await openShop(2)
  const payment = await shop.create({ expiresIn: 100_000 })
  shop.mine([createTransferFor(payment)])
  for (let block = 0; block < 200; block++) shop.mine()
  await shop.watch()
  shop.nodes[1]!.distortion = forkOf(shop)
  await expect(shop.reread()).rejects.toThrow(/do not agree about block|different blocks/)
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
  shop.nodes[1]!.distortion = null
  // A node of another chain rests for a minute, and readings wait for it.
  shop.clock.advance(60_000)
  await shop.reread()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('a final transfer that no node shows any more is told, and rereading goes no further', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  shop.mine([createTransferFor(payment)])
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

test('what is final is reread by another node only, however long it is away', async () => {
  const shop = await openShop(2, 1)
  shop.mine()
  shop.mine()
  shop.mine()
  await shop.settle()
  const before = (await shop.states())[0]?.reread
  for (const node of shop.nodes.slice(1)) {
    node.distortion = () => {
      throw new NodeError('unreachable', 'down')
    }
  }
  shop.mine()
  await whenGivenUp(shop)
  await expect(shop.reread()).rejects.toThrow('down')
  expect(await shop.states()).toMatchObject([{ reread: before, trouble: 'down' }])
  for (const node of shop.nodes) node.distortion = null
  shop.clock.advance(60_000)
  await shop.settle()
  expect(await shop.states()).toMatchObject([{ reread: shop.node.finalizedNumber, trouble: null }])
})

test('a node for which a final block has changed halts nothing while another still has it', async () => {
  for (const which of [0, 1]) {
    const shop = await openShop(2, 1)
    shop.mine([createTransferFor(await shop.create())])
    shop.mine()
    shop.mine()
    await shop.settle()
    shop.nodes[which]!.distortion = forkOf(shop, 20)
    const payment = await shop.create({ amount: 11 })
    shop.mine([createTransferFor(payment)])
    shop.mine()
    shop.mine()
    // As the second node it is detected in the first attempt, and not asked in the next.
    await shop.watch().catch((error: Error) => expect(error.message).toMatch(/different blocks/))
    await shop.watch()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
    await shop.stop()
  }
})

test('a final block that has changed for every node halts the network until one has it again', async () => {
  const shop = await openShop(2)
  const payment = await shop.create()
  shop.mine([createTransferFor(payment)])
  for (let block = 0; block < 4; block++) shop.mine()
  await shop.settle()
  const [liar, honest] = shop.nodes
  const onFork = forkOf(shop, 20)
  liar!.distortion = onFork
  honest!.distortion = onFork
  const last = await shop.create({ amount: 12 })
  shop.mine([createTransferFor(last)])
  shop.mine()
  shop.mine()
  await expect(shop.settle()).rejects.toThrow(/halted/)
  expect((await shop.states())[0]?.trouble).toMatch(/halted: block \d+ was final/)
  expect(await shop.retrieve(last)).toMatchObject({ status: 'created' })
  liar!.distortion = null
  honest!.distortion = null
  shop.clock.advance(60_000)
  await shop.settle()
  expect(await shop.retrieve(last)).toMatchObject({ status: 'completed' })
})
