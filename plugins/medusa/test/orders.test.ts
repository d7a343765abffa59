/** Orders in a whole Medusa, from the cart to the refund, with real money on a local chain. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventType } from '@crypto-checkout/api-types'
import { startDevnet } from '@crypto-checkout/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, openGate, pollUntil, startCheckout, type TestCheckout } from './checkout.ts'
import { startShop, type TestShop } from './shop.ts'

let devnet: Awaited<ReturnType<typeof startDevnet<'ethereum'>>>
let checkout: TestCheckout
let gate: Awaited<ReturnType<typeof openGate>>
let shop: TestShop

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  checkout = await startCheckout(devnet)
  gate = await openGate(checkout)
  shop = await startShop({ ...checkout, baseUrl: gate.baseUrl })
  await shop.signIn()
}, 400_000)

afterAll(async () => {
  await shop?.stop()
  gate?.close()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

type Cart = { readonly id: string; readonly total: number; readonly items: readonly { readonly id: string }[] }
type Session = {
  readonly id: string
  readonly status: string
  readonly data: { readonly id: string; readonly url: string }
}
type Order = {
  readonly id: string
  readonly status: string
  readonly payment_status: string
  readonly total: number
  readonly summary: {
    readonly paid_total: number
    readonly refunded_total: number
    readonly pending_difference: number
  }
  readonly payment_collections: readonly {
    readonly payments: readonly {
      readonly id: string
      readonly amount: number
      readonly data: Record<string, unknown>
    }[]
  }[]
  readonly transactions: readonly { readonly amount: number; readonly reference: string }[]
}

async function fillCart(currency: 'eur' | 'jpy' = 'eur'): Promise<Cart> {
  const address = { first_name: 'Ada', last_name: 'L', address_1: '1', city: 'B', country_code: 'de', postal_code: '1' }
  const { cart } = await shop.ask<{ cart: Cart }>('POST', '/store/carts', {
    region_id: shop.seeded.regions[currency],
    email: 'ada@example.com',
    shipping_address: { ...address, country_code: currency === 'eur' ? 'de' : 'jp' },
  })
  return addToCart(cart.id)
}

async function addToCart(id: string): Promise<Cart> {
  const line = { variant_id: shop.seeded.variant, quantity: 1 }
  return (await shop.ask<{ cart: Cart }>('POST', `/store/carts/${id}/line-items`, line)).cart
}

async function openSession(cart: string): Promise<Session> {
  return makeSession(await openCollection(cart))
}

async function openCollection(cart_id: string): Promise<string> {
  const body = { cart_id }
  const path = '/store/payment-collections'
  return (await shop.ask<{ payment_collection: { id: string } }>('POST', path, body)).payment_collection.id
}

async function makeSession(collection: string): Promise<Session> {
  const path = `/store/payment-collections/${collection}/payment-sessions`
  const answer = await shop.ask<{ payment_collection: { payment_sessions: Session[] } }>('POST', path, {
    provider_id: 'pp_crypto-checkout_shop',
  })
  const [session, ...others] = answer.payment_collection.payment_sessions
  if (!session || others.length > 0) throw new Error(`${others.length + 1} sessions`)
  return session
}

async function complete(cart: string): Promise<string> {
  const answer = await shop.ask<{ type: string; order?: { id: string }; error?: unknown }>(
    'POST',
    `/store/carts/${cart}/complete`,
  )
  if (!answer.order) throw new Error(JSON.stringify(answer.error))
  return answer.order.id
}

const FIELDS =
  '+payment_status,+summary.*,*payment_collections.payments,+payment_collections.payments.data,*transactions'

async function readOrder(id: string): Promise<Order> {
  return (await shop.ask<{ order: Order }>('GET', `/admin/orders/${id}?fields=${FIELDS}`)).order
}

const PAID = {
  payment_status: 'captured',
  transactions: [{ amount: 12.5 }],
  summary: { paid_total: 12.5, pending_difference: 0 },
}

async function readOrderOf({ id }: Cart): Promise<Order | null> {
  const { cart } = await shop.ask<{ cart: { order?: { id: string } } }>('GET', `/admin/carts/${id}`)
  return cart.order ? readOrder(cart.order.id) : null
}

/** Runs the plug-in's job. */
const reconcile = () => shop.ask('POST', '/admin/reconcile')

