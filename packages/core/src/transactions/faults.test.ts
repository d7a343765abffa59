import { afterEach, expect, test } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import { FakeClock, ScriptedNode, TEST_CHAIN_ID, type TestParts } from '../testing/index.ts'
import type { Distortion } from '../testing/scripted-node.ts'
import { openSending } from '../testing/sending.ts'
import { releaseKey } from './hold.ts'

const MINUTE = 60_000
const GWEI = 1_000_000_000n

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(network: object = {}, parts: TestParts = {}) {
  const opened = await openSending(network, parts)
  closing.push(opened.shop.stop)
  return opened
}

/** Opens a shop with two nodes of one chain. */
async function openTwo() {
  const clock = new FakeClock()
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
  const second = node.mirror()
  return { second, ...(await open({}, { clock, node, mirrors: [second] })) }
}

/** Replaces the answers to one method. */
function instead(of: string, answer: (right: () => unknown) => unknown): Distortion {
  return (method, _, right) => (method === of ? answer(right) : right())
}

function refuses(message: string) {
  return () => {
    throw new NodeError('refused', message, { rpcCode: -32_000 })
  }
}

const once = [{ subject: 'set_1', kind: 'succeeded' }]

test('without money for gas nothing is signed, and the operator is told whom to send some', async () => {
  const { shop, address, enqueue, send, finish, sendFor, handled } = await open()
  shop.node.pool.balances.set(address.toLowerCase(), 62_500n * 3n * GWEI - 1n)
  await enqueue('set_1')
  expect(await send()).toMatch(new RegExp(`^${address} has 0.000187 ETH left for gas .* may cost 0.000188 ETH: send`))
  expect(await sendFor('set_1')).toMatchObject({ state: 'queued', nonce: null })
  const [state] = await shop.states()
  expect(state).toMatchObject({
    trouble: expect.stringContaining('send it some'),
    sending: [{ address, queued: 1, signed: 0, troubles: [{ kind: 'unfunded' }] }],
  })
  shop.node.pool.balances.set(address.toLowerCase(), 10n ** 18n)
  expect(await finish()).toBe('')
  expect(handled).toEqual(once)
  expect((await shop.states())[0]).toMatchObject({ trouble: null, sending: [{ queued: 0, signed: 0, troubles: [] }] })
})

test('what is under way may cost all that is there: the next one waits', async () => {
  const { shop, address, enqueue, send, finish, handled } = await open()
  shop.node.pool.balances.set(address.toLowerCase(), 425_000n * GWEI)
  for (const subject of ['set_1', 'set_2', 'set_3']) await enqueue(subject)
  expect(await send()).toContain('left for gas')
  expect(shop.node.pool.waiting).toHaveLength(2)
  await finish()
  expect(handled.map(({ subject }) => subject)).toEqual(['set_1', 'set_2', 'set_3'])
})

test('what a node takes and forgets is offered again, with the same bytes', async () => {
  const { shop, enqueue, send, finish, sendFor, mined, handled } = await open()
  const offered: unknown[] = []
  shop.node.distortion = (method, params, answer) => {
    if (method === 'eth_sendRawTransaction') offered.push(params[0])
    return answer()
  }
  await enqueue('set_1')
  await send()
  const { hash } = await sendFor('set_1')
  shop.node.pool.forget()
  shop.clock.advance(4_000)
  await send()
  expect(offered).toHaveLength(1)
  shop.clock.advance(1_000)
  await send()
  expect(offered).toHaveLength(2)
  expect(new Set(offered).size).toBe(1)
  await finish()
  expect([mined(), handled]).toEqual([[[0, 'set_1']], once])
  expect(await sendFor('set_1')).toMatchObject({ hash })
})

test('whether a node took it or not when it failed, it is mined once', async () => {
  for (const taken of [true, false]) {
    const { shop, enqueue, send, finish, mined, handled } = await open()
    shop.node.distortion = instead('eth_sendRawTransaction', (right) => {
      if (taken) right()
      throw new NodeError('unreachable', 'the connection was lost', { timedOut: true })
    })
    await enqueue('set_1')
    expect(await send()).toBe('the connection was lost')
    shop.node.distortion = null
    await finish()
    expect([mined(), handled]).toEqual([[[0, 'set_1']], once])
  }
})

