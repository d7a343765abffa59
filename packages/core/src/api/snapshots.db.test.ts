import type { Payment } from '@crypto-checkout/api-types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStorage } from '../storage/open.ts'
import { asBrowser, createTransferFor, TEST_PAYER } from '../testing/index.ts'
import { type InterleavedStorage, interleave } from '../testing/interleaved-storage.ts'
import { pickRuns } from '../testing/runs.ts'
import { fillShop, namedRoutes, openShop } from '../testing/shop.ts'
import { testDatabase } from '../testing/storage.ts'
import { recordAttempt } from '../webhooks/deliveries/attempt.ts'
import { fanOut, takeMerchantsWithNewEvents } from '../webhooks/deliveries/fan-out.ts'
import { findDelivery } from '../webhooks/deliveries/store.ts'

/** More statements than any read has. */
const MAX_STATEMENTS = 40
/** From one statement that a change comes after to the next one. */
const STEP = pickRuns({ full: 1, quick: 3 })

let storage: InterleavedStorage
let remove: () => Promise<void>
let shop: Awaited<ReturnType<typeof openShop>>
let filled: Awaited<ReturnType<typeof fillShop>>
let collecting: string
let signing: string
/** The next change pays it. */
let waiting: Payment
let changes = 0

beforeAll(async () => {
  const database = await testDatabase()
  remove = database.remove
  storage = interleave({ ...openStorage(database.url, 'run'), sharedClock: null })
  shop = await openShop({}, { storage })
  filled = await fillShop(shop)
  const { sandbox } = shop.checkout
  const asking = await sandbox.refunds.create({ paymentId: filled.completed.id, amount: 0.01 })
  if (asking.nextAction?.type !== 'collect_destination') throw new Error('the payer is not asked')
  collecting = asking.nextAction.url ?? ''
  if (filled.refund.nextAction?.type !== 'sign') throw new Error('the merchant is not asked to sign')
  signing = filled.refund.nextAction.url
  waiting = await shop.create({ amount: 7 })
  await change()
})

afterAll(async () => {
  await shop.stop()
  await remove()
})

/** Commits changes to what each route returns. */
async function change(): Promise<void> {
  changes += 1
  const { sandbox, context } = shop.checkout
  shop.clock.advance(1)
  const paid = waiting
  waiting = await shop.create({ amount: 7 })
  const { completed, processing, partlyPaid, created } = filled
  const more = [completed, processing].map((payment) => createTransferFor(payment, dueOf(payment)))
  shop.mine([createTransferFor(paid), ...more, createTransferFor(created, 1_234_567n + BigInt(changes))])
  for (let block = 0; block < 3; block++) shop.mine()
  await shop.settle()
  const [transfer] = (await sandbox.transfers.list({ status: 'unattributed' })).data
  if (transfer) await sandbox.transfers.assign(transfer.id, { paymentId: changes % 2 ? partlyPaid.id : created.id })
  await sandbox.settlements.create()
  await sandbox.refunds.create({ paymentId: completed.id, amount: 0.01, destination: TEST_PAYER })
  await changeWebhooks()
  await fanOut(context, takeMerchantsWithNewEvents(context))
}

const dueOf = ({ cryptoAmount }: { cryptoAmount: string }) => BigInt(cryptoAmount.replace('.', ''))

async function changeWebhooks(): Promise<void> {
  const { sandbox, context } = shop.checkout
  const { data } = await sandbox.webhooks.list()
  const [newest] = data
  if (newest && data.length > 1) await sandbox.webhooks.delete(newest.id)
  else await sandbox.webhooks.create({ url: 'https://shop.example.com/other' })
  await sandbox.webhooks.update(filled.webhook.id, { description: `changed ${changes} times` })
  await sandbox.webhooks.ping(filled.webhook.id)
  const { id: merchantId } = await sandbox.merchant.retrieve()
  const row = await findDelivery(context.db, { merchantId, livemode: false }, filled.delivery.id)
  if (!row) throw new Error('the delivery is gone')
  const outcome = { kind: 'answered', status: 500, bodyStart: '', retryAfterS: null, latencyMs: 1 } as const
  await recordAttempt(context, { row, outcome, startedAt: shop.clock.now(), headers: {} })
}