/** Waits until the shop has handled all webhooks of a payment up to this one, also if they should change nothing. */
async function settle(payment: string, last: EventType): Promise<void> {
  await pollUntil(
    () => checkout.client.deliveries.ofPayment(payment),
    ({ data }) => data.some(({ eventType }) => eventType === last) && data.every(({ state }) => state === 'delivered'),
  )
  await shop.ask('POST', '/admin/settle')
}

/** Medusa writes the transaction after the capture. */
const untilBooked = (id: string) =>
  pollUntil(
    () => readOrder(id),
    ({ transactions }) => transactions.length > 0,
  )

/** Kills the shop as soon as its request waits for a table, and starts it again. */
async function killAt(table: string, ask: () => Promise<unknown>): Promise<void> {
  const stall = () => shop.ask<{ waiting: number }>('POST', '/admin/stall', { table })
  await stall()
  const asked = ask().catch(() => null)
  await pollUntil(stall, ({ waiting }) => waiting > 0)
  await shop.kill()
  await asked
  await shop.restart()
}

test('#9887: an order that was placed first is captured by its webhook, with a transaction of its whole amount', async () => {
  const cart = await fillCart()
  const { data } = await openSession(cart.id)
  const id = await complete(cart.id)
  expect(await readOrder(id)).toMatchObject({ payment_status: 'awaiting', transactions: [] })
  await checkout.complete(data.id)
  const order = await untilBooked(id)
  expect(order.payment_status).toBe('captured')
  expect(order.transactions).toMatchObject([{ amount: 12.5, reference: 'capture' }])
  expect(order.summary).toMatchObject({ paid_total: 12.5, pending_difference: 0 })
})

test('the order is made by the webhook, though the payer has closed the page before the cart was completed', async () => {
  const cart = await fillCart('jpy')
  const { data } = await openSession(cart.id)
  await checkout.complete(data.id)
  const { orders } = await pollUntil(
    () => shop.ask<{ orders: { id: string }[] }>('GET', `/admin/orders?region_id=${shop.seeded.regions.jpy}`),
    (answer) => answer.orders.length > 0,
  )
  const order = await untilBooked(String(orders[0]?.id))
  expect(order.transactions).toMatchObject([{ amount: 2_000, reference: 'capture' }])
})

test('#16722, Pinelab #620: webhooks that come at once, twice and out of order capture an order that was placed, once', async () => {
  const cart = await fillCart()
  const { data } = await openSession(cart.id)
  const id = await complete(cart.id)
  await checkout.complete(data.id)
  const { data: deliveries } = await checkout.client.deliveries.ofPayment(data.id)
  await Promise.all([...deliveries, ...deliveries.toReversed()].map((one) => checkout.client.deliveries.resend(one.id)))
  await untilBooked(id)
  await settle(data.id, 'payment.completed')
  expect(await readOrder(id)).toMatchObject({
    payment_collections: [{ payments: [{ amount: 12.5 }] }],
    transactions: [{ amount: 12.5, reference: 'capture' }],
  })
  expect(shop.log).not.toContain('Payment with id undefined')
})

test('Vendure #2657: a webhook that comes after the order is completed is answered 200 and changes nothing', async () => {
  const cart = await fillCart()
  const { data } = await openSession(cart.id)
  const id = await complete(cart.id)
  await checkout.complete(data.id)
  await untilBooked(id)
  await shop.ask('POST', `/admin/orders/${id}/complete`)
  const { status, payment_status, summary, transactions } = await readOrder(id)
  const { data: deliveries } = await checkout.client.deliveries.ofPayment(data.id)
  for (const one of deliveries) await checkout.client.deliveries.resend(one.id)
  await settle(data.id, 'payment.completed')
  expect(status).toBe('completed')
  expect(await readOrder(id)).toMatchObject({ status, payment_status, summary, transactions })
  const { data: after } = await checkout.client.deliveries.ofPayment(data.id)
  expect(after.map(({ lastStatus }) => lastStatus)).toEqual(after.map(() => 200))
})

