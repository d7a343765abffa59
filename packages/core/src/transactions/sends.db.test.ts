import { afterEach, expect, test, vi } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import { ScriptedNode, TEST_CHAIN_ID, type TestParts, testCheckout } from '../testing/index.ts'
import { openSending, type TestSending } from '../testing/sending.ts'
import { forgetLostChain } from '../watcher/read.ts'
import { cancelSend } from './queue.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(network: object = {}, parts: TestParts = {}): Promise<TestSending> {
  const opened = await openSending(network, parts)
  if (!parts.storage) closing.push(opened.shop.stop)
  return opened
}

test('what is enqueued is mined once, and its outcome told once when it is final', async () => {
  const { shop, enqueue, send, sendFor, mined, handled } = await open()
  await enqueue('set_1')
  await enqueue('set_2')
  expect(await sendFor('set_1')).toMatchObject({ state: 'queued', nonce: null, hash: null })
  await send()
  const signed = await sendFor('set_1')
  expect(signed).toMatchObject({ state: 'signed', nonce: 0, endedAt: null })
  for (let block = 0; block < 2; block++) {
    shop.mine()
    await shop.watch()
    await send()
    expect(handled).toEqual([])
  }
  shop.mine()
  await shop.watch()
  await send()
  await send()
  const both = ['set_1', 'set_2'].map((subject) => ({ subject, kind: 'succeeded' }))
  expect(handled).toEqual(both)
  expect(await sendFor('set_1')).toMatchObject({ state: 'succeeded', hash: signed.hash })
  expect(mined()).toEqual([
    [0, 'set_1'],
    [1, 'set_2'],
  ])
})

test('a checkout that runs sends by itself, and says in health and log what keeps it from that', async () => {
  const log: string[] = []
  const { shop, address, enqueue } = await openSending({ pollMs: 50 }, {}, (line) => log.push(line))
  shop.node.pool.balances.set(address.toLowerCase(), 0n)
  await enqueue('set_1')
  await shop.checkout.start()
  const warning = `send sandbox ethereum: ${address} has 0 ETH left for gas`
  await vi.waitFor(() => expect(log).toContainEqual(expect.stringContaining(warning)), 10_000)
  const [state] = await shop.checkout.networks()
  expect(state).toMatchObject({ trouble: expect.stringContaining('send it some'), sending: [{ queued: 1, signed: 0 }] })
  shop.node.pool.balances.set(address.toLowerCase(), 10n ** 18n)
  await vi.waitFor(() => expect(shop.node.pool.waiting).toHaveLength(1), 10_000)
  await vi.waitFor(() => expect(log).toContain('send sandbox ethereum: recovered'), 10_000)
  await shop.checkout.stop()
})

test('nothing is sent for a change that was not committed', async () => {
  const { shop, enqueue, finish, mined, sendFor } = await open()
  const { context } = shop.checkout
  const failing = context.transact(async () => {
    throw new Error('the settlement is not right')
  })
  await expect(failing).rejects.toThrow('not right')
  await finish()
  expect(mined()).toEqual([])
  await enqueue('set_1')
  await expect(enqueue('set_2', { signer: `0x${'11'.repeat(20)}` })).rejects.toThrow('has no key of')
  await expect(sendFor('set_2')).rejects.toThrow('nothing was sent')
})

test('what is not signed yet can be cancelled, and is never sent', async () => {
  const { shop, enqueue, finish, sendFor, mined, handled } = await open()
  const { context } = shop.checkout
  const id = await enqueue('set_1')
  expect(await context.transact((tx) => cancelSend(context, tx, id))).toBe(true)
  const other = await enqueue('set_2')
  await finish()
  expect(await context.transact((tx) => cancelSend(context, tx, other))).toBe(false)
  expect(await sendFor('set_1')).toMatchObject({ state: 'abandoned', nonce: null, hash: null })
  expect(handled).toEqual([{ subject: 'set_2', kind: 'succeeded' }])
  expect(mined()).toEqual([[0, 'set_2']])
})

test('a transaction that reverts is told as such, and what it cost is kept', async () => {
  const { shop, enqueue, finish, sendFor, handled } = await open()
  shop.node.pool.effect = () => ({ succeeded: false, gasUsed: 33_000n })
  await enqueue('set_1')
  await finish()
  expect(handled).toEqual([{ subject: 'set_1', kind: 'reverted' }])
  expect(await sendFor('set_1')).toMatchObject({ state: 'reverted' })
  const rows = await shop.storage.db.selectFrom('sends').select(['gas_used', 'gas_price']).execute()
  expect(rows).toEqual([{ gas_used: 33_000n, gas_price: 2_000_000_000n }])
})

