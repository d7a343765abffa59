/**
 * Medusa's payment module with the provider as a shop that plays stories: see plugins/stories/README.md. It does what
 * Medusa's workflows do around the module: one session of an order at a time, and a webhook that captures authorises it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type CheckoutApiError, createClient, WebhookVerificationError } from '@crypto-checkout/client'
import type { IPaymentModuleService, PaymentSessionDTO } from '@medusajs/framework/types'
import {
  ContainerRegistrationKeys,
  isSharedConnectionSymbol,
  MedusaError,
  Modules,
  ModulesSdkUtils,
  toMikroOrmEntities,
} from '@medusajs/framework/utils'
import { createDatabase, initModules, MockEventBusService, TestDatabaseUtils } from '@medusajs/test-utils'
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
import { createRefund } from '../src/providers/crypto-checkout/refunds.ts'
import { readSessionData, type SessionData } from '../src/providers/crypto-checkout/session-data.ts'

const PROVIDER = 'pp_crypto-checkout_shop'

/** The coins of the bench's networks; its payers who choose nothing pay the first one. */
const METHODS = [
  ...['USDC', 'USDT', 'DAI'].map((cryptocurrency) => ({ cryptocurrency, network: 'ethereum' })),
  ...['USDC', 'USDT'].map((cryptocurrency) => ({ cryptocurrency, network: 'stellar' })),
]
const require = createRequire(import.meta.url)

// Standard output belongs to the answers.
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = ((text: string, ...rest: never[]) =>
  String(text).startsWith('{"id":') ? write(text, ...rest) : process.stderr.write(text)) as never

/** The order or refund for which Medusa calls the provider. The bench knows it by a name that Medusa does not have. */
const subject = new AsyncLocalStorage<{ order?: string; refund?: string }>()
const plainFetch = globalThis.fetch
globalThis.fetch = (url, init) => {
  const { order, refund } = subject.getStore() ?? {}
  if (init?.method !== 'POST' || typeof init.body !== 'string') return plainFetch(url, init)
  const body = JSON.parse(init.body)
  if (/\/payments$/.test(String(url)) && order) body.metadata = { ...body.metadata, order }
  if (/\/refunds$/.test(String(url)) && refund) body.reference = refund
  return plainFetch(url, { ...init, body: JSON.stringify(body) })
}

type Row = { readonly collection: string; readonly session: string | null; readonly cancelled: number }

class MedusaShop implements ShopDriver {
  #service!: IPaymentModuleService
  #settings!: ShopSettings
  #orders!: DatabaseSync
  readonly #queues = new Map<string, Promise<unknown>>()