test('#16398: an order that was placed stays when its payment is cancelled, and money that comes late is not booked', async () => {
  const cart = await fillCart()
  const { data } = await openSession(cart.id)
  const id = await complete(cart.id)
  await checkout.client.payments.cancel(data.id)
  await checkout.send(await checkout.client.payments.retrieve(data.id), 20_000_000n)
  await pollUntil(
    () => checkout.client.payments.retrieve(data.id),
    ({ exceptions }) => exceptions.includes('late'),
  )
  await settle(data.id, 'payment.late')
  expect(await readOrder(id)).toMatchObject({ status: 'pending', payment_status: 'awaiting', transactions: [] })
})

test('an order that is cancelled is not offered for payment, and one whose payment has money is named in the log', async () => {
  const cart = await fillCart()
  const { data } = await openSession(cart.id)
  const id = await complete(cart.id)
  await shop.ask('POST', `/admin/orders/${id}/cancel`)
  await checkout.until(data.id, 'cancelled')
  const other = await fillCart()
  const { data: paid } = await openSession(other.id)
  const paidOrder = await complete(other.id)
  await checkout.send(await checkout.client.payments.retrieve(paid.id), 4_000_000n)
  await checkout.until(paid.id, 'partially_paid')
  await shop.ask('POST', `/admin/orders/${paidOrder}/cancel`)
  const expected = `Order ${paidOrder} is cancelled, and its payment has money. Payment ${paid.id} is partially_paid`
  await pollUntil(
    () => shop.log,
    (log) => log.includes(expected),
  )
})

test('Vendure #2620, #2941, #3014: a changed cart has another payment, and one whose payment has money does not change', async () => {
  const cart = await fillCart()
  const first = await openSession(cart.id)
  expect((await addToCart(cart.id)).total).toBe(25)
  expect(await checkout.client.payments.retrieve(first.data.id)).toMatchObject({ status: 'cancelled' })
  const second = await openSession(cart.id)
  await checkout.send(await checkout.client.payments.retrieve(second.data.id))
  await checkout.until(second.data.id, 'processing')
  await expect(addToCart(cart.id)).rejects.toThrow()
  await expect(openSession(cart.id)).rejects.toThrow()
  const id = await complete(cart.id)
  await checkout.finish()
  const order = await untilBooked(id)
  expect(order).toMatchObject({ total: 25, transactions: [{ amount: 25 }], summary: { pending_difference: 0 } })
})

test('a change of a cart that has money is refused as often as it is asked, and leaves the cart and its order alone', async () => {
  const cart = await fillCart()
  const { data } = await openSession(cart.id)
  await checkout.send(await checkout.client.payments.retrieve(data.id))
  await checkout.until(data.id, 'processing')
  await expect(addToCart(cart.id)).rejects.toThrow('not_allowed')
  await expect(addToCart(cart.id)).rejects.toThrow('not_allowed')
  const id = await complete(cart.id)
  await checkout.finish()
  const order = await untilBooked(id)
  expect(order).toMatchObject({ total: 12.5, transactions: [{ amount: 12.5 }], summary: { pending_difference: 0 } })
  expect(order.payment_status).toBe('captured')
})

test('an address of e-mail, and a change that is not valid, leave the payment of a cart as it is', async () => {
  const cart = await fillCart()
  const { data } = await openSession(cart.id)
  await shop.ask('POST', `/store/carts/${cart.id}`, { email: 'grace@example.com' })
  await expect(shop.ask('POST', `/store/carts/${cart.id}/line-items`, { quantity: 1 })).rejects.toThrow('invalid_data')
  expect(await checkout.client.payments.retrieve(data.id)).toMatchObject({ status: 'created' })
  await complete(cart.id)
})

