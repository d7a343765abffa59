import { sql } from 'kysely'
import { routes } from '../api/routes.ts'
import type { CheckoutOptions } from '../app/checkout.ts'
import type { TestPayer } from '../context/context.ts'
import type { Route } from '../http/route.ts'
import { problemShape } from '../http/shapes.ts'
import { createApiKey } from '../merchants/keys/create.ts'
import { createMerchant, listMerchants } from '../merchants/merchant.ts'
import { shareWallet } from '../merchants/wallets/share.ts'
import type { Db } from '../storage/database.ts'
import {
  type ApiAnswer,
  createTransferFor,
  paymentInput,
  TEST_PAYER,
  TEST_WALLET,
  type TestCheckout,
  type TestParts,
  testCheckout,
} from './index.ts'

/** More requests than a test makes in a minute. */
const manyRequests = { sandbox: 100_000, starter: 100_000 }

/** A mail server that nobody asks: tests run no jobs by themselves. */
export const TEST_SMTP = { host: '127.0.0.1', port: 1, security: 'none', from: 'checkout@example.com' } as const

/** A shop with a payer, so that every route exists, and with limits that no test reaches. */
export async function openShop(options: Partial<CheckoutOptions> = {}, parts: TestParts = {}) {
  const sent: Parameters<TestPayer['send']>[0][] = []
  const lines: string[] = []
  const testPayer: TestPayer = {
    async send(transfer) {
      sent.push(transfer)
      return `0x${'0'.repeat(64)}`
    },
    sendAndTakeBack: (transfer) => testPayer.send(transfer),
  }
  const log = (line: string) => lines.push(line)
  const shop = await testCheckout({ plans: manyRequests, testPayer, log, ...options }, parts)
  return Object.assign(shop, { sent, lines })
}

/** A second merchant with a pair of keys for each environment. */
export async function addMerchant(shop: TestCheckout, name = 'Another shop') {
  const { context } = shop.checkout
  const merchant = await createMerchant(context, { name, plan: 'starter' })
  const keyFor = (environment: 'sandbox' | 'production') =>
    createApiKey(context, { environment, merchantId: merchant.id })
  return { ...merchant, sandbox: await keyFor('sandbox'), production: await keyFor('production') }
}

/** Lets another merchant name the first merchant's wallet. */
export async function shareTestWallet({ checkout: { context } }: TestCheckout, merchantId: string): Promise<void> {
  const [first] = await listMerchants(context)
  for (const id of [first?.id ?? '', merchantId]) await shareWallet(context, { address: TEST_WALLET, merchantId: id })
}

/** The error of a refusal, with its shape checked. */
export function readProblem(answer: ApiAnswer) {
  const { error } = problemShape.parse(answer.body)
  const { type, code, param, scope, message } = error
  return { status: answer.status, type, code, param, message, ...(scope && { scope }) }
}

/** The names of a database's tables: to look them up takes far longer than to count their rows. */
const tablesOf = new WeakMap<Db, readonly string[]>()

/** Counts the rows of each table. */
export async function countRows(shop: TestCheckout): Promise<Record<string, number>> {
  const { db } = shop.checkout.context
  const tables = tablesOf.get(db) ?? (await db.introspection.getTables()).map(({ name }) => name)
  tablesOf.set(db, tables)
  const counts = tables.map((name) => sql`select ${sql.lit(name)} as name, count(*) as n from ${sql.table(name)}`)
  const { rows } = await sql<{ name: string; n: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, n }) => [name, Number(n)]))
}

/** Every route with its name in tests. */
export const allRoutes = routes.map((route) => [`${route.method} ${route.path}`, route] as const)
/** The routes that take keys or a session. */
export const namedRoutes = allRoutes.filter(([, { keyless }]) => !keyless)

/** The pair of RFC 7636, appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

/** The request of a shop system to be connected. */
export const connectionRequest = {
  clientName: 'Example shop',
  clientUri: 'https://shop.example.com/',
  redirectUri: 'https://shop.example.com/connected',
  webhookUrl: 'https://shop.example.com/hook',
  state: 'af0ifjsldkj',
  codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  codeChallengeMethod: 'S256',
} as const

