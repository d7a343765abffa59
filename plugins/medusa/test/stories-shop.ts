/**
 * A whole Medusa as a shop that plays stories: see plugins/stories/README.md. It acts by Medusa's HTTP API, as the
 * storefront, the merchant and the checkout do. It knows the carts of its orders, as buyers' browsers do.
 */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient } from '@crypto-checkout/client'
import { findFreePort } from '@crypto-checkout/core/testing'
import { serveDriver } from '../../stories/src/driver-process.ts'
import type {
  OrderInput,
  OrderState,
  RefundInput,
  Refused,
  ShopDriver,
  ShopSettings,
  WebhookInput,
} from '../../stories/src/shop-driver.ts'
import { openShop, ShopRefusal, type TestShop } from './shop.ts'
import { type Cart, countUnits, findPayment, ORDER_FIELDS, type Order, type Row, toState } from './stories-orders.ts'

/** The coins of the bench's networks; its payers who choose nothing pay the first one. */
const METHODS = [
  ...['USDC', 'USDT', 'DAI'].map((cryptocurrency) => ({ cryptocurrency, network: 'ethereum' })),
  ...['USDC', 'USDT'].map((cryptocurrency) => ({ cryptocurrency, network: 'stellar' })),
]
const COUNTRIES = { eur: 'de', usd: 'us', jpy: 'jp', kwd: 'kw' } as const

const TABLES = `
  create table if not exists orders (number text primary key, cart text, cancelled integer not null default 0);
  create table if not exists pages (payment text primary key);`

const MOMENT_MS = 30

type Clicks = { count: number; readonly answer: Promise<{ payment: string } | Refused> }

class MedusaShop implements ShopDriver {
  #shop!: TestShop
  #checkout!: Client
  #rows!: DatabaseSync
  #job: Promise<unknown> | null = null
  /** By order: those that wait for their turn. */
  readonly #clicks = new Map<string, Clicks>()
  readonly #queues = new Map<string, Promise<unknown>>()

