/** Webhooks: the delay that hanging receivers cause, deliveries per second on one core, and the cost of stored events. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMerchant } from '@crypto-checkout/core'
import { startChild } from './child.ts'
import { MILLION } from './million.ts'
import { openBench } from './open.ts'
import { benchOptions, paymentInput, wallet } from './setup.ts'

const MERCHANTS = 10
/** One of these hangs. */
const ENDPOINTS_A_MERCHANT = 10
const ROUNDS = 30
const PAUSE_MS = 100
const DELIVERIES = 5_000

export async function benchWebhooks(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-bench-webhooks-'))
  try {
    await benchHanging(join(folder, 'hanging.db'))
    const empty = await benchBacklog(join(folder, 'empty.db'), 0)
    const full = await benchBacklog(join(folder, 'full.db'), MILLION)
    console.log(
      '\n| a backlog to one receiver in another process | deliveries/s | CPU of the sender, µs each |\n|---|---|---|',
    )
    console.log(`| nothing stored | ${empty.perSecond.toFixed(0)} | ${empty.cpuMicros.toFixed(0)} |`)
    console.log(`| ${MILLION} delivered events stored | ${full.perSecond.toFixed(0)} | ${full.cpuMicros.toFixed(0)} |`)
    console.log(`| ratio | ${(full.perSecond / empty.perSecond).toFixed(2)} | |`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startReceivers(answering: number, hanging: number) {
  const child = await startChild('webhook-receivers.ts', [String(answering), String(hanging)])
  const ports = child.stats as { answering: number[]; hanging: number[] }
  return { child, ...ports, arrivals: async () => (await child.usage()).details }
}

const urlOf = (port: number | undefined) => `http://127.0.0.1:${port}/`

/** Only a checkout on loopback delivers to receivers on loopback. */
function open(path: string) {
  const options = benchOptions(path)
  return openBench({
    ...options,
    ...{ publicUrl: 'http://127.0.0.1:3000', sandbox: options.production },
    plans: { sandbox: { requestsPerMinute: 1_000_000, openPayments: 100_000_000 } },
  })
}

/** A hundred endpoints, of which every tenth accepts requests and never answers. */
async function benchHanging(path: string): Promise<void> {
  const { child, answering, hanging, arrivals } = await startReceivers(
    MERCHANTS * (ENDPOINTS_A_MERCHANT - 1),
    MERCHANTS,
  )
  const checkout = await open(path)
  await checkout.start()
  const shops = []
  for (let merchant = 0; merchant < MERCHANTS; merchant++) {
    const { id } = await createMerchant(checkout.context, { name: `Shop ${merchant}`, plan: 'starter' })
    const { sandbox } = checkout.as(id)
    const ports = [hanging[merchant], ...answering.slice(merchant * 9, merchant * 9 + 9)]
    for (const port of ports) await sandbox.webhooks.create({ url: urlOf(port), events: ['payment.created'] })
    shops.push(sandbox)
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { payments }] of shops.entries())
      await payments.create({ ...paymentInput, merchantWallet: wallet(index) })
    await sleep(PAUSE_MS)
  }
  await sleep(1_000)
  const arrived = await arrivals()
  await child.stop()
  await checkout.stop()
  tellLateness(path, new Set(answering), arrived)
}

function tellLateness(path: string, answering: ReadonlySet<number>, arrived: Readonly<Record<string, number>>): void {
  const database = new DatabaseSync(path)
  const rows = database
    .prepare(`select d.url, d.event_id as id, e.created_at as created, a.started_at as started from deliveries d
      join events e on e.id = d.event_id left join delivery_attempts a on a.delivery_id = d.id and a.number = 1`)
    .all() as { url: string; id: string; created: number; started: number | null }[]
  database.close()
  const sent = rows
    .map((row) => ({ ...row, port: Number(new URL(row.url).port) }))
    .filter((row) => answering.has(row.port))
  const started = sent.map((row) => (row.started ?? Number.POSITIVE_INFINITY) - row.created).toSorted((a, b) => a - b)
  const came = sent
    .map((row) => (arrived[`${row.port} ${row.id}`] ?? Number.POSITIVE_INFINITY) - row.created)
    .toSorted((a, b) => a - b)
  console.log(
    `\n| 100 endpoints of which 10 hang, ${sent.length} deliveries to the others | median, ms | 99th percentile, ms |`,
  )
  console.log('|---|---|---|')
  for (const [name, late] of Object.entries({ 'to the start of the attempt': started, 'to its arrival': came }))
    console.log(`| from an event ${name} | ${late[late.length >> 1]} | ${late[Math.floor(late.length * 0.99)]} |`)
}

/** Deliveries per second while a backlog is sent, with this many delivered before. */
async function benchBacklog(path: string, stored: number) {
  const { child, answering, arrivals } = await startReceivers(1, 0)
  const preparing = await open(path)
  const { id } = await preparing.sandbox.webhooks.create({ url: urlOf(answering[0]) })
  await preparing.sandbox.payments.create({ ...paymentInput, merchantWallet: wallet(0) })
  await preparing.stop()
  fill(path, id, stored)
  const checkout = await open(path)
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  await checkout.start()
  await allEnded(path, stored)
  const seconds = (performance.now() - startedAt) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  await checkout.stop()
  const arrived = Object.keys(await arrivals()).length
  await child.stop()
  if (arrived !== DELIVERIES) throw new Error(`${arrived} of ${DELIVERIES} deliveries arrived`)
  return { perSecond: DELIVERIES / seconds, cpuMicros: (user + system) / DELIVERIES }
}

/** Resolves once every delivery was sent and its outcome is stored. */
async function allEnded(path: string, stored: number): Promise<void> {
  const database = new DatabaseSync(path, { readOnly: true })
  const made = database.prepare('select 1 from webhook_places where livemode = 0 and sequence = ?')
  const pending = database.prepare("select 1 from deliveries indexed by deliveries_due where state = 'pending' limit 1")
  while (!made.get(1 + stored + DELIVERIES) || pending.get()) await sleep(20)
  database.close()
}

/** Copies the only event: some copies were delivered long ago, the rest are a backlog. */
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
