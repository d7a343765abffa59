import { afterEach, expect, test } from 'vitest'
import type { Storage } from '../../storage/database.ts'
import { createTransferFor, TEST_PAYER, TEST_TOKEN, type TestParts } from '../../testing/index.ts'
import { explainQueries } from '../../testing/plans.ts'
import { openRelaying } from '../../testing/relaying.ts'
import { readProblem } from '../../testing/shop.ts'
import { testStorage } from '../../testing/storage.ts'
import { sumSpentSince } from '../store.ts'
import { claimUsedElsewhere } from './elsewhere.ts'
import { withdrawUnneeded } from './outcome.ts'
import { sumPending } from './store.ts'

const GWEI = 1_000_000_000n
const MINUTE = 60_000
const DAY = 86_400_000

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(network: object = {}, parts: TestParts = {}) {
  const opened = await openRelaying(network, parts)
  closing.push(opened.shop.stop)
  return opened
}

/** Another sender sends the same authorization first. */
async function sendBefore({ relays, sendElsewhere }: Awaited<ReturnType<typeof open>>): Promise<string> {
  const [send] = await relays()
  if (!send) throw new Error('nothing is to be sent')
  return sendElsewhere({ to: send.to_address, data: send.data })
}

test('somebody else who sends the same authorization pays the payment all the same', async () => {
  const relaying = await open()
  const { shop, authorize, send, finish, stored } = relaying
  const payment = await shop.create()
  await authorize(payment)
  const hash = await sendBefore(relaying)
  expect(await send()).toContain('refuses what is to be sent for relay')
  await finish()
  shop.clock.advance(11 * MINUTE)
  await finish()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: [] })
  expect(await stored()).toMatchObject([{ state: 'used', hash, cost: 0n }])
  expect(shop.node.transfers()).toHaveLength(1)
})

test('one that is sent by somebody else while ours is under way costs gas, and the payment is paid once', async () => {
  const relaying = await open()
  const { shop, authorize, send, finish, stored } = relaying
  const payment = await shop.create()
  await authorize(payment)
  await send()
  const hash = await sendBefore(relaying)
  await finish()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: [] })
  expect(await stored()).toMatchObject([{ state: 'used', hash }])
  expect(shop.node.transactions()).toMatchObject([{ hash }, { succeeded: false }])
})

test('one that somebody else has used counts as used, though ours ends a day after it has expired', async () => {
  const relaying = await open()
  const { shop, authorize, send, finish, stored } = relaying
  const payment = await shop.create()
  await authorize(payment)
  await send()
  const hash = await sendBefore(relaying)
  shop.node.pool.baseFee = 50n * GWEI
  shop.clock.advance(MINUTE)
  await finish()
  expect(await stored()).toMatchObject([{ state: 'pending', hash }])
  shop.clock.advance(2 * DAY)
  await finish()
  await shop.settle()
  shop.node.pool.baseFee = GWEI
  shop.clock.advance(MINUTE)
  await finish()
  expect(await stored()).toMatchObject([{ state: 'used', hash }])
})

test('what somebody else used while the network was not read for days counts as used', async () => {
  const relaying = await open()
  const { shop, authorize, send, stored } = relaying
  /** Lets all that is mined be final, and reads it at once. */
  const catchUp = async () => {
    for (let block = 0; block < 4; block++) shop.mine()
    await shop.settle()
    await send()
  }
  await catchUp()
  const payment = await shop.create()
  await authorize(payment)
  const hash = await sendBefore(relaying)
  await shop.request('POST', `/sandbox/v1/payments/${payment.id}/cancel`)
  await send()
  expect(await stored()).toMatchObject([{ state: 'failed', hash: null }])
  shop.clock.advance(2 * DAY)
  await send()
  await catchUp()
  expect(await stored()).toMatchObject([{ state: 'used', hash }])
})

test('a transaction that goes through and uses nothing has paid nothing', async () => {
  const { shop, authorize, finish, stored } = await open()
  const payment = await shop.create()
  await authorize(payment)
  shop.node.pool.effect = () => ({})
  await finish()
  expect(await stored()).toMatchObject([{ state: 'failed', hash: null, reason: expect.stringContaining('nothing') }])
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
})

test('what a node takes and forgets is mined once', async () => {
  const { shop, authorize, send, finish } = await open()
  const payment = await shop.create()
  await authorize(payment)
  await send()
  shop.node.pool.forget()
  shop.clock.advance(5_000)
  await finish()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
  expect(shop.node.transfers()).toHaveLength(1)
})

