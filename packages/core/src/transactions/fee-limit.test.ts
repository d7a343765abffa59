import { afterEach, expect, test } from 'vitest'
import { createDeadline, Ended } from '../testing/deadline.ts'
import type { TestParts } from '../testing/index.ts'
import { pickRuns } from '../testing/runs.ts'
import { openSending, type TestSending } from '../testing/sending.ts'

const GWEI = 1_000_000_000n
/** A test transaction uses 50,000 gas and has a limit a quarter higher. */
const MOST = 62_500n * 5n * GWEI

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(network: object = {}, parts: TestParts = {}) {
  const opened = await openSending(network, parts)
  closing.push(opened.shop.stop)
  const attempts = () => opened.shop.storage.db.selectFrom('send_attempts').selectAll().orderBy('signed_at').execute()
  const fills = () => opened.shop.storage.db.selectFrom('sends').selectAll().where('purpose', '=', 'fill').execute()
  return { ...opened, attempts, fills }
}

/** A signed transaction becomes too expensive, and another one waits behind it. */
async function becomeTooDear({ shop, enqueue, send }: TestSending): Promise<void> {
  await enqueue('set_1', { maxCost: MOST })
  await send()
  shop.node.pool.baseFee = 20n * GWEI
  shop.mine()
  await enqueue('set_2')
  shop.clock.advance(15_000)
}

test('what became too dear gives its nonce to an empty transaction, waits, and is sent once', async () => {
  const sending = await open()
  const { shop, address, send, finish, sendFor, mined, handled, fills } = sending
  await becomeTooDear(sending)
  expect(await send()).toContain('gas costs more than is allowed for settlement set_1')
  expect(shop.node.pool.waiting).toMatchObject([
    { nonce: 0, to: address.toLowerCase(), data: '0x', gasLimit: 21_000n },
    { nonce: 1, to: expect.not.stringContaining(address.toLowerCase()) },
  ])
  await finish()
  expect(mined()).toEqual([
    [0, ''],
    [1, 'set_2'],
  ])
  expect(handled).toEqual([{ subject: 'set_2', kind: 'succeeded' }])
  expect(await sendFor('set_1')).toMatchObject({ state: 'queued', nonce: null, hash: null })
  const [empty] = shop.node.transactions()
  expect(await fills()).toMatchObject([{ state: 'succeeded', subject: 'nonce 0', nonce: 0, hash: empty?.hash }])
  shop.node.pool.baseFee = GWEI
  shop.clock.advance(15_000)
  expect(await finish()).toBe('')
  expect(mined().slice(2)).toEqual([[2, 'set_1']])
  expect(handled.slice(1)).toEqual([{ subject: 'set_1', kind: 'succeeded' }])
})

test('nothing is paid for an empty transaction while nothing else waits', async () => {
  const { shop, enqueue, send, finish, mined, handled } = await open()
  for (const subject of ['set_1', 'set_2']) await enqueue(subject, { maxCost: MOST })
  await send()
  shop.node.pool.baseFee = 20n * GWEI
  for (let pass = 0; pass < 5; pass += 1) {
    shop.clock.advance(60_000)
    expect(await send()).toContain('gas costs more than is allowed')
    shop.mine()
  }
  expect(mined()).toEqual([])
  shop.node.pool.baseFee = GWEI
  await finish()
  expect(mined()).toEqual([
    [0, 'set_1'],
    [1, 'set_2'],
  ])
  expect(handled).toHaveLength(2)
})

test('an empty transaction is raised as an empty one', async () => {
  const sending = await open()
  const { shop, send, finish, attempts, mined } = sending
  await becomeTooDear(sending)
  await send()
  shop.node.pool.baseFee = 100n * GWEI
  shop.clock.advance(15_000)
  await send()
  expect((await attempts()).filter(({ nonce_only }) => nonce_only === 1)).toHaveLength(2)
  await finish()
  expect(mined()).toEqual([
    [0, ''],
    [1, 'set_2'],
  ])
})

test('what is mined in spite of the empty transaction has succeeded', async () => {
  const sending = await open()
  const { shop, send, finish, attempts, mined, handled, fills } = sending
  await becomeTooDear(sending)
  const [first] = await attempts()
  await send()
  shop.node.pool.forget()
  shop.node.pool.baseFee = GWEI
  await shop.node.rpc('eth_sendRawTransaction', [first?.raw])
  shop.mine()
  shop.clock.advance(15_000)
  await finish()
  expect(mined()).toEqual([
    [0, 'set_1'],
    [1, 'set_2'],
  ])
  expect(handled).toEqual(['set_1', 'set_2'].map((subject) => ({ subject, kind: 'succeeded' })))
  expect(await fills()).toEqual([])
})

test('a reorganisation that drops the empty transaction leaves one of the two on the chain', async () => {
  const sending = await open()
  const { shop, send, finish, mined, handled } = sending
  await becomeTooDear(sending)
  await send()
  shop.mine()
  await shop.watch()
  shop.node.drop(1)
  shop.node.pool.forget()
  shop.clock.advance(15_000)
  await finish()
  expect(mined()).toEqual([
    [0, ''],
    [1, 'set_2'],
  ])
  expect(handled).toEqual([{ subject: 'set_2', kind: 'succeeded' }])
})

/** Until both have ended: the first after gas has become cheap again. */
const story: readonly ((sending: TestSending) => void | Promise<void>)[] = [
  () => {},
  ({ shop }) => {
    shop.mine()
    shop.mine()
  },
  async ({ shop }) => {
    for (let block = 0; block < 4; block++) shop.mine()
    await shop.watch()
  },
  async ({ shop }) => {
    shop.node.pool.baseFee = GWEI
    shop.clock.advance(16_000)
    await shop.watch()
  },
  async ({ shop }) => {
    for (let block = 0; block < 4; block++) shop.mine()
    await shop.watch()
  },
]

async function run(endsAt: number): Promise<{ ended: boolean; sending: TestSending }> {
  const line = createDeadline()
  const sending = await openSending({}, { storage: await line.storage() })
  const { shop, send } = sending
  line.watch(shop.node)
  await becomeTooDear(sending)
  let ended = false
  line.begin(endsAt)
  for (const happen of story) {
    await happen(sending)
    await line.while(send).catch(async (error: unknown) => {
      if (!(error instanceof Ended)) throw error
      ended = true
      line.begin(Number.POSITIVE_INFINITY)
      shop.mine()
      shop.restart()
      await send()
    })
  }
  for (let pass = 0; pass < 2; pass += 1) {
    shop.clock.advance(16_000)
    await sending.finish()
  }
  return { ended, sending }
}

test('a crash before or after any commit or request mines each once, and tells each once', async () => {
  const step = pickRuns({ full: 1, quick: 5 })
  let calls = 0
  for (let goesOn = true; goesOn; calls += step) {
    const { ended, sending } = await run(calls)
    const mined = sending.mined().map(([, subject]) => subject)
    const outcomeLines = sending.handled.map(({ subject, kind }) => `${subject} ${kind}`)
    expect({ calls, mined: mined.sort(), told: outcomeLines.sort() }).toEqual({
      calls,
      mined: ['', 'set_1', 'set_2'],
      told: ['set_1 succeeded', 'set_2 succeeded'],
    })
    await sending.shop.stop()
    goesOn = ended
  }
  expect(calls).toBeGreaterThan(40)
}, 240_000)
