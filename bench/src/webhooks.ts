/** Webhooks: who waits for receivers that hang, how many a second one receiver gets, and what stored events cost. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCheckout, createMerchant } from '@crypto-checkout/core'
import { MILLION } from './million.ts'
import { benchOptions, paymentInput, wallet } from './setup.ts'

const MERCHANTS = 10
const ENDPOINTS_A_MERCHANT = 10
const ROUNDS = 30
const PAUSE_MS = 100
const DELIVERIES = 5_000

export async function benchWebhooks(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-bench-webhooks-'))
  try {
    await benchHanging(join(folder, 'hanging.db'))
    const empty = await perSecond(join(folder, 'empty.db'), 0)
    const full = await perSecond(join(folder, 'full.db'), MILLION)
    console.log('\n| deliveries a second to one receiver in the same process | |\n|---|---|')
    console.log(`| nothing stored | ${empty.toFixed(0)} |\n| ${MILLION} delivered events stored | ${full.toFixed(0)} |`)
    console.log(`| ratio | ${(full / empty).toFixed(2)} |`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Receiver = { readonly url: string; readonly arrivals: Map<string, number>; close(): void }

async function receiver(hangs: boolean): Promise<Receiver> {
  const arrivals = new Map<string, number>()
  const server = createServer((request, response) => {
    arrivals.set(String(request.headers['webhook-id']), performance.now())
    request.resume()
    if (!hangs) response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, arrivals, close }
}

/** Only a checkout on loopback tells receivers on loopback. */
function open(path: string) {
  const options = benchOptions(path)
  return createCheckout({
    ...options,
    ...{ publicUrl: 'http://127.0.0.1:3000', sandbox: options.production, log: () => {} },
    plans: { sandbox: 1_000_000 },
  })
}

/** A hundred endpoints, every tenth of which takes requests and never answers. */
async function benchHanging(path: string): Promise<void> {
  const checkout = open(path)
  await checkout.start()
  const shops = []
  const receivers: Receiver[] = []
  for (let merchant = 0; merchant < MERCHANTS; merchant++) {
    const { id } = await createMerchant(checkout.context, { name: `Shop ${merchant}`, plan: 'starter' })
    const { sandbox } = checkout.as(id)
    for (let endpoint = 0; endpoint < ENDPOINTS_A_MERCHANT; endpoint++) {
      const opened = await receiver(endpoint === 0)
      receivers.push(opened)
      await sandbox.webhooks.create({ url: opened.url, events: ['payment.created'] })
    }
    shops.push(sandbox)
  }
  const committed = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { payments, events }] of shops.entries()) {
      await payments.create({ ...paymentInput, merchantWallet: wallet(index) })
      const at = performance.now()
      const [event] = (await events.list({ limit: 1 })).data
      if (event) committed.set(event.id, at)
    }
    await sleep(PAUSE_MS)
  }
  await sleep(1_000)
  const late: number[] = []
  let missing = 0
  for (const [index, { arrivals }] of receivers.entries()) {
    if (index % ENDPOINTS_A_MERCHANT === 0) continue
    const shop = shops[Math.floor(index / ENDPOINTS_A_MERCHANT)]
    const own = shop ? (await shop.events.list({ type: 'payment.created', limit: 100 })).data : []
    for (const { id } of own) {
      const arrived = arrivals.get(id)
      if (arrived === undefined) missing += 1
      else late.push(Math.max(0, arrived - (committed.get(id) ?? arrived)))
    }
  }
  for (const { close } of receivers) close()
  await checkout.stop()
  late.sort((a, b) => a - b)
  const at = (part: number) => (late[Math.floor(late.length * part)] ?? 0).toFixed(0)
  console.log(`\n| from commit to arrival, 100 endpoints of which 10 hang, ${late.length} deliveries | ms |\n|---|---|`)
  console.log(`| median | ${at(0.5)} |\n| 99th percentile | ${at(0.99)} |\n| not arrived | ${missing} |`)
}

/** How many deliveries a second arrive while a backlog is sent, with so many delivered before. */
async function perSecond(path: string, stored: number): Promise<number> {
  const { url, arrivals, close } = await receiver(false)
  const preparing = open(path)
  await preparing.ready()
  const { id } = await preparing.sandbox.webhooks.create({ url })
  await preparing.sandbox.payments.create({ ...paymentInput, merchantWallet: wallet(0) })
  await preparing.stop()
  fill(path, id, stored)
  const checkout = open(path)
  const begun = performance.now()
  await checkout.start()
  while (arrivals.size < DELIVERIES) await sleep(10)
  const seconds = (performance.now() - begun) / 1_000
  await checkout.stop()
  close()
  return DELIVERIES / seconds
}

/** Copies of the one event that there is: some delivered long since, and a backlog. */
function fill(path: string, webhookId: string, stored: number): void {
  const database = new DatabaseSync(path)
  const copies = (from: number, events: number) => `
    with recursive n(n) as (select ${from} union all select n + 1 from n where n < ${from + events - 1})`
  const last = 1 + stored + DELIVERIES
  database.exec(`begin;
    insert into events ${copies(2, last - 1)}
      select merchant_id, livemode, n, 'evt_' || n, type, created_at, json_set(object, '$.id', 'pay_' || n)
      from n, events where sequence = 1;
    update merchants set sandbox_sequence = ${last};
    insert or replace into webhook_places select id, 0, ${1 + stored} from merchants;`)
  if (stored > 0) {
    database.exec(`insert into deliveries (id, merchant_id, livemode, webhook_id, url, lane, event_id, event_sequence,
        event_type, payment_id, state, attempts, due_at, created_at, ended_at) ${copies(2, stored)}
      select 'dlv_' || n, merchant_id, 0, '${webhookId}', '', '${webhookId}', 'evt_' || n, n,
        type, 'pay_' || n, 'delivered', 1, null, created_at, created_at from n, events where sequence = 1`)
  }
  database.exec('commit')
  database.close()
}