test.each(['already known', 'AlreadyKnown', 'Known transaction', 'transaction already imported'])(
  'a node that says %j has it',
  async (words) => {
    const { shop, enqueue, send, finish, mined, handled } = await open()
    shop.node.distortion = instead('eth_sendRawTransaction', (right) => {
      right()
      return refuses(words)()
    })
    await enqueue('set_1')
    expect(await send()).toBe('')
    await finish()
    expect([mined(), handled]).toEqual([[[0, 'set_1']], once])
  },
)

test('one that no block takes any more is replaced by one with higher fees, and one of them is mined', async () => {
  const { shop, enqueue, send, finish, mined, handled } = await open()
  await enqueue('set_1')
  await enqueue('set_2')
  await send()
  shop.node.pool.baseFee = 20n * GWEI
  shop.mine()
  expect(mined()).toEqual([])
  shop.clock.advance(15_000)
  await send()
  const raised = shop.node.pool.waiting
  expect(raised.map(({ nonce, maxFeePerGas }) => [nonce, maxFeePerGas])).toEqual([
    [0, 41n * GWEI],
    [1, 41n * GWEI],
  ])
  await finish()
  expect(mined()).toEqual([
    [0, 'set_1'],
    [1, 'set_2'],
  ])
  expect(handled).toHaveLength(2)
})

test('while gas costs more than is allowed nothing is signed or raised', async () => {
  const { shop, enqueue, send, finish, sendFor, handled } = await open({ maxFeePerGasGwei: 30 })
  await enqueue('set_1')
  await send()
  shop.node.pool.baseFee = 40n * GWEI
  await enqueue('set_2')
  shop.clock.advance(MINUTE)
  const waits = 'gas costs 41 gwei, and maxFeePerGasGwei of sandbox ethereum allows 30: transactions wait until'
  expect(await send()).toContain(waits)
  expect(await sendFor('set_2')).toMatchObject({ state: 'queued' })
  expect(shop.node.pool.waiting).toHaveLength(1)
  expect((await shop.states())[0]?.sending).toMatchObject([
    { queued: 1, signed: 1, troubles: [{ kind: 'fee_too_high' }, { kind: 'fee_too_high' }] },
  ])
  shop.node.pool.baseFee = 2n * GWEI
  await finish()
  await finish()
  expect(handled.map(({ subject }) => subject)).toEqual(['set_1', 'set_2'])
})

test('one that a node finds too cheap is raised, within what is allowed', async () => {
  const { shop, enqueue, send, finish, mined, handled, offerForeign } = await open()
  offerForeign(0, 4n)
  await enqueue('set_1')
  await send()
  expect(shop.node.pool.waiting.map(({ nonce, data }) => [nonce, data])).toEqual([[0, '0x666f726569676e']])
  for (let pass = 0; pass < 15; pass++) {
    shop.clock.advance(5_000)
    await send()
  }
  expect(shop.node.pool.waiting).toMatchObject([{ nonce: 0, data: '0x7365745f31' }])
  await finish()
  expect([mined(), handled]).toEqual([[[0, 'set_1']], once])
})

test('a nonce that somebody else has used ends as replaced, but only when that has been final for ten minutes', async () => {
  const { shop, address, enqueue, send, finish, mined, handled, offerForeign } = await open()
  await enqueue('set_1')
  await send()
  shop.node.pool.forget()
  offerForeign(0)
  expect(await finish()).toContain('was used by another transaction: a key belongs to one checkout only')
  expect(handled).toEqual([])
  shop.clock.advance(10 * MINUTE - 5_000)
  shop.mine()
  await send()
  expect(handled).toEqual([])
  shop.clock.advance(5_000)
  await send()
  expect([mined(), handled]).toEqual([[[0, 'foreign']], [{ subject: 'set_1', kind: 'replaced' }]])
  await enqueue('set_2')
  expect(await finish()).toContain(`key ${address} is on hold and sends nothing: the chain has 1 transaction of it`)
  expect(mined()).toHaveLength(1)
  await releaseKey(shop.checkout.context, address)
  expect(await finish()).toBe('')
  expect(mined()).toEqual([
    [0, 'foreign'],
    [1, 'set_2'],
  ])
})