test('a cart that changes while the checkout is away for seconds has another payment', async () => {
  const cart = await fillCart()
  const { data } = await openSession(cart.id)
  gate.lose(/payments/)
  const changed = addToCart(cart.id)
  // Longer than the client's own retries.
  await sleep(2_000)
  gate.lose(null)
  expect((await changed).total).toBe(25)
  expect(await checkout.client.payments.retrieve(data.id)).toMatchObject({ status: 'cancelled' })
})

test('a change that failed because the checkout was away can be asked again', async () => {
  const cart = await fillCart()
  const { data } = await openSession(cart.id)
  gate.lose(/payments/)
  await expect(addToCart(cart.id)).rejects.toThrow()
  gate.lose(null)
  expect((await addToCart(cart.id)).total).toBe(25)
  expect(await checkout.client.payments.retrieve(data.id)).toMatchObject({ status: 'cancelled' })
  const second = await openSession(cart.id)
  expect(await checkout.client.payments.retrieve(second.data.id)).toMatchObject({ status: 'created', amount: 25 })
})

test('a cart that could not be emptied while the checkout was away is still paid', async () => {
  const cart = await fillCart()
  const { data } = await openSession(cart.id)
  gate.lose(/payments/)
  const path = `/store/carts/${cart.id}/line-items`
  await expect(shop.ask('DELETE', `${path}/${cart.items[0]?.id}`)).rejects.toThrow()
  gate.lose(null)
  await checkout.complete(data.id)
  await settle(data.id, 'payment.completed')
  await reconcile()
  const { cart: now } = await shop.ask<{ cart: object }>('GET', `/admin/carts/${cart.id}`)
  expect(now).toMatchObject({ items: [{ id: cart.items[0]?.id }], order: { status: 'pending' } })
})

test('two clicks at once: two sessions leave one open payment, and two completions make one order', async () => {
  const { id } = await fillCart()
  const collection = await openCollection(id)
  const known = (await checkout.client.payments.list({ status: 'created' })).totalCount
  await Promise.allSettled([makeSession(collection), makeSession(collection), makeSession(collection)])
  const open = await checkout.client.payments.list({ status: 'created' })
  expect(open.totalCount - known).toBe(1)
  const orders = await Promise.all([complete(id), complete(id), complete(id)])
  expect(new Set(orders).size).toBe(1)
  await checkout.complete(String(open.data[0]?.id))
  const order = await untilBooked(String(orders[0]))
  expect(order).toMatchObject({ payment_status: 'captured', transactions: [{ amount: 12.5 }] })
})

test('a webhook of a session that is gone touches no other cart', async () => {
  const innocent = await fillCart()
  await openSession(innocent.id)
  const cart = await fillCart()
  const { data } = await openSession(cart.id)
  await addToCart(cart.id)
  await checkout.send(await checkout.client.payments.retrieve(data.id), 20_000_000n)
  await checkout.finish()
  await pollUntil(
    () => checkout.client.payments.retrieve(data.id),
    ({ transactions }) => transactions.some(({ status }) => status === 'final'),
  )
  // The merchant takes the late money, so the payment is completed though its session is gone.
  await checkout.client.payments.accept(data.id)
  await settle(data.id, 'payment.completed')
  await reconcile()
  const { cart: now } = await shop.ask<{ cart: { completed_at: unknown } }>(
    'GET',
    `/store/carts/${innocent.id}?fields=completed_at`,
  )
  expect(now.completed_at ?? null).toBeNull()
})

test('a part cannot be captured, and a refund is booked at once and waits for the payer', async () => {
  const cart = await fillCart()
  const { data } = await openSession(cart.id)
  const id = await complete(cart.id)
  await checkout.complete(data.id)
  const paid = await untilBooked(id)
  const payment = String(paid.payment_collections[0]?.payments[0]?.id)
  await shop.ask('POST', `/admin/payments/${payment}/capture`, { amount: 3 })
  expect((await readOrder(id)).transactions).toHaveLength(1)
  await shop.ask('POST', `/admin/payments/${payment}/refund`, { amount: 5 })
  const order = await readOrder(id)
  expect(order).toMatchObject({
    payment_status: 'partially_refunded',
    transactions: expect.arrayContaining([expect.objectContaining({ amount: -5, reference: 'refund' })]),
  })
  const [refund] = (await checkout.client.refunds.list({ paymentId: data.id })).data
  expect(order.payment_collections[0]?.payments[0]?.data).toMatchObject({
    refunds: [{ id: refund?.id, amount: 5, next: 'collect_destination', url: expect.stringContaining('/refund/') }],
  })
  await expect(shop.ask('POST', `/admin/payments/${payment}/refund`, { amount: 8 })).rejects.toThrow()
  expect((await checkout.client.refunds.list({ paymentId: data.id })).totalCount).toBe(1)
})