  async start({ folder, baseUrl, publicKey, secretKey, webhookSecret }: ShopSettings): Promise<object> {
    this.#checkout = createClient({ baseUrl, publicKey, secretKey })
    this.#rows = new DatabaseSync(join(folder, 'orders.db'))
    this.#rows.exec(TABLES)
    const portFile = join(folder, 'port')
    if (!existsSync(portFile)) writeFileSync(portFile, String(await findFreePort()))
    this.#shop = await openShop({
      ...{ baseUrl, webhookSecret, folder, keys: { publicKey, secretKey }, methods: JSON.stringify(METHODS) },
      database: `stories_${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`,
      port: Number(readFileSync(portFile, 'utf8')),
      write: (text) => process.stderr.write(text),
    })
    await this.#shop.signIn()
    return {}
  }

  /** Clicks of a moment are requests at the same time. The storefront's page then shows the cart's session. */
  place(input: OrderInput): Promise<{ payment: string } | Refused> {
    const { order } = input
    const known = this.#clicks.get(order)
    if (known) known.count += 1
    if (known) return known.answer
    const clicks = { count: 1 }
    const answer = this.#inTurn(order, async () => {
      await sleep(MOMENT_MS)
      this.#clicks.delete(order)
      return this.#click(input, clicks.count)
    })
    this.#clicks.set(order, Object.assign(clicks, { answer }))
    return answer
  }

  async #click({ order, amount, currency }: OrderInput, times: number): Promise<{ payment: string } | Refused> {
    const row = this.#read(order) ?? (await this.#fillCart(order, amount, currency))
    if (row.cancelled) return { refused: 'the order is cancelled' }
    const cart = await this.#readCart(row)
    const known = findPayment(cart)
    const payment = known === undefined ? null : await this.#checkout.payments.retrieve(known)
    if (payment?.status === 'completed') return { refused: 'the order is paid' }
    const isOpen = payment && !['expired', 'cancelled'].includes(payment.status)
    const id = isOpen ? payment.id : await this.#openSession(order, cart, times)
    // A shop that was killed may have completed the cart without its order: the buyer's click failed, and comes again.
    if (isPlacedFirst(order) && !cart.order) await atOnce(times, () => this.#complete(cart))
    this.#rows.prepare('insert or ignore into pages values (?)').run(id)
    return { payment: id }
  }

  /** A buyer changes the cart. The merchant cancels an order that was placed, and the buyer fills another cart. */
  amend({ order, amount, currency }: OrderInput) {
    return this.#inTurn(order, () =>
      this.#refusable(async () => {
        const row = this.#read(order)
        const cart = row && (await this.#readCart(row))
        if (!cart) return this.#fillCart(order, amount, currency)
        if (cart.order) return (await this.#cancelOrder(cart.order.id)) ?? this.#fillCart(order, amount, currency)
        const [item] = cart.items
        if (cart.currency_code !== currency.toLowerCase()) {
          await this.#shop.ask('POST', `/store/carts/${cart.id}`, { region_id: this.#findRegion(currency) })
        }
        const quantity = countUnits(amount, currency)
        await this.#shop.ask('POST', `/store/carts/${cart.id}/line-items/${item?.id}`, { quantity })
        return {}
      }),
    )
  }

  cancel({ order }: { readonly order: string }) {
    return this.#inTurn(order, () =>
      this.#refusable(async () => {
        const row = this.#read(order)
        if (!row || row.cancelled) return {}
        const cart = await this.#readCart(row)
        const refusal = cart.order ? await this.#cancelOrder(cart.order.id) : null
        if (!cart.order) await this.#emptyCart(cart)
        if (!refusal) this.#rows.prepare('update orders set cancelled = 1 where number = ?').run(order)
        return refusal ?? {}
      }),
    )
  }

  /** The merchant looks first whether the refund is there. The note names it. */
  refund({ order, refund, amount }: RefundInput) {
    return this.#inTurn(order, () =>
      this.#refusable(async (): Promise<{ url: string | null } | Refused> => {
        const paid = await this.#readPaid(order)
        if (!paid) return { refused: 'the order is not paid' }
        const isKnown = paid.refunds.some(({ note }) => note === refund)
        if (isKnown) {
          await this.#shop.ask('POST', '/admin/age-refund', { note: refund })
          await this.#runJob()
        } else {
          const path = `/admin/payments/${paid.id}/refund`
          await this.#shop.ask('POST', path, { amount: Number(amount), note: refund })
        }
        const { refunds = [], data } = (await this.#readPaid(order)) ?? {}
        const id = refunds.find(({ note }) => note === refund)?.id
        const note = data?.refunds?.find(({ reference }) => reference === id)
        // The job asks the checkout again.
        if (!note) throw new Error('the checkout has not answered')
        return { url: note.next === 'collect_destination' ? note.url : null }
      }),
    )
  }

  /** Medusa answers 200 before it works. What it cannot do then, it never hears again: the job finds it. */
  async webhook({ headers, body }: WebhookInput): Promise<{ status: number }> {
    const delivery = randomUUID()
    const sent = Object.entries(headers).filter(([name]) => /^(webhook-|content-type)/.test(name))
    const { status } = await fetch(this.#shop.hook, {
      method: 'POST',
      headers: { ...Object.fromEntries(sent), 'x-delivery': delivery },
      body,
    })
    if (status !== 200) return { status }
    const { failed } = await this.#shop.ask<{ failed: Error | null }>('POST', '/admin/settle', { delivery })
    if (failed?.name === 'WebhookVerificationError') return { status: 400 }
    if (failed) await this.#runJob()
    return { status: 200 }
  }

  /**
   * The plug-in's job. A shop that was killed has payments without a session, of which nobody has the page: they end now,
   * not at their deadline.
   */
  async reconcile(): Promise<object> {
    await this.#runJob()
    for await (const { id, metadata } of this.#checkout.payments.list({ status: 'created', limit: 100 })) {
      const order = String(metadata.order)
      const hasPage = this.#rows.prepare('select 1 from pages where payment = ?').get(id) !== undefined
      if (!hasPage) await this.#inTurn(order, () => this.#endWithoutSession(order, id))
    }
    return {}
  }

  async read({ order }: { readonly order: string }): Promise<OrderState> {
    const row = this.#read(order)
    const cart = row && (await this.#readCart(row))
    return toState(cart?.order ? await this.#readOrder(cart.order.id) : null)
  }

  /** Those who ask while it runs wait for the next run. */
  async #runJob(): Promise<void> {
    await this.#job
    this.#job ??= this.#shop.ask('POST', '/admin/reconcile').finally(() => {
      this.#job = null
    })
    await this.#job
  }

  async #endWithoutSession(order: string, id: string): Promise<void> {
    const row = this.#read(order)
    const sessions = row && (await this.#readCart(row)).payment_collection?.payment_sessions
    if (sessions && !sessions.some(({ data }) => data.id === id)) await this.#checkout.payments.cancel(id)
  }

  async #fillCart(number: string, amount: string, currency: string): Promise<Row> {
    const code = currency.toLowerCase() as keyof typeof COUNTRIES
    const address = { first_name: 'Ada', last_name: 'L', address_1: '1', city: 'B', postal_code: '1' }
    const { cart } = await this.#shop.ask<{ cart: { id: string } }>('POST', '/store/carts', {
      region_id: this.#findRegion(currency),
      email: 'ada@example.com',
      shipping_address: { ...address, country_code: COUNTRIES[code] },
      items: [{ variant_id: this.#shop.seeded.unit, quantity: countUnits(amount, currency) }],
    })
    const sql = 'insert into orders (number, cart) values (?, ?) on conflict do update set cart = excluded.cart'
    this.#rows.prepare(sql).run(number, cart.id)
    return { number, cart: cart.id, cancelled: 0 }
  }

  async #openSession(order: string, cart: Cart, times: number): Promise<string> {
    const { id } = cart
    const headers = { 'x-order': order }
    const { payment_collection } = await this.#shop.ask<{ payment_collection: { id: string } }>(
      ...(['POST', '/store/payment-collections', { cart_id: id }, headers] as const),
    )
    const path = `/store/payment-collections/${payment_collection.id}/payment-sessions`
    const provider = { provider_id: 'pp_crypto-checkout_shop' }
    await atOnce(times, () => this.#shop.ask('POST', path, provider, headers))
    return String(findPayment(await this.#readCart({ cart: id })))
  }

  /** A payer may have paid a part meanwhile. The order is made then once the rest has come. */
  async #complete({ id }: Cart): Promise<void> {
    await this.#shop.ask('POST', `/store/carts/${id}/complete`)
  }

  /** The merchant looks at the panel first: money that is on its way is for this order. */
  async #cancelOrder(id: string): Promise<Refused | null> {
    const { status } = await this.#readOrder(id)
    if (status === 'canceled') return null
    const { payments } = await this.#shop.ask<{ payments: { status: string; amountReceived: string }[] }>(
      ...(['GET', `/admin/crypto-checkout/orders/${id}`] as const),
    )
    const hasMoney = payments.some((one) => one.status === 'completed' || Number(one.amountReceived) > 0)
    if (hasMoney) return { refused: 'money is on its way' }
    await this.#shop.ask('POST', `/admin/orders/${id}/cancel`)
    await this.#shop.ask('POST', '/admin/settle')
    return null
  }

  async #emptyCart({ id, items }: Cart): Promise<void> {
    for (const item of items) await this.#shop.ask('DELETE', `/store/carts/${id}/line-items/${item.id}`)
  }

  async #readCart({ cart: id }: Pick<Row, 'cart'>): Promise<Cart> {
    return (await this.#shop.ask<{ cart: Cart }>('GET', `/admin/carts/${id}`)).cart
  }

  async #readOrder(id: string): Promise<Order> {
    return (await this.#shop.ask<{ order: Order }>('GET', `/admin/orders/${id}?fields=${ORDER_FIELDS}`)).order
  }

  async #readPaid(number: string) {
    const row = this.#read(number)
    const cart = row && (await this.#readCart(row))
    const order = cart?.order ? await this.#readOrder(cart.order.id) : null
    return order?.payment_collections.flatMap(({ payments }) => payments)[0] ?? null
  }

  #findRegion(currency: string): string {
    return this.#shop.seeded.regions[currency.toLowerCase() as keyof typeof COUNTRIES]
  }

  async #refusable<T>(work: () => Promise<T | Refused>): Promise<T | Refused> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ShopRefusal) || !isRefused(error)) throw error
      return { refused: error.message }
    }
  }

  #read(order: string): Row | null {
    return (this.#rows.prepare('select * from orders where number = ?').get(order) as Row | undefined) ?? null
  }

  /** What a buyer or the merchant does with an order comes one after the other. */
  #inTurn<T>(order: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#queues.get(order) ?? Promise.resolve()).then(work)
    this.#queues.set(
      order,
      turn.catch(() => {}),
    )
    return turn
  }
}

/** Runs requests at the same time. All of them may fail but one: the buyer sees that one. */
async function atOnce(times: number, ask: () => Promise<unknown>): Promise<void> {
  const ended = await Promise.allSettled(Array.from({ length: times }, ask))
  const [failed, ...others] = ended.filter((one) => one.status === 'rejected')
  if (failed && others.length + 1 === times) throw failed.reason
}

/** Buyers place every second order at once. The webhook places the others, or the buyer later. */
function isPlacedFirst(order: string): boolean {
  return (createHash('sha256').update(order).digest()[0] ?? 0) % 2 === 0
}

function isRefused({ type }: ShopRefusal): boolean {
  return type === 'not_allowed' || type === 'invalid_data'
}

await serveDriver(new MedusaShop())
process.exit(0)