test('a key that was emptied meanwhile is told of, and the payment waits for it', async () => {
  const { shop, address, authorize, send, finish, stored } = await open()
  const payment = await shop.create()
  await authorize(payment)
  shop.node.pool.balances.set(address.toLowerCase(), 1_000n)
  expect(await send()).toContain('send it some')
  expect(await stored()).toMatchObject([{ state: 'pending' }])
  shop.node.pool.balances.set(address.toLowerCase(), 10n ** 18n)
  await finish()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('gas that has become dearer than a payment may cost is waited for, and holds up nothing else', async () => {
  const { shop, authorize, enqueue, send, finish, handled, stored } = await open()
  const payment = await shop.create()
  await authorize(payment)
  shop.node.pool.baseFee = 50n * GWEI
  const { effect } = shop.node.pool
  shop.node.pool.effect = (call) => (call.data === '0x7365745f31' ? {} : effect(call))
  await enqueue('set_1')
  expect(await send()).toContain('gas costs more than is allowed for relay')
  shop.mine()
  expect(shop.node.transactions()).toHaveLength(1)
  shop.node.pool.baseFee = GWEI
  shop.clock.advance(15_000)
  await finish()
  expect(handled).toEqual([{ subject: 'set_1', kind: 'succeeded' }])
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
  const [row] = await stored()
  expect(BigInt(row?.cost ?? 0) < 10n ** 15n).toBe(true)
})

test('fees that are raised stay within what a payment may cost', async () => {
  const { shop, authorize, send, finish } = await open()
  const payment = await shop.create()
  await authorize(payment)
  await send()
  let log = ''
  for (const gwei of [4n, 6n, 8n, 20n, 50n]) {
    shop.node.pool.baseFee = gwei * GWEI
    shop.clock.advance(15_000)
    log = await send()
  }
  expect(log).toContain('gas costs more than is allowed for relay')
  const attempts = await shop.storage.db.selectFrom('send_attempts').selectAll().execute()
  expect(attempts.length).toBeGreaterThan(1)
  for (const { gas_limit, max_fee } of attempts) expect(gas_limit * max_fee <= 10n ** 15n).toBe(true)
  shop.node.pool.baseFee = GWEI
  await finish()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('gas that stays dear until the payment ends costs nothing, and the authorization has failed', async () => {
  const { shop, authorize, send, finish, stored } = await open()
  const payment = await shop.create({ expiresIn: 120 })
  await authorize(payment)
  shop.node.pool.baseFee = 50n * GWEI
  await send()
  shop.clock.advance(3 * MINUTE)
  shop.mine()
  await finish()
  shop.clock.advance(11 * MINUTE)
  await finish()
  expect(await stored()).toMatchObject([{ state: 'failed', cost: 0n, hash: null }])
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'expired' })
  expect(shop.node.transactions()).toEqual([])
})

test('one that has become too dear after it was signed holds up nothing, and moves nothing once it has expired', async () => {
  const { shop, authorize, enqueue, send, finish, handled, stored, mined } = await open()
  const { effect } = shop.node.pool
  shop.node.pool.effect = (call) => (['0x', '0x7365745f31'].includes(call.data) ? {} : effect(call))
  const payment = await shop.create({ expiresIn: 600 })
  await authorize(payment)
  await send()
  expect(shop.node.pool.waiting).toHaveLength(1)
  shop.node.pool.baseFee = 50n * GWEI
  await enqueue('set_1')
  shop.clock.advance(15_000)
  expect(await send()).toContain('gas costs more than is allowed for relay')
  await finish()
  expect(handled).toEqual([{ subject: 'set_1', kind: 'succeeded' }])
  expect(await stored()).toMatchObject([{ state: 'pending' }])
  shop.clock.advance(11 * MINUTE)
  shop.mine()
  await finish()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'expired' })
  expect(await stored()).toMatchObject([{ state: 'failed', cost: 0n, hash: null }])
  expect(mined()).toEqual([
    [0, ''],
    [1, 'set_1'],
  ])
  expect(shop.node.transfers()).toEqual([])
})

test('who pays in another way while the authorization waits has paid once', async () => {
  const { shop, authorize, send, finish, stored, usdc } = await open()
  const payment = await shop.create()
  await authorize(payment)
  shop.node.pool.baseFee = 50n * GWEI
  await send()
  shop.mine([createTransferFor(payment)])
  await shop.watch()
  shop.node.pool.baseFee = GWEI
  shop.clock.advance(MINUTE)
  await finish()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: [] })
  expect(await stored()).toMatchObject([{ state: 'failed', reason: 'the payment no longer asks for it' }])
  expect(shop.node.transactions()).toEqual([])
  expect(usdc.usedBefore.size).toBe(0)
})

test('that it is no longer needed is noticed, however many are sent and not final', async () => {
  const { shop, authorize, send, stored } = await open({ gasless: { maxFeePerPayment: 0.001, maxFeePerDay: 1 } })
  shop.node.finalizedDepth = 100
  const sent = 101
  for (let count = 0; count < sent; count++) await authorize(await shop.create())
  for (let block = 0; block <= sent / 8; block++) {
    await send()
    shop.mine()
    await shop.watch()
  }
  const payment = await shop.create()
  await authorize(payment)
  shop.node.pool.baseFee = 50n * GWEI
  shop.mine([createTransferFor(payment)])
  await shop.watch()
  await send()
  const states = (await stored()).map(({ state }) => state)
  expect(states).toEqual([...Array.from({ length: sent }, () => 'pending'), 'failed'])
})