test('a wall clock that is set forward shortens no patience', async () => {
  const { shop, enqueue, send, finish, sendFor, handled, offerForeign } = await open()
  await enqueue('set_1')
  await send()
  shop.node.pool.forget()
  offerForeign(0)
  await finish()
  shop.clock.jump(60 * MINUTE)
  await send()
  expect(handled).toEqual([])
  shop.clock.advance(10 * MINUTE)
  await send()
  expect(handled).toEqual([{ subject: 'set_1', kind: 'replaced' }])
  const other = await open()
  other.shop.node.pool.effect = () => null
  await other.enqueue('set_2')
  await other.send()
  other.shop.clock.jump(60 * MINUTE)
  expect(await other.send()).toContain('it is tried again')
  expect(await other.sendFor('set_2')).toMatchObject({ state: 'queued' })
  expect(await sendFor('set_1')).toMatchObject({ state: 'replaced' })
})

test('a node that has lost its index of receipts makes nobody believe that a transaction was replaced', async () => {
  const { shop, enqueue, send, finish, handled } = await open()
  await enqueue('set_1')
  shop.node.distortion = instead('eth_getTransactionReceipt', () => null)
  expect(await finish()).toContain('was used by another transaction')
  shop.clock.advance(9 * MINUTE)
  await send()
  shop.node.distortion = null
  shop.clock.advance(9 * MINUTE)
  await send()
  expect(handled).toEqual(once)
})

test('a transaction that a reorganisation takes off the chain is mined again, and told once', async () => {
  for (const forgotten of [true, false]) {
    const { shop, enqueue, send, finish, mined, handled } = await open()
    await enqueue('set_1')
    await enqueue('set_2')
    await send()
    shop.mine()
    shop.mine()
    await shop.watch()
    await send()
    shop.node.drop(2)
    if (forgotten) shop.node.pool.forget()
    shop.clock.advance(5_000)
    await send()
    shop.mine()
    shop.mine()
    shop.mine()
    await finish()
    expect(mined()).toEqual([
      [0, 'set_1'],
      [1, 'set_2'],
    ])
    expect(handled).toHaveLength(2)
  }
})

test('a nonce that a reorganisation has set free is filled, so that those after it are mined', async () => {
  const { shop, enqueue, send, finish, mined, handled, offerForeign } = await open()
  offerForeign(0)
  shop.mine()
  await enqueue('set_1')
  await send()
  shop.node.drop(1)
  shop.node.pool.forget()
  for (let pass = 0; pass < 5; pass++) {
    shop.clock.advance(5_000)
    await send()
  }
  await finish()
  expect([mined(), handled]).toEqual([
    [
      [0, ''],
      [1, 'set_1'],
    ],
    once,
  ])
})

test('a node that lags makes nobody take a nonce twice, or fill one', async () => {
  const { shop, enqueue, send, finish, mined, handled } = await open()
  await enqueue('set_1')
  await finish()
  shop.node.lag = 3
  await enqueue('set_2')
  expect(await send()).toBe('no node has the state of block 2')
  shop.clock.advance(MINUTE)
  await send()
  shop.node.lag = 0
  await finish()
  expect(mined()).toEqual([
    [0, 'set_1'],
    [1, 'set_2'],
  ])
  expect(handled).toHaveLength(2)
})