test('another provider with the same id is not taken for ours, by the job and the panel', async () => {
  const cart = await fillCart()
  const { data } = await openSession(cart.id)
  const id = await complete(cart.id)
  await reconcile()
  const panel = await shop.ask('GET', `/admin/crypto-checkout/orders/${id}`)
  expect(panel).toMatchObject({ payments: [{ id: data.id, status: 'created' }] })
})

test('a refund whose answer is lost stays booked, and the job asks for the same one again', async () => {
  const cart = await fillCart()
  const { data } = await openSession(cart.id)
  const id = await complete(cart.id)
  await checkout.complete(data.id)
  const payment = String((await untilBooked(id)).payment_collections[0]?.payments[0]?.id)
  gate.lose(/^POST .*\/refunds$/)
  await shop.ask('POST', `/admin/payments/${payment}/refund`, { amount: 5 })
  gate.lose(null)
  const booked = {
    payment_status: 'partially_refunded',
    transactions: expect.arrayContaining([expect.objectContaining({ amount: -5, reference: 'refund' })]),
  }
  expect(await readOrder(id)).toMatchObject(booked)
  await reconcile()
  await reconcile()
  const order = await readOrder(id)
  expect(order).toMatchObject({ ...booked, summary: { refunded_total: 5 } })
  const { data: refunds } = await checkout.client.refunds.list({ paymentId: data.id })
  expect(refunds).toMatchObject([{ amount: 5 }])
  expect(order.payment_collections[0]?.payments[0]?.data).toMatchObject({
    refunds: [{ id: refunds[0]?.id, amount: 5, url: expect.stringContaining('/refund/') }],
  })
})