test('what a reorganisation makes necessary again while it is withdrawn is sent', async () => {
  const real = await testStorage()
  let meanwhile: (() => Promise<unknown>) | null = null
  const transact: Storage['transact'] = async (work) => {
    const first = meanwhile
    meanwhile = null
    await first?.()
    return real.transact(work)
  }
  const { shop, authorize, send, finish, stored } = await open({}, { storage: { ...real, transact } })
  const payment = await shop.create()
  await authorize(payment)
  shop.node.pool.baseFee = 50n * GWEI
  shop.mine([createTransferFor(payment)])
  await shop.watch()
  meanwhile = async () => {
    shop.node.drop(1)
    shop.mine()
    shop.mine()
    await shop.watch()
  }
  await send()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
  shop.node.pool.baseFee = GWEI
  shop.clock.advance(MINUTE)
  await finish()
  expect(await stored()).toMatchObject([{ state: 'used' }])
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('what ended long ago costs no pass and no page anything', async () => {
  const { shop, authorize, finish } = await open()
  await authorize(await shop.create())
  await finish()
  const { context } = shop.checkout
  const [network] = context.networks
  if (!network) throw new Error('the test checkout has no network')
  const queries = await explainQueries(context, async (ctx) => {
    await claimUsedElsewhere(ctx, network)
    await withdrawUnneeded(ctx, network)
    await sumSpentSince(ctx.db, network, { since: shop.clock.now(), open: 'accepted' })
    await sumPending(ctx.db, network, { token: TEST_TOKEN, from: TEST_PAYER })
  })
  const searches = queries.flatMap(({ steps }) => steps.filter((step) => step.includes(' relays ')))
  expect(searches).toEqual([
    expect.stringContaining('ended_at=?'),
    expect.stringContaining('valid_before>?'),
    expect.stringContaining('relays_named'),
    expect.stringContaining('ended_at=?'),
    expect.stringContaining('ended_at>?'),
    expect.stringContaining('ended_at=?'),
    expect.stringContaining('ended_at=?'),
  ])
  expect(queries.at(-1)?.steps.find((step) => step.includes(' transfers '))).toContain('(tx_hash=?')
})

test('a payment that is cancelled while what was signed is under way keeps the money, which came once', async () => {
  const { shop, authorize, send, finish, stored } = await open()
  const payment = await shop.create()
  await authorize(payment)
  await send()
  await shop.checkout.sandbox.payments.cancel(payment.id)
  await finish()
  expect(await stored()).toMatchObject([{ state: 'used' }])
  const { amountReceived, transactions, ...cancelled } = await shop.retrieve(payment)
  expect(cancelled).toMatchObject({ status: 'cancelled', exceptions: ['late'] })
  expect([amountReceived, transactions.length, shop.node.transfers().length]).toEqual([payment.cryptoAmount, 1, 1])
})

test('a payment that is cancelled before what was signed is sent is never paid with it', async () => {
  const { shop, authorize, finish, stored } = await open()
  const payment = await shop.create()
  await authorize(payment)
  await shop.checkout.sandbox.payments.cancel(payment.id)
  await finish()
  expect(await stored()).toMatchObject([{ state: 'failed', reason: 'the payment no longer asks for it' }])
  expect(shop.node.transfers()).toEqual([])
})

test('nodes that do not answer are a reason to try again', async () => {
  const { shop, ask, sign, post, payer, stored } = await open()
  const payment = await shop.create()
  const { body } = await ask(payment)
  const signed = { from: payer.address, signature: await sign(body) }
  shop.node.distortion = (method, _, answer) => (method === 'eth_estimateGas' ? 'nonsense' : answer())
  expect(readProblem(await post(payment, signed))).toMatchObject({ status: 503, code: 'network_unreachable' })
  expect(await stored()).toEqual([])
  shop.node.distortion = null
  expect(await post(payment, signed)).toMatchObject({ status: 200 })
})

test.each([
  ['is read before its transaction is final', false],
  ['is read after its transaction is final', true],
])(
  'a transfer that no amount explains any more and that %s pays the payment that its authorization names',
  async (_, late) => {
    const { shop, authorize, finish, stored } = await open()
    const payment = await shop.create()
    await authorize(payment)
    await shop.storage.transact(async (tx) => {
      await tx.deleteFrom('reservations').execute()
    })
    if (late) shop.node.distortion = (method, __, answer) => (method === 'eth_getLogs' ? [] : answer())
    await finish()
    shop.node.distortion = null
    for (let block = 0; block < 3; block++) shop.mine()
    await shop.settle()
    expect(await stored()).toMatchObject([{ state: 'used' }])
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: [] })
    const { data } = await shop.checkout.sandbox.events.list({ after: 0, limit: 100 })
    const types = data.map(({ type }) => type)
    expect(types.filter((type) => type === 'payment.completed')).toHaveLength(1)
    expect(types).not.toContain('transfer.assigned')
  },
)