test('what a contract refuses is not signed; it is sent when that ends, and given up after ten minutes', async () => {
  const { shop, address, enqueue, send, finish, sendFor, mined, handled } = await open()
  const paused = new Set(['0x7365745f31', '0x7365745f32'])
  shop.node.pool.effect = ({ data }) => (paused.has(data) ? null : {})
  for (const subject of ['set_1', 'set_2', 'set_3']) await enqueue(subject)
  expect(await send()).toContain('refuses what is to be sent for settlement set_1: it is tried again')
  expect(await sendFor('set_2')).toMatchObject({ state: 'queued', nonce: null })
  await finish()
  expect(mined()).toEqual([[0, 'set_3']])
  paused.delete('0x7365745f32')
  shop.clock.advance(10 * MINUTE)
  await finish()
  expect(mined()).toEqual([
    [0, 'set_3'],
    [1, 'set_2'],
  ])
  expect(handled).toEqual([
    { subject: 'set_3', kind: 'succeeded' },
    { subject: 'set_1', kind: 'refused' },
    { subject: 'set_2', kind: 'succeeded' },
  ])
  expect(await sendFor('set_1')).toMatchObject({
    state: 'abandoned',
    nonce: null,
    hash: null,
    signer: address.toLowerCase(),
  })
})

test('of two nodes both must show the receipt before it counts', async () => {
  const { shop, second, enqueue, finish, send, handled } = await openTwo()
  await enqueue('set_1')
  second.distortion = instead('eth_getTransactionReceipt', () => null)
  expect(await finish()).toContain('the nodes contradict each other about transaction')
  shop.clock.advance(20 * MINUTE)
  await send()
  expect(handled).toEqual([])
  second.distortion = null
  await send()
  expect(handled).toEqual(once)
})

test('a node that invents a receipt, or says that all nonces are used, ends nothing', async () => {
  const { shop, second, enqueue, send, finish, mined, handled } = await openTwo()
  await enqueue('set_1')
  await send()
  second.distortion = instead('eth_getTransactionCount', () => '0x9')
  expect(await send()).toContain('the nodes do not agree how many transactions')
  shop.clock.advance(20 * MINUTE)
  await send()
  expect(handled).toEqual([])
  second.distortion = null
  await finish()
  expect([mined(), handled]).toEqual([[[0, 'set_1']], once])
})

test('a node that counts transactions that nobody has seen leads to no nonce far away', async () => {
  const { second, enqueue, finish, mined, handled } = await openTwo()
  second.distortion = (method, params, answer) =>
    method === 'eth_getTransactionCount' && params[1] === 'latest' ? '0xf4240' : answer()
  await enqueue('set_1')
  await finish()
  expect([mined(), handled]).toEqual([[[0, 'set_1']], once])
})

test('one of two nodes that takes it is enough', async () => {
  const { shop, second, enqueue, finish, mined, handled } = await openTwo()
  second.distortion = instead('eth_sendRawTransaction', refuses('txpool is full'))
  await enqueue('set_1')
  await finish()
  expect([mined(), handled]).toEqual([[[0, 'set_1']], once])
  shop.node.distortion = instead('eth_sendRawTransaction', refuses('insufficient funds for gas * price + value'))
  second.distortion = null
  await enqueue('set_2')
  await finish()
  expect(handled).toHaveLength(2)
})

test('a transaction that stays unmined is told, with its hash', async () => {
  const { shop, enqueue, send, sendFor } = await open()
  await enqueue('set_1')
  await send()
  for (let minute = 0; minute < 3; minute++) {
    shop.clock.advance(MINUTE)
    await send()
  }
  const { hash } = await sendFor('set_1')
  expect(await send()).toBe(`transaction ${hash} was offered 3 minutes ago and is not mined`)
})

test('a node without a pool keeps nothing from being sent', async () => {
  const { shop, enqueue, finish, mined, handled } = await open()
  shop.node.distortion = (method, params, answer) => {
    if (method === 'eth_getTransactionCount' && params[1] === 'pending') return refuses('pending is not supported')()
    return answer()
  }
  await enqueue('set_1')
  expect(await finish()).toBe('')
  expect([mined(), handled]).toEqual([[[0, 'set_1']], once])
})
