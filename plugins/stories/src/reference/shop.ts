/** The smallest correct shop: a table of orders, and the checkout's client. It shows plug-ins what to store, and when. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  CheckoutApiError,
  type Client,
  createClient,
  type Payment,
  type Refund,
  verifyWebhook,
  WebhookVerificationError,
} from '../../../../packages/client/src/index.ts'
import type {
  OrderInput,
  OrderState,
  RefundInput,
  Refused,
  ShopDriver,
  ShopSettings,
  WebhookInput,
} from '../shop-driver.ts'

const TABLES = `
  pragma journal_mode = wal;
  pragma busy_timeout = 10000;
  create table if not exists orders (
    number text primary key, amount text not null, currency text not null, payment text, cancelled integer not null default 0,
    paid_amount text, paid_currency text, paid_payment text unique, attention integer not null default 0
  );
  create table if not exists refunds (
    reference text primary key, number text not null, amount text not null, id text, url text, status text not null
  );
  create table if not exists cursor (id integer primary key check (id = 1), sequence integer not null);
  insert or ignore into cursor values (1, 0);
`

type OrderRow = {
  readonly number: string
  readonly amount: string
  readonly currency: string
  /** The payment to which the payer is sent. */
  readonly payment: string | null
  readonly cancelled: number
  readonly paid_amount: string | null
  readonly paid_currency: string | null
  readonly paid_payment: string | null
  readonly attention: number
}

type RefundRow = {
  readonly reference: string
  readonly amount: string
  readonly id: string | null
  readonly url: string | null
  readonly status: 'pending' | 'completed'
}

export class ReferenceShop implements ShopDriver {
  #settings: ShopSettings | undefined
  #client: Client | undefined
  #database: DatabaseSync | undefined

  async start(settings: ShopSettings): Promise<object> {
    const { baseUrl, publicKey, secretKey, folder } = settings
    this.#settings = settings
    this.#client = createClient({ baseUrl, publicKey, secretKey })
    this.#database = new DatabaseSync(join(folder, 'shop.db'))
    this.#database.exec(TABLES)
    return {}
  }

  async place({ order: number, amount, currency }: OrderInput): Promise<{ payment: string } | Refused> {
    this.#run('insert or ignore into orders (number, amount, currency) values (?, ?, ?)', number, amount, currency)
    const { payment } = this.#order(number)
    // It may be paid, and the webhook still on its way.
    if (payment !== null) this.#book(await this.#api.payments.retrieve(payment))
    const order = this.#order(number)
    if (order.paid_payment !== null) return { refused: 'the order is paid' }
    if (order.cancelled) return { refused: 'the order is cancelled' }
    const { id } = await this.#create(order)
    this.#run('update orders set payment = ? where number = ?', id, number)
    return { payment: id }
  }

