/** The report of a month with a hundred thousand payments: how long it takes, and how long it blocks everything else at a time. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import type { Checkout } from '@crypto-checkout/core'
import { openBench } from './open.ts'
import { benchOptions } from './setup.ts'

const PAYMENTS = 100_000
const MONTH_MS = 30 * 86_400_000
/** A round is cheap, and the first one also fills the caches. */
const ROUNDS = 5

export async function benchReports(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-bench-reports-'))
  try {
    const path = join(folder, 'ledger.db')
    await fillLedger(path, PAYMENTS)
    const sum = timeStatement(path)
    await reportMonth(path, sum)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Fills a ledger of the last 30 days: each payment has its money and both entries of a sweep, every fifth a refund. */
export async function fillLedger(path: string, payments: number): Promise<void> {
  const checkout = await openBench(benchOptions(path))
  const { id } = await checkout.merchant.retrieve()
  const start = checkout.context.now() - MONTH_MS
  await checkout.stop()
  const database = new DatabaseSync(path)
  database.exec('pragma synchronous = off; begin')
  const insert = (kind: string, ordinal: number, amount: string, cents: string, every = 1) =>
    database.exec(`insert into entries (merchant_id, livemode, sequence, ordinal, kind, booked_at, chain_time, payment_id,
        refund_id, network, chain, coin, token, account, counterparty, amount, raw_amount, currency, rate, fiat_amount,
        reference, tx_hash, unknown)
      with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${payments})
      select '${id}', 1, i + 10, ${ordinal}, '${kind}', ${start} + i * ${Math.floor(MONTH_MS / payments)},
        ${start} + i, printf('pay_%026d', i), case '${kind}' when 'refunded' then printf('re_%026d', i) end,
        case i % 3 when 0 then 'ethereum' else 'polygon' end, 'eip155:1', 'USDC', '0x' || printf('%040d', 7),
        '0x' || printf('%040d', i), '0x' || printf('%040d', i + 1), ${amount}, ${amount},
        case when ${cents} is null then null when i % 2 = 0 then 'EUR' else 'USD' end, '1.08', ${cents}, 'R-' || i,
        '0x' || printf('%064x', i), '{"fiatAmount":"own_money"}'
      from numbers where i % ${every} = 0`)
  insert('received', 0, '12345678 + i', '1234 + i % 100')
  insert('swept', 1, '-12345678 - i', 'null')
  insert('swept', 2, '12345678 + i', 'null')
  insert('refunded', 3, '-1000000', '-100', 5)
  database.exec('commit')
  database.close()
}

/** The time of one statement that reads the same rows and adds up one column. */
function timeStatement(path: string): number {
  const database = new DatabaseSync(path)
  const statement = database.prepare('select network, coin, currency, sum(amount) from entries group by 1, 2, 3')
  statement.all()
  const startedAt = performance.now()
  statement.all()
  database.close()
  return performance.now() - startedAt
}

async function reportMonth(path: string, sum: number): Promise<void> {
  const checkout = await openBench(benchOptions(path))
  const now = checkout.context.now()
  const toTime = (time: number) => new Date(time).toISOString()
  const span = { created_gte: toTime(now - 31 * 86_400_000), created_lt: toTime(now + 86_400_000) }
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    if (round === 1) delay.enable()
    const startedAt = performance.now()
    await checkout.reports.retrieve(span)
    times.push(performance.now() - startedAt)
  }
  delay.disable()
  const [median = 0] = times.toSorted((one, other) => one - other).slice(Math.floor(ROUNDS / 2))
  console.log(
    `\n${PAYMENTS} payments of a month, 320,000 entries: a report in ${median.toFixed(0)} ms, ${(median / sum).toFixed(1)} times ` +
      `one statement of SQLite, ${(delay.max / 1e6).toFixed(0)} ms at most without a break`,
  )
  await writeFile(checkout, { ...span, language: 'de' })
  await writeFile(checkout, { ...span, format: 'xlsx' })
  await checkout.stop()
}

/** Reads a file of all entries as a client that takes everything at once. */
async function writeFile(checkout: Checkout, query: Parameters<Checkout['reports']['exportLedger']>[0]): Promise<void> {
  const { url, rows } = await checkout.reports.exportLedger(query)
  const { pathname: path, search } = new URL(url)
  const body = { kind: 'bytes', bytes: new Uint8Array() } as const
  const request = { method: 'GET', path, query: search.slice(1), headers: {}, body, address: '192.0.2.1' }
  const before = measureMemory()
  let [length, most] = [0, 0]
  const startedAt = performance.now()
  const answer = await checkout.handle(request)
  for await (const part of answer?.stream ?? []) {
    length += part.length
    most = Math.max(most, measureMemory())
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const [perSecond, mebibytes] = [rows / seconds, (most - before) / 1_048_576]
  console.log(
    `${path.split('.').at(-1)} of ${rows} entries, ${(length / 1e6).toFixed(0)} MB: ${perSecond.toFixed(0)} rows a second, ` +
      `${mebibytes.toFixed(0)} MiB of memory at most`,
  )
}

/** The heap, and the bytes beside it. */
function measureMemory(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