/** The response of a target now, without values that depend on the clock alone. */
async function read(target: string): Promise<string> {
  const { status, body } = await shop.request('GET', target, { headers: asBrowser })
  expect([target, status]).toEqual([target, 200])
  const text = typeof body === 'string' ? body : JSON.stringify({ ...body, serverTime: null })
  return text.replaceAll(/("|&quot;)serverTime\1:\1.*?\1|created_lt=[^&]+|expires=\d+&signature=[\w-]+/g, '')
}

/** The response of a target when a change is committed after one of its statements; null if it has fewer. */
async function readInterleaved(target: string, statement: number): Promise<string | null> {
  let count = 0
  let isChanged = false
  storage.afterStatement = async () => {
    count += 1
    if (count !== statement) return
    storage.afterStatement = async () => {}
    isChanged = true
    await change()
  }
  const answer = await read(target)
  storage.afterStatement = async () => {}
  return isChanged ? answer : null
}

const fixtures: Readonly<Record<string, () => { readonly id: string }>> = {
  payments: () => filled.completed,
  payment_links: () => filled.link,
  transfers: () => filled.part,
  refunds: () => filled.refund,
  settlements: () => filled.settlement,
  webhooks: () => filled.webhook,
  deliveries: () => filled.delivery,
  keys: () => filled.apiKey,
}

async function targetOf(path: string): Promise<string> {
  const [, resource = ''] = path.split('/')
  if (!path.includes('{id}')) return `/sandbox/v1${path}`
  const [event] = (await shop.checkout.sandbox.events.list({ limit: 1 })).data
  const id = (resource === 'events' ? event : fixtures[resource]?.())?.id
  if (id === undefined) throw new Error(`say which one ${path} reads`)
  return `/sandbox/v1${path.replace('{id}', id)}`
}

const shortIdOf = ({ id }: { readonly id: string }) => id.slice('pay_'.length)
const pathOf = (url: string) => url.slice('https://pay.example.com'.length)

const reads: [string, () => string | Promise<string>][] = [
  ...namedRoutes
    // A stream goes on, over many snapshots, and the status of networks is also what the process has seen of them.
    .filter(([, { method, streams, path }]) => method === 'GET' && !streams && path !== '/network_status')
    .map(([name, { path }]): [string, () => Promise<string>] => [name, () => targetOf(path)]),
  ['a payment without transfers', () => `/sandbox/v1/payments/${waiting.id}`],
  ['a list with a filter', () => '/sandbox/v1/payments?status=completed&limit=100'],
  ['the payments of a settlement', () => `/sandbox/v1/payments?settlement=${filled.settlement.id}`],
  ['the public view', () => `/pay/${shortIdOf(filled.completed)}/status`],
  ['the public view while money is missing', () => `/pay/${shortIdOf(filled.created)}/status`],
  ['what wallets are told', () => `/pay/${shortIdOf(filled.created)}/wallet`],
  ['the page', () => `/pay/${shortIdOf(filled.completed)}`],
  ['the page of a receipt', () => `/pay/${shortIdOf(filled.completed)}/receipt`],
  ['the page on which a payer says where a refund goes', () => pathOf(collecting)],
  ['the page on which a wallet signs a refund', () => pathOf(signing)],
  [
    'the report of a settlement',
    () => {
      // A link's file is sent six times a minute.
      shop.clock.advance(60_000)
      return pathOf(filled.settlement.reportUrl)
    },
  ],
]

describe('what is answered is one snapshot of the database', () => {
  test.each(reads)('%s', async (_name, targetFor) => {
    let interleavings = 0
    for (let statement = 1; statement <= MAX_STATEMENTS; statement += STEP) {
      const target = await targetFor()
      const before = await read(target)
      const during = await readInterleaved(target, statement)
      if (during === null) break
      interleavings += 1
      const after = await read(target)
      expect([before, after], `after statement ${statement}`).toContain(during)
    }
    // The key is looked up before the API's response is read.
    expect(interleavings).toBeGreaterThanOrEqual(1)
    expect(interleavings).toBeLessThan(MAX_STATEMENTS)
  })
})
