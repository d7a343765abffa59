/**
 * Filters and searches of payments, and the overview, in databases of a thousand and of a million payments of every
 * kind, on SQLite and PostgreSQL, in turns.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Checkout } from '@crypto-checkout/core'
import { BULK_LINK, BULK_SETTLEMENT, fillShop } from './bulk.ts'
import { compareLists, type Query } from './lists.ts'
import { MILLION } from './million.ts'
import { withPostgres } from './postgres-server.ts'
import { wallet } from './setup.ts'

type Filter = NonNullable<Parameters<Checkout['payments']['list']>[0]>

const FEW = 1_000
/** The same in both databases: numbers are those of payments that both have. */
const NUMBER = 500
const toTime = (ms: number) => new Date(Date.now() - ms).toISOString()
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const today = { created_gte: toTime(DAY_MS - 3 * HOUR_MS - 12_345_678) }
/** From hour to hour, as the dashboard's own ranges of days are in most time zones. */
const week = { created_gte: toTime(8 * DAY_MS + 5 * HOUR_MS), created_lt: toTime(DAY_MS + 7 * HOUR_MS) }
const facet = { status: 'completed', network: 'ethereum', cryptocurrency: 'USDC', exception: 'late' } as const

/** All filters of the dashboard, and some together. */
const filters: readonly Filter[] = [
  {},
  { status: 'completed' },
  { network: 'ethereum' },
  { cryptocurrency: 'USDT' },
  { exception: 'late' },
  facet,
  { unresolved: 'late' },
  { exception: 'overrefunded' },
  { paymentLink: BULK_LINK },
  { settlement: BULK_SETTLEMENT },
  { reference: `R-${NUMBER}` },
  today,
  week,
  { network: 'ethereum', ...today },
  { ...facet, ...today },
  { status: 'completed', ...week },
  { ...facet, ...week },
  { unresolved: 'late', ...week },
  { paymentLink: BULK_LINK, ...week },
]

/** Searches: for a value of one payment, or of many. */
const searches: readonly (readonly [string, Filter])[] = [
  ['reference', { q: `r-${NUMBER}` }],
  ['metadata, of all payments', { q: 'web' }],
  ['hash', { q: NUMBER.toString(16).padStart(64, '0') }],
  ['sender of a tenth of the payments', { q: `0xabc${'7'.padStart(37, '0')}` }],
  ['wallet of a 400th', { q: wallet(7) }],
  ['hash, its beginning and end as shown', { q: `0x${NUMBER.toString(16).padStart(64, '0').slice(0, 62)}…01f4` }],
  ['amount as written', { q: '49,90 €' }],
  ['nothing', { q: 'nothing' }],
  ['words, nothing', { q: 'some words that no payment has' }],
  ['wallet of a 400th, status', { q: wallet(7), status: 'completed' }],
]

const queries: readonly Query[] = [
  ...filters.map(
    (filter): Query => [`payments?${Object.keys(filter).join('&')}`, ({ payments }) => payments.list(filter)],
  ),
  ...searches.map(([what, filter]): Query => [`payments?q: ${what}`, ({ payments }) => payments.list(filter)]),
  ['overview', async ({ overview }) => countReceived(await overview.retrieve())],
  [
    'overview of 92 days in Kolkata',
    async ({ overview }) => countReceived(await overview.retrieve({ timeZone: 'Asia/Kolkata', ...lastDays(92) })),
  ],
]

function countReceived({ totals }: Awaited<ReturnType<Checkout['overview']['retrieve']>>) {
  return { totalCount: totals.reduce((sum, { payments }) => sum + payments, 0) }
}

function lastDays(days: number) {
  const date = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return { from: date(Date.now() - (days - 1) * 86_400_000), to: date(Date.now()) }
}

/** Fills databases of its own: its payments are of every kind. */
export async function benchSearch(folder: string): Promise<void> {
  const files = [join(folder, 'few-mixed.db'), join(folder, 'many-mixed.db')] as const
  await fillBoth(files)
  await compareLists(queries, [['SQLite', ...files]])
  for (const path of files) rmSync(path)
  await withPostgres(async ({ newDatabase }) => {
    const urls = [await newDatabase('few'), await newDatabase('many')] as const
    await fillBoth(urls)
    await compareLists(queries, [['PostgreSQL', ...urls]])
  })
}

async function fillBoth([few, many]: readonly [string, string]): Promise<void> {
  const startedAt = performance.now()
  await fillShop(few, FEW)
  await fillShop(many, MILLION)
  console.log(`${MILLION} payments of every kind written in ${Math.round((performance.now() - startedAt) / 1_000)} s`)
}