test('a handler that fails is told again, and holds up no other', async () => {
  const { shop, enqueue, finish, sendFor, handled } = await open()
  await enqueue('set_1')
  await enqueue('set_2')
  await finish().catch(() => {})
  expect(handled).toHaveLength(2)
  await enqueue('set_3')
  await enqueue('set_4')
  let fails = true
  const warnings: string[] = []
  const pass = () =>
    shop.send({
      settlement: async (_, __, { subject }) => {
        if (fails && subject === 'set_3') throw new Error('the disk of the handler is full')
        warnings.push(subject)
      },
    })
  await pass()
  for (let block = 0; block < 4; block++) shop.mine()
  await shop.watch()
  await expect(pass()).rejects.toThrow('the disk of the handler is full')
  expect(warnings).toEqual(['set_4'])
  expect(await sendFor('set_3')).toMatchObject({ state: 'signed' })
  fails = false
  await pass()
  await pass()
  expect(warnings).toEqual(['set_4', 'set_3'])
  expect(await sendFor('set_3')).toMatchObject({ state: 'succeeded' })
})

test('at most eight wait to be mined, and those that wait to be final take no room', async () => {
  const { shop, enqueue, send, finish, handled } = await open()
  for (let index = 0; index < 20; index++) await enqueue(`set_${index}`)
  await send()
  expect(shop.node.pool.waiting).toHaveLength(8)
  shop.mine()
  await send()
  expect(shop.node.pool.waiting).toHaveLength(8)
  await finish()
  await finish()
  expect(handled.map(({ subject }) => subject)).toEqual(Array.from({ length: 20 }, (_, index) => `set_${index}`))
  expect(shop.node.transactions().map(({ nonce }) => nonce)).toEqual(Array.from({ length: 20 }, (_, nonce) => nonce))
})

test('a gas limit that its caller asks for is not lowered by an estimate', async () => {
  const { shop, enqueue, send } = await open()
  await enqueue('set_1', { leastGas: 900_000 })
  await enqueue('set_2')
  await send()
  expect(shop.node.pool.waiting.map(({ gasLimit }) => gasLimit)).toEqual([900_000n, 62_500n])
})

test('two processes on one database send each once, with nonces of their own', async () => {
  const one = await open()
  const { clock, node, storage } = one.shop
  const other = await open({}, { clock, node, storage })
  const bytes: unknown[] = []
  node.distortion = (method, params, answer) => {
    if (method === 'eth_sendRawTransaction') bytes.push(params[0])
    return answer()
  }
  for (let index = 0; index < 20; index++) await (index % 2 === 0 ? one : other).enqueue(`set_${index}`)
  for (let block = 0; block < 12; block++) {
    await Promise.all([one.send(), other.send(), one.send()])
    one.shop.mine()
    await one.shop.watch()
  }
  const handled = [...one.handled, ...other.handled]
  expect(handled.map(({ subject }) => subject).sort()).toEqual(Array.from({ length: 20 }, (_, n) => `set_${n}`).sort())
  expect(one.mined()).toHaveLength(20)
  const stored = await storage.db.selectFrom('send_attempts').select('raw').execute()
  expect(new Set(bytes)).toEqual(new Set(stored.map(({ raw }) => raw)))
})

test('of two processes that sign different sends for one nonce, one forgets what it has signed', async () => {
  const one = await open()
  const { clock, node, storage } = one.shop
  const mirror = node.mirror()
  const other = await open({}, { clock, node: mirror, storage })
  await one.enqueue('set_1')
  await one.enqueue('set_2')
  const [requested, both] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const isFor = (params: readonly unknown[], subject: string) =>
    JSON.stringify(params).includes(Buffer.from(subject).toString('hex'))
  node.distortion = (method, _, answer) => {
    if (method !== 'eth_estimateGas') return answer()
    requested.resolve()
    return both.promise.then(answer)
  }
  mirror.distortion = (method, params, answer) => {
    if (method !== 'eth_estimateGas') return answer()
    if (isFor(params, 'set_1')) {
      return requested.promise.then(() => {
        throw new NodeError('refused', 'execution reverted')
      })
    }
    both.resolve()
    return both.promise.then(answer)
  }
  await Promise.all([one.send(), other.send()])
  const signed = [await one.sendFor('set_1'), await one.sendFor('set_2')].map(({ nonce }) => nonce)
  expect(signed.filter((nonce) => nonce === 0)).toHaveLength(1)
  mirror.distortion = null
  // If the other process was faster, the refused send is due again only now.
  clock.advance(15_000)
  await one.finish()
  await one.finish()
  expect(one.mined().map(([nonce]) => nonce)).toEqual([0, 1])
  expect(one.handled).toHaveLength(2)
})

test('on a local chain that has begun anew what was under way is sent anew, and what had ended is still known', async () => {
  const before = await open()
  const { clock, storage } = before.shop
  await before.enqueue('set_1')
  await before.finish()
  await before.enqueue('set_2')
  await before.send()
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
  const { context } = (await testCheckout({}, { clock, storage, node, unread: true })).checkout
  expect(await forgetLostChain(context, context.network('sandbox', 'ethereum')!)).toBe(true)
  const after = await open({}, { clock, storage, node })
  await after.enqueue('set_3')
  await after.finish()
  expect(after.mined()).toEqual([
    [0, 'set_2'],
    [1, 'set_3'],
  ])
  expect(after.handled.map(({ subject }) => subject)).toEqual(['set_2', 'set_3'])
  expect(await after.sendFor('set_1')).toMatchObject({ state: 'succeeded', hash: expect.stringMatching(/^0x/) })
})
