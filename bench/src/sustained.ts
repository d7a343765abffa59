/**
 * Minutes of payments at a steady rate: created over HTTP, paid in blocks of a chain, and completed. Measured on one
 * standalone server with SQLite and on one with PostgreSQL. Load, chain and database share the machine with the
 * server.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventOf, List, Payment } from '@crypto-checkout/api-types'
import { type CheckoutOptions, createApiKey, createCheckout } from '@crypto-checkout/core'
import { paymentBody } from './api.ts'
import { type Chain, startChain } from './chain.ts'
import { watchHost } from './host.ts'
import { watchLag } from './lag.ts'
import { openClient, runOpenLoad, type Timed } from './open-load.ts'
import { withPostgres } from './postgres-server.ts'
import { startServer } from './server-process.ts'
import { benchOptions, NETWORK_MS, wallet } from './setup.ts'
import { printSustained, type Sustained } from './sustained-table.ts'

const SECONDS = Number(process.env.BENCH_LOAD_SECONDS ?? 300)
const PER_SECOND = Number(process.env.BENCH_LOAD_PER_SECOND ?? 200)
const WALLETS = 100
/** The number of samples of the server's memory. */
const LOOKS = 10
/** The earliest and latest time after which payers send. */
const PAID_AFTER_MS = [2_000, 10_000] as const
/** A payment not completed this long after the last creation counts as missing. */
const PATIENCE_MS = 120_000
const PAGE = 100

type Client = ReturnType<typeof openClient>

/** On one standalone server with SQLite, then on one with PostgreSQL, or on one of them only. */
export async function benchSustained(databases: readonly Database[] = ['sqlite', 'postgres']): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-bench-load-'))
  try {
    for (const database of databases) {
      console.log(`\n${PER_SECOND} payments a second to ${WALLETS} wallets for ${SECONDS} s, ${titles[database]}\n`)
      printSustained(await sustainOn[database](folder), NETWORK_MS)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Database = 'sqlite' | 'postgres'

const titles: Readonly<Record<Database, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

const sustainOn: Readonly<Record<Database, (folder: string) => Promise<Sustained>>> = {
  sqlite: (folder) => sustain(join(folder, 'sqlite'), join(folder, 'checkout.db'), () => 0),
  postgres: (folder) =>
    withPostgres(async ({ newDatabase, cpuMicros }) =>
      sustain(join(folder, 'postgres'), await newDatabase('load'), cpuMicros),
    ),
}

async function sustain(folder: string, database: string, postgresMicros: () => number): Promise<Sustained> {
  mkdirSync(folder)
  const statusOf = async (id: string) => (await read<Payment>(client, `/v1/payments/${id}`)).status
  const lag = watchLag(async (id) => (await statusOf(id)) === 'created')
  const chain = await startChain(lag.onMined)
  const options = benchOptions(database, chain.url, NETWORK_MS)
  const headers = await keyOf(options)
  const server = await startServer(folder, options)
  const client = openClient(server.url, headers)
  try {
    const looks: Sustained['looks'][number][] = []
    const counts = { created: 0, refused: 0 }
    const before = { server: (await server.probe()).cpuMicros, postgres: postgresMicros() }
    const looking = setInterval(
      async () => {
        looks.push({ ...(await server.probe('collect')), created: counts.created })
      },
      (SECONDS * 1_000) / LOOKS,
    )
    const host = watchHost()
    const posts = await create(client, chain, counts)
    host.stop()
    clearInterval(looking)
    const cpu = (await server.probe()).cpuMicros - before.server
    const cpuMicros = { server: cpu, postgres: postgresMicros() - before.postgres }
    const completed = await completedOf(client, counts.created)
    const lags = await lag.lags(await recordedAt(client))
    return { ...counts, completed, posts, lags, looks, host, cpuMicros }
  } finally {
    client.close()
    await server.stop()
    await chain.stop()
  }
}

async function keyOf(options: CheckoutOptions): Promise<Record<string, string>> {
  const checkout = createCheckout({ ...options, log: () => {} })
  await checkout.ready()
  const { publicKey, secretKey } = await createApiKey(checkout.context, { environment: 'production' })
  await checkout.stop()
  return { authorization: `Bearer ${publicKey}`, 'x-api-secret': secretKey, 'content-type': 'application/json' }
}

/** Creates payments, each with a key as the client sends it, and has them paid. Returns how long each creation took. */
function create(client: Client, chain: Chain, counts: { created: number; refused: number }): Promise<Timed[]> {
  const [earliest, latest] = PAID_AFTER_MS
  return runOpenLoad({
    perSecond: PER_SECOND,
    seconds: SECONDS,
    async ask(n) {
      const { status, body } = await client.ask({
        method: 'POST',
        path: '/v1/payments',
        body: paymentBody(n, wallet(n % WALLETS)),
        headers: { 'idempotency-key': randomUUID() },
      })
      return () => {
        if (status !== 201) {
          counts.refused += 1
          return
        }
        counts.created += 1
        const { id, address, amountDue } = JSON.parse(body) as Payment
        const paid = { id, to: address, amount: Number(amountDue.replace('.', '')) }
        setTimeout(() => chain.pay(paid), earliest + Math.random() * (latest - earliest))
      }
    },
  })
}

/** The number of completed payments, once all are completed or the time limit is reached. */
async function completedOf(client: Client, created: number): Promise<number> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const { totalCount } = await read<List<Payment>>(client, '/v1/payments?status=completed&limit=1')
    if (totalCount >= created || performance.now() > until) return totalCount
    await sleep(1_000)
  }
}

/** The time at which each payment was recorded as paid. */
async function recordedAt(client: Client): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (let after = 0; ; ) {
    const path = `/v1/events?type=payment.processing&after=${after}&limit=${PAGE}`
    const { data, hasMore } = await read<List<EventOf<'payment.processing'>>>(client, path)
    for (const event of data) found.set(event.data.object.id, Date.parse(event.createdAt))
    if (!hasMore) return found
    after = data.at(-1)?.sequence ?? after
  }
}

async function read<T>(client: Client, path: string): Promise<T> {
  const { status, body } = await client.ask({ method: 'GET', path })
  if (status !== 200) throw new Error(`GET ${path} was answered ${status}: ${body}`)
  return JSON.parse(body) as T
}