  async start(settings: ShopSettings): Promise<object> {
    this.#settings = settings
    this.#orders = new DatabaseSync(join(settings.folder, 'orders.db'))
    this.#orders.exec(
      'create table if not exists orders (number text primary key, collection text, session text, cancelled integer not null default 0)',
    )
    this.#service = await openModule(settings)
    return {}
  }

  place({ order, amount, currency }: OrderInput) {
    return this.#inTurn(order, async (): Promise<{ payment: string } | Refused> => {
      const row = this.#read(order) ?? (await this.#open(order, amount, currency))
      if (row.cancelled) return { refused: 'the order is cancelled' }
      if (await this.#findPayment(row)) return { refused: 'the order is paid' }
      const session = await this.#findSession(row)
      if (session) {
        await this.#authorize(session.id)
        if (await this.#findPayment(row)) return { refused: 'the order is paid' }
        const { status, data } = await this.#service.retrievePaymentSession(session.id)
        if (status !== 'canceled') return { payment: String(data.id) }
        await this.#service.deletePaymentSession(session.id)
      }
      const [collection] = await this.#service.listPaymentCollections({ id: [row.collection] })
      const price = { amount: Number(collection?.amount), currency_code: String(collection?.currency_code) }
      const made = await subject.run({ order }, () =>
        this.#service.createPaymentSession(row.collection, { provider_id: PROVIDER, data: {}, ...price }),
      )
      this.#orders.prepare('update orders set session = ? where number = ?').run(made.id, order)
      return { payment: String(made.data.id) }
    })
  }

  amend({ order, amount, currency }: OrderInput) {
    return this.#inTurn(order, () =>
      this.#refusable(async () => {
        const row = this.#read(order) ?? (await this.#open(order, amount, currency))
        if (await this.#findPayment(row)) return { refused: 'the order is paid' }
        const session = await this.#findSession(row)
        const price = { amount: Number(amount), currency_code: currency.toLowerCase() }
        if (session) {
          await subject.run({ order }, () =>
            this.#service.updatePaymentSession({ id: session.id, data: session.data, ...price }),
          )
        }
        await this.#service.updatePaymentCollections(row.collection, price)
        return {}
      }),
    )
  }

  cancel({ order }: { readonly order: string }) {
    return this.#inTurn(order, () =>
      this.#refusable(async () => {
        const row = this.#read(order)
        if (!row) return {}
        if (await this.#findPayment(row)) return { refused: 'the order is paid' }
        const session = await this.#findSession(row)
        if (session) await this.#service.deletePaymentSession(session.id)
        this.#orders.prepare('update orders set cancelled = 1 where number = ?').run(order)
        return {}
      }),
    )
  }

  refund({ order, refund, amount }: RefundInput) {
    return this.#inTurn(order, () =>
      this.#refusable(async (): Promise<{ url: string | null } | Refused> => {
        const row = this.#read(order)
        const payment = row && (await this.#findPayment(row))
        if (!payment) return { refused: 'the order is not paid' }
        const known = payment.refunds?.find(({ note }) => note === refund)
        if (known) await subject.run({ refund }, () => this.#repeat(payment.id, known.id, amount))
        else {
          await subject.run({ refund }, () =>
            this.#service.refundPayment({ payment_id: payment.id, amount: Number(amount), note: refund }),
          )
        }
        const [now] = await this.#service.listPayments({ id: [payment.id] }, { relations: ['refunds'] })
        const id = now?.refunds?.find(({ note }) => note === refund)?.id
        const note = readSessionData(now?.data)?.refunds.find(({ reference }) => reference === id)
        // The merchant asks again.
        if (!note) throw new Error('the checkout has not answered')
        return { url: note.next === 'collect_destination' ? note.url : null }
      }),
    )
  }

  async webhook({ headers, body }: WebhookInput): Promise<{ status: number }> {
    // As an event bus hands it over.
    const rawData = JSON.parse(JSON.stringify(Buffer.from(body)))
    const payload = { data: JSON.parse(body), rawData, headers }
    try {
      const { action, data } = await this.#service.getWebhookActionAndData({
        provider: 'crypto-checkout_shop',
        payload,
      })
      if (action === 'captured' && data) await this.#authorize(data.session_id)
      return { status: 200 }
    } catch (error) {
      if (error instanceof WebhookVerificationError) return { status: 400 }
      throw error
    }
  }

  /**
   * Does for payments what the plug-in's job does with whole orders. Payments whose session is gone end now, not at
   * their deadline.
   */
  async reconcile(): Promise<object> {
    for (const { session } of this.#orders.prepare('select session from orders').all() as Row[]) {
      if (session) await this.#authorize(session)
    }
    const client = createClient(pickKeys(this.#settings))
    for await (const { id, reference, metadata } of client.payments.list({ status: 'created', limit: 100 })) {
      const order = String(metadata.order)
      if (!this.#read(order)) continue
      await this.#inTurn(order, async () => {
        const [session] = await this.#service.listPaymentSessions({ id: [String(reference)] })
        if (!session) await client.payments.cancel(id).catch(ignoreInvalidState)
      })
    }
    return {}
  }

  async read({ order }: { readonly order: string }): Promise<OrderState> {
    const row = this.#read(order)
    const payment = row && (await this.#findPayment(row))
    if (!payment) return { paid: null, attention: null, refunds: [] }
    const { id, amount, currency } = payment.data as SessionData
    const captured = payment.captures?.reduce((sum, one) => sum + Number(one.amount), 0)
    if (captured !== Number(amount)) throw new Error(`${order}: ${captured} of ${amount} is captured`)
    return {
      paid: { amount, currency, payment: id },
      attention: null,
      refunds: (payment.refunds ?? []).map(({ note, amount: of }) => ({
        refund: String(note),
        amount: String(of),
        status: null,
      })),
    }
  }

  /** A process may have ended between Medusa's refund and the checkout's. */
  async #repeat(payment: string, refund: string, amount: string): Promise<void> {
    const { data } = await this.#service.retrievePayment(payment)
    const known = readSessionData(data)
    if (!known || known.refunds.some(({ reference }) => reference === refund)) return
    const made = await createRefund(createClient(pickKeys(this.#settings)), known, { amount, reference: refund })
    await this.#service.updatePayment({ id: payment, data: { ...known, refunds: [...known.refunds, made] } } as never)
  }

  async #refusable<T>(work: () => Promise<T | Refused>): Promise<T | Refused> {
    try {
      return await work()
    } catch (error) {
      if (!isRefusal(error)) throw error
      return { refused: error.message }
    }
  }

  /** Authorises a session, which captures it once its payment is completed. One that is gone means nothing. */
  async #authorize(session: string): Promise<void> {
    try {
      await this.#service.authorizePaymentSession(session, {})
    } catch (error) {
      const isExpected = MedusaError.isMedusaError(error) && ['not_allowed', 'not_found'].includes(error.type)
      if (!isExpected) throw error
    }
  }

  async #open(order: string, amount: string, currency: string): Promise<Row> {
    const price = { amount: Number(amount), currency_code: currency.toLowerCase() }
    const { id } = await this.#service.createPaymentCollections(price)
    this.#orders.prepare('insert into orders (number, collection) values (?, ?)').run(order, id)
    return { collection: id, session: null, cancelled: 0 }
  }

  /** A process may have ended before the session got its payment. Nobody has that payment's page. */
  async #findSession(row: Row): Promise<PaymentSessionDTO | null> {
    const sessions = await this.#service.listPaymentSessions({ payment_collection_id: row.collection } as never)
    const client = createClient(pickKeys(this.#settings))
    for (const { id, data } of sessions) {
      if (readSessionData(data)) continue
      for await (const { id: orphan, status } of client.payments.list({ reference: id })) {
        if (status === 'created') await client.payments.cancel(orphan)
      }
      await this.#service.deletePaymentSession(id)
    }
    return sessions.find(({ data }) => readSessionData(data)) ?? null
  }

  async #findPayment({ collection }: Row) {
    const [payment] = await this.#service.listPayments({ payment_collection_id: collection } as never, {
      relations: ['captures', 'refunds'],
    })
    return payment ?? null
  }

  #read(order: string): Row | null {
    return (this.#orders.prepare('select * from orders where number = ?').get(order) as Row | undefined) ?? null
  }

  /** Medusa locks the cart. */
  #inTurn<T>(order: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#queues.get(order) ?? Promise.resolve()).then(work)
    this.#queues.set(
      order,
      turn.catch(() => {}),
    )
    return turn
  }
}