  /** The checkout decides which came first, the change or the money: `supersedes` succeeds only while no money was seen. */
  async amend({ order: number, amount, currency }: OrderInput): Promise<object | Refused> {
    const order = this.#order(number)
    if (order.paid_payment !== null) return { refused: 'the order is paid' }
    const changed = { ...order, amount, currency }
    const { payment: old } = order
    if (old !== null && !(await this.#end(old, () => this.#create(changed, old)))) {
      return { refused: 'money is on its way' }
    }
    this.#run('update orders set amount = ?, currency = ? where number = ?', amount, currency, number)
    return {}
  }

  async cancel({ order: number }: { readonly order: string }): Promise<object | Refused> {
    const { paid_payment, payment } = this.#order(number)
    if (paid_payment !== null) return { refused: 'the order is paid' }
    if (payment !== null && !(await this.#end(payment, () => this.#api.payments.cancel(payment)))) {
      return { refused: 'money is on its way' }
    }
    this.#run('update orders set cancelled = 1 where number = ?', number)
    return {}
  }

  /** The row comes first: if this process dies, the same request finds it, and the checkout finds its reference. */
  async refund({ order: number, refund: reference, amount }: RefundInput): Promise<{ url: string | null } | Refused> {
    const { paid_payment } = this.#order(number)
    if (paid_payment === null) return { refused: 'the order is not paid' }
    const known = this.#refunds(number).find((one) => one.reference === reference)
    if (known?.id) return { url: known.url }
    if (!known) {
      this.#run(
        "insert or ignore into refunds (reference, number, amount, status) values (?, ?, ?, 'pending')",
        ...[reference, number, amount],
      )
    }
    try {
      const made = await this.#api.refunds.create({ paymentId: paid_payment, amount, reference })
      const url = made.nextAction?.type === 'collect_destination' ? made.nextAction.url : null
      this.#run('update refunds set id = ?, url = coalesce(?, url) where reference = ?', made.id, url, reference)
      return { url }
    } catch (error) {
      if (!(error instanceof CheckoutApiError) || error.code !== 'refund_exceeds_payment') throw error
      this.#run('delete from refunds where reference = ? and id is null', reference)
      return { refused: error.message }
    }
  }

  /** A webhook is a hint: what counts is what the checkout answers now. So it may come twice, late and out of order. */
  async webhook({ headers, body }: WebhookInput): Promise<{ status: number }> {
    try {
      const { object } = verifyWebhook(body, headers, this.#given.webhookSecret).data
      await this.#look(object)
      return { status: 200 }
    } catch (error) {
      if (error instanceof WebhookVerificationError) return { status: 400 }
      throw error
    }
  }

  /** Reads the events since the last time, as hints. */
  async reconcile(): Promise<object> {
    const [row] = this.#all<{ sequence: number }>('select sequence from cursor')
    let after = row?.sequence ?? 0
    for (let hasMore = true; hasMore; ) {
      const page = await this.#api.events.list({ after, limit: 100 })
      const objects = new Map(page.data.map(({ data }) => [data.object.id, data.object]))
      for (const object of objects.values()) await this.#look(object)
      after = page.data.at(-1)?.sequence ?? after
      this.#run('update cursor set sequence = max(sequence, ?)', after)
      hasMore = page.hasMore
    }
    return {}
  }

  async read({ order: number }: { readonly order: string }): Promise<OrderState> {
    const { paid_amount, paid_currency, paid_payment, attention } = this.#order(number)
    const isPaid = paid_amount !== null && paid_currency !== null && paid_payment !== null
    return {
      paid: isPaid ? { amount: paid_amount, currency: paid_currency, payment: paid_payment } : null,
      attention: attention === 1,
      refunds: this.#refunds(number).map(({ reference, amount, status }) => ({ refund: reference, amount, status })),
    }
  }

  /** While a payment of the same order and price is open, this is it. */
  #create({ number, amount, currency }: OrderRow, supersedes?: string): Promise<Payment> {
    const { cryptocurrency, network, merchantWallet } = this.#given
    return this.#api.payments.create({
      ...{ amount, currency, cryptocurrency, network, merchantWallet, alternatives: 'all' },
      ...{ reference: number, reuse: true },
      ...(supersedes === undefined ? {} : { supersedes }),
    })
  }

  /** Ends a payment. Returns false if money is on its way, so that it goes on. */
  async #end(payment: string, end: () => Promise<unknown>): Promise<boolean> {
    try {
      await end()
      return true
    } catch (error) {
      if (!(error instanceof CheckoutApiError) || error.code !== 'invalid_state') throw error
      const now = await this.#api.payments.retrieve(payment)
      this.#book(now)
      return now.status === 'expired' || now.status === 'cancelled'
    }
  }

  async #look({ object, id }: { readonly object: string; readonly id: string }): Promise<void> {
    if (object === 'payment') this.#book(await this.#api.payments.retrieve(id))
    if (object === 'refund') this.#bookRefund(await this.#api.refunds.retrieve(id))
  }

  /** Books what a payment has received. Doing it again changes nothing. */
  #book(payment: Payment): void {
    const { id, reference, status, amount, currency, exceptions, amountReceived } = payment
    const isCompleted = status === 'completed'
    const [order] = this.#all<OrderRow>('select * from orders where number = ?', reference ?? '')
    if (!order) return
    const owes = order.paid_payment === null && order.cancelled === 0
    if (isCompleted && owes && Number(order.amount) === amount && order.currency === currency) {
      this.#run(
        `update orders set paid_amount = amount, paid_currency = currency, paid_payment = ?
         where number = ? and paid_payment is null and cancelled = 0`,
        ...[id, order.number],
      )
    }
    const isAccepted = exceptions.includes('manual')
    const isOdd = exceptions.includes('overpaid') || exceptions.includes('late')
    const isLost = Number(amountReceived) > 0 && (status === 'expired' || status === 'cancelled')
    const paysOrder = this.#order(order.number).paid_payment === id
    if (!isAccepted && (isLost || (isCompleted && (isOdd || !paysOrder)))) {
      this.#run('update orders set attention = 1 where number = ?', order.number)
    }
  }

  #bookRefund({ reference, id, status }: Refund): void {
    const known = status === 'completed' ? 'completed' : 'pending'
    this.#run('update refunds set id = ?, status = ? where reference = ?', id, known, reference ?? '')
  }

  get #given(): ShopSettings {
    if (!this.#settings) throw new Error('the shop has not started')
    return this.#settings
  }

  get #api(): Client {
    if (!this.#client) throw new Error('the shop has not started')
    return this.#client
  }

  #order(number: string): OrderRow {
    const [order] = this.#all<OrderRow>('select * from orders where number = ?', number)
    if (!order) throw new Error(`there is no order ${number}`)
    return order
  }

  #refunds(number: string): RefundRow[] {
    return this.#all<RefundRow>('select * from refunds where number = ? order by reference', number)
  }

  #all<Row>(sql: string, ...values: (string | number | null)[]): Row[] {
    return (this.#database?.prepare(sql).all(...values) ?? []) as Row[]
  }

  #run(sql: string, ...values: (string | number | null)[]): void {
    this.#database?.prepare(sql).run(...values)
  }
}