/** A connected shop system of the first merchant's sandbox, by its request. */
export async function connectShop({ checkout, request }: TestCheckout, input: object = connectionRequest) {
  const { redirectUrl } = await checkout.sandbox.connections.create(input as typeof connectionRequest)
  const body = { code: new URL(redirectUrl).searchParams.get('code'), codeVerifier: VERIFIER }
  return (await request('POST', '/v1/connections/exchange', { key: null, body })).body
}

/** A body that a route's schema accepts. */
export function createBody(route: Route): object | undefined {
  if (route.method === 'GET') return undefined
  const candidates: object[] = [
    {},
    paymentInput,
    { paymentId: 'pay_00000000000000000000000000' },
    { paymentId: 'pay_00000000000000000000000000', destination: TEST_PAYER },
    { url: 'https://shop.example.com/hook' },
    { since: '2026-01-01T00:00:00Z' },
    { cryptocurrency: 'USDC', network: 'ethereum' },
    { network: 'ethereum', address: TEST_WALLET },
    { ...paymentInput, title: 'Coffee' },
    { network: 'ethereum', address: TEST_WALLET, message: 'x', signature: '0x' },
    { name: 'Till', scopes: ['keys:write'] },
    { role: 'cashier' },
    { email: 'carl@example.com', role: 'cashier' },
    connectionRequest,
    { code: 'x', codeVerifier: VERIFIER },
  ]
  const body = candidates.find((candidate) => route.body.safeParse(candidate).success)
  if (!body) throw new Error(`give an example of the body of ${route.method} ${route.path} here`)
  return body
}

export function formatTarget(route: Route, id = 'x', base = '/sandbox/v1'): string {
  return `${base}${route.path.replace('{id}', id)}`
}

/** The fields of a strict object's schema. */
export function listSchemaFields(schema: Route['query']): [string, Route['query']][] {
  const { shape } = schema as unknown as { shape: Record<string, Route['query']> }
  return Object.entries(shape)
}

/** Payments in every state, attributed and unattributed transfers, and all their events. */
export async function fillShop(shop: TestCheckout) {
  await shop.settle()
  const { sandbox } = shop.checkout
  const expired = await shop.create({ amount: 1, expiresIn: 1 })
  const completed = await shop.create({ amount: 2, redirectUrl: 'https://shop.example.com/thanks' })
  const processing = await shop.create({ amount: 3 })
  const partlyPaid = await shop.create({ amount: 4, metadata: { order: '4' } })
  const cancelled = await shop.create({ amount: 5 })
  const created = await shop.create({ amount: 6, webhookUrl: 'https://shop.example.com/hook' })
  await sandbox.payments.cancel(cancelled.id)
  shop.mine([
    createTransferFor(completed),
    createTransferFor(partlyPaid, 1_000_000n),
    createTransferFor(partlyPaid, 555_555n),
  ])
  shop.mine()
  shop.mine([createTransferFor(processing)])
  await shop.settle()
  const open = await sandbox.transfers.list({ status: 'unattributed' })
  const [unattributed, part] = open.data
  if (!part || !unattributed) throw new Error('the scripted chain lost a transfer')
  await sandbox.transfers.assign(part.id, { paymentId: partlyPaid.id })
  const webhook = await sandbox.webhooks.create({ url: 'https://shop.example.com/hook' })
  const delivery = await sandbox.webhooks.ping(webhook.id)
  const refund = await sandbox.refunds.create({ paymentId: completed.id, amount: 1, destination: TEST_PAYER })
  const link = await sandbox.paymentLinks.create({ ...paymentInput, title: 'Coffee' })
  const apiKey = await sandbox.keys.create({ name: 'Till' })
  const [settlement] = (await sandbox.settlements.create()).data
  if (!settlement) throw new Error('nothing was settled')
  return {
    ...{ expired, completed, processing, partlyPaid, cancelled, created },
    ...{ unattributed, part, webhook, delivery, refund, link, apiKey, settlement },
  }
}

/** A response's body as sent. */
export async function fetchText(shop: TestCheckout, target: string): Promise<string> {
  const [path = '', query = ''] = target.split('?')
  const headers = { authorization: `Bearer ${shop.key.publicKey}`, 'x-api-secret': shop.key.secretKey }
  const body = { kind: 'bytes', bytes: new Uint8Array() } as const
  const answer = await shop.checkout.handle({ method: 'GET', path, query, headers, body, address: '192.0.2.1' })
  return Buffer.from(answer?.body ?? '').toString()
}