test('kill -9 of the shop while it refunds: the job books the refund with its order, once', async () => {
  const cart = await fillCart()
  const { data } = await openSession(cart.id)
  const id = await complete(cart.id)
  await checkout.complete(data.id)
  const payment = String((await untilBooked(id)).payment_collections[0]?.payments[0]?.id)
  gate.lose(/^POST .*\/refunds$/)
  const asked = shop.ask('POST', `/admin/payments/${payment}/refund`, { amount: 5, note: 'half' }).catch(() => null)
  await pollUntil(
    () => checkout.client.refunds.list({ paymentId: data.id }),
    ({ data: refunds }) => refunds.length > 0,
  )
  await shop.kill()
  await asked
  gate.lose(null)
  await shop.restart()
  await reconcile()
  expect((await readOrder(id)).transactions).toHaveLength(1)
  await shop.ask('POST', '/admin/age-refund', { note: 'half' })
  await reconcile()
  await reconcile()
  expect(await readOrder(id)).toMatchObject({
    payment_status: 'partially_refunded',
    transactions: expect.arrayContaining([expect.objectContaining({ amount: -5, reference: 'refund' })]),
    summary: { refunded_total: 5, pending_difference: 0 },
  })
  await shop.ask('POST', `/admin/payments/${payment}/refund`, { amount: 7.5 })
  const order = await readOrder(id)
  expect(order.transactions.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([-7.5, -5, 12.5])
  expect(order.summary).toMatchObject({ refunded_total: 12.5, pending_difference: 0 })
})

test.each(['order_change', 'order_change_action', 'order_credit_line'])(
  'kill -9 of the shop while it credits a refund, before %s: the job credits it, once',
  async (table) => {
    const cart = await fillCart()
    const { data } = await openSession(cart.id)
    const id = await complete(cart.id)
    await checkout.complete(data.id)
    const payment = String((await untilBooked(id)).payment_collections[0]?.payments[0]?.id)
    const refund = (amount: number, note: string) =>
      shop.ask('POST', `/admin/payments/${payment}/refund`, { amount, note })
    await refund(1, `first ${table}`)
    await refund(2, `second ${table}`)
    await killAt(table, () => refund(5, table))
    expect((await readOrder(id)).summary).toMatchObject({ refunded_total: 8, pending_difference: 5 })
    await reconcile()
    expect((await readOrder(id)).summary).toMatchObject({ pending_difference: 5 })
    await shop.ask('POST', '/admin/age-refund', { note: table })
    await reconcile()
    await reconcile()
    expect((await readOrder(id)).summary).toMatchObject({ refunded_total: 8, pending_difference: 0 })
    await refund(4.5, `last ${table}`)
    expect((await readOrder(id)).summary).toMatchObject({ refunded_total: 12.5, pending_difference: 0 })
  },
)

/** The tables that a change of a cart writes after its lines. */
test.each(['payment_collection', 'payment_session'])(
  'kill -9 of the shop while a cart changes, before %s: no payment asks for the old price',
  async (table) => {
    const cart = await fillCart()
    const { data } = await openSession(cart.id)
    await killAt(table, () => addToCart(cart.id))
    expect(await checkout.client.payments.retrieve(data.id)).toMatchObject({ status: 'cancelled' })
    const { data: next } = await openSession(cart.id)
    const id = await complete(cart.id)
    const { total } = await readOrder(id)
    expect(await checkout.client.payments.retrieve(next.id)).toMatchObject({ status: 'created', amount: total })
    await checkout.complete(next.id)
    expect((await untilBooked(id)).summary).toMatchObject({ paid_total: total, pending_difference: 0 })
  },
)

test.each(['order_cart', 'order_payment_collection'])(
  'kill -9 of the shop while a cart becomes an order, before %s: placed again, it is that order',
  async (table) => {
    const cart = await fillCart()
    const { data } = await openSession(cart.id)
    await killAt(table, () => complete(cart.id))
    const id = await complete(cart.id)
    await expect(addToCart(cart.id)).rejects.toThrow('already completed')
    await checkout.complete(data.id)
    expect(await untilBooked(id)).toMatchObject({
      payment_status: 'captured',
      transactions: [{ amount: 12.5 }],
      summary: { paid_total: 12.5, pending_difference: 0 },
    })
  },
)

test.each(['order_cart', 'order_payment_collection'])(
  'kill -9 of the shop while a cart becomes an order, before %s: its webhook pays that order',
  async (table) => {
    const cart = await fillCart()
    const { data } = await openSession(cart.id)
    await killAt(table, () => complete(cart.id))
    await checkout.complete(data.id)
    await settle(data.id, 'payment.completed')
    expect(await readOrderOf(cart)).toMatchObject(PAID)
    expect((await checkout.client.refunds.list({ paymentId: data.id })).totalCount).toBe(0)
  },
)

test('kill -9 of the shop while a cart is emptied and its money comes: the order is paid', async () => {
  const cart = await fillCart()
  const { data } = await openSession(cart.id)
  gate.lose(/payments/)
  const asked = shop.ask('DELETE', `/store/carts/${cart.id}/line-items/${cart.items[0]?.id}`).catch(() => null)
  await sleep(1_000)
  await shop.kill()
  await asked
  gate.lose(null)
  await shop.restart()
  await checkout.complete(data.id)
  await settle(data.id, 'payment.completed')
  await reconcile()
  const { cart: now } = await shop.ask<{ cart: { order?: { id: string } } }>('GET', `/admin/carts/${cart.id}`)
  expect(await untilBooked(String(now.order?.id))).toMatchObject({
    total: 12.5,
    transactions: [{ amount: 12.5 }],
    summary: { pending_difference: 0 },
  })
})

/** Completed payments without an order. */
const unbooked = new Set<string>()

test('money for a cart that something else has emptied: the job names its payment in the log', async () => {
  const cart = await fillCart()
  const { data } = await openSession(cart.id)
  unbooked.add(data.id)
  await shop.ask('DELETE', `/admin/carts/${cart.id}`)
  await checkout.complete(data.id)
  await settle(data.id, 'payment.completed')
  await reconcile()
  await pollUntil(
    () => shop.log,
    (log) => log.includes(`Payment ${data.id} is completed, and Medusa has not booked it with an order.`),
  )
})

test('an order that is cancelled while the checkout is away: the job stops its payment', async () => {
  const cart = await fillCart()
  const { data } = await openSession(cart.id)
  const id = await complete(cart.id)
  await checkout.kill()
  await shop.ask('POST', `/admin/orders/${id}/cancel`)
  await shop.ask('POST', '/admin/settle')
  await checkout.restart()
  expect(await checkout.client.payments.retrieve(data.id)).toMatchObject({ status: 'created' })
  await reconcile()
  expect(await checkout.client.payments.retrieve(data.id)).toMatchObject({ status: 'cancelled' })
})

test('kill -9 of the shop while a payment completes: the job books what its webhook has lost, once', async () => {
  const placed = await fillCart()
  const { data } = await openSession(placed.id)
  const id = await complete(placed.id)
  const open = await fillCart()
  const { data: closed } = await openSession(open.id)
  await shop.kill()
  // As if Medusa had answered 200 and ended before it worked.
  for (const { id: hook } of (await checkout.client.webhooks.list()).data) await checkout.client.webhooks.delete(hook)
  await checkout.complete(data.id)
  await checkout.complete(closed.id)
  await shop.restart()
  await reconcile()
  await reconcile()
  expect(await readOrder(id)).toMatchObject({ payment_status: 'captured', transactions: [{ amount: 12.5 }] })
  const { cart } = await shop.ask<{ cart: { completed_at: unknown } }>(
    'GET',
    `/store/carts/${open.id}?fields=completed_at`,
  )
  expect(cart.completed_at).toBeTruthy()
})

test.each(['order_cart', 'order_payment_collection'])(
  'kill -9 of the shop while a cart becomes an order, before %s: the job pays that order, whose webhook is lost',
  async (table) => {
    const cart = await fillCart()
    const { data } = await openSession(cart.id)
    await killAt(table, () => complete(cart.id))
    await checkout.complete(data.id)
    await reconcile()
    expect(await readOrderOf(cart)).toMatchObject(PAID)
    expect((await checkout.client.refunds.list({ paymentId: data.id })).totalCount).toBe(0)
  },
)

test('kill -9 of the checkout: the shop says so and makes no second payment, and the money completes after its start', async () => {
  const cart = await fillCart()
  const { data } = await openSession(cart.id)
  const id = await complete(cart.id)
  await checkout.send(await checkout.client.payments.retrieve(data.id), 12_500_000n)
  await checkout.kill()
  const other = await fillCart()
  await expect(openSession(other.id)).rejects.toThrow()
  await checkout.restart()
  await openSession(other.id)
  const payment = await checkout.client.payments.retrieve(data.id)
  await checkout.send(payment, 20_000_000n)
  await checkout.finish()
  await checkout.until(data.id, 'completed')
  await reconcile()
  expect(await readOrder(id)).toMatchObject({ payment_status: 'captured', transactions: [{ amount: 12.5 }] })
})

test('the books of the shop and the checkout are equal', async () => {
  const { orders } = await shop.ask<{ orders: Order[] }>('GET', `/admin/orders?limit=100&fields=${FIELDS}`)
  const booked = orders.flatMap(({ payment_collections }) =>
    payment_collections.flatMap(({ payments }) => payments.map(({ data, amount }) => `${data.id} ${amount}`)),
  )
  const sold: string[] = []
  for await (const { id, amount, exceptions } of checkout.client.payments.list({ status: 'completed' })) {
    if (!exceptions.includes('manual') && !unbooked.has(id)) sold.push(`${id} ${amount}`)
  }
  expect(booked.toSorted()).toEqual(sold.toSorted())
  expect(sold.length).toBeGreaterThan(5)
})