function isRefusal(error: unknown): error is CheckoutApiError {
  return MedusaError.isMedusaError(error) && ['not_allowed', 'invalid_data'].includes((error as { type: string }).type)
}

/** Money came in this moment, or the deadline passed. */
function ignoreInvalidState(error: CheckoutApiError): void {
  if (error.code !== 'invalid_state') throw error
}

function pickKeys({ baseUrl, publicKey, secretKey }: ShopSettings) {
  return { baseUrl, publicKey, secretKey }
}

async function openModule(settings: ShopSettings): Promise<IPaymentModuleService> {
  const name = `stories_${createHash('sha256').update(settings.folder).digest('hex').slice(0, 12)}`
  const dbConfig = { clientUrl: TestDatabaseUtils.getDatabaseURL(name), schema: 'public' }
  const mark = join(settings.folder, 'has-tables')
  if (!existsSync(mark)) {
    const { DB_HOST: host, DB_PORT, DB_USERNAME: user, DB_PASSWORD: password } = process.env
    await createDatabase({ databaseName: name }, { host, port: Number(DB_PORT), user, password } as never)
    const mikroOrmEntities = toMikroOrmEntities(Object.values(require('@medusajs/payment/dist/models')) as never)
    const orm = TestDatabaseUtils.getMikroOrmWrapper({ mikroOrmEntities, ...dbConfig } as never)
    await orm.setupDatabase()
    writeFileSync(mark, '')
  }
  const { ModulesDefinition } = require('@medusajs/framework/modules-sdk')
  const options = { ...pickKeys(settings), webhookSecret: settings.webhookSecret, methods: METHODS }
  const resolve = join(import.meta.dirname, '../src/providers/crypto-checkout/index.ts')
  const modulesConfig = {
    [Modules.PAYMENT]: {
      definition: ModulesDefinition[Modules.PAYMENT],
      resolve: '@medusajs/payment',
      options: {
        database: dbConfig,
        providers: [{ resolve, id: 'shop', options }],
        [isSharedConnectionSymbol]: true,
      },
    },
  }
  const { medusaApp } = await initModules({
    injectedDependencies: {
      [ContainerRegistrationKeys.PG_CONNECTION]: ModulesSdkUtils.createPgConnection(dbConfig as never),
      [Modules.EVENT_BUS]: new MockEventBusService(),
      [ContainerRegistrationKeys.LOGGER]: { ...console, log: console.error, info: console.error, warn: console.error },
      [ContainerRegistrationKeys.CONFIG_MODULE]: { modules: modulesConfig },
    },
    modulesConfig,
    databaseConfig: dbConfig,
    preventConnectionDestroyWarning: true,
    cwd: join(import.meta.dirname, '..'),
  } as never)
  return medusaApp.modules[Modules.PAYMENT] as unknown as IPaymentModuleService
}

await serveDriver(new MedusaShop())
process.exit(0)
