/**
 * Filters and searches of payments, and the overview, in databases of a thousand and of a million payments of every
 * kind, on SQLite and PostgreSQL, in turns.
 */
import { copyFileSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Checkout } from '@crypto-checkout/core'
import { compareLists, moveToPostgres, type Query } from './lists.ts'
import { addTerms, tally } from './million.ts'
import { withPostgres } from './postgres-server.ts'
import { wallet } from './setup.ts'

type Filter = NonNullable<Parameters<Checkout['payments']['list']>[0]>

/** The same in both databases: numbers are those of payments that both have. */
const NUMBER = 500
const dayAgo = new Date(Date.now() - 86_400_000 + 12_345_678).toISOString()
const facet = { status: 'completed', network: 'ethereum', cryptocurrency: 'USDC', exception: 'late' } as const

const filters: readonly Filter[] = [
  {},
  { status: 'completed' },
  { network: 'ethereum' },
  { cryptocurrency: 'USDT' },
  { exception: 'late' },
  facet,
  { network: 'ethereum', created_gte: dayAgo },
  { ...facet, created_gte: dayAgo },
  { reference: `R-${NUMBER}` },
]

/** What is searched for: a value of one payment, or of many. */
const searches: readonly (readonly [string, Filter])[] = [
  ['reference', { q: `r-${NUMBER}` }],
  ['metadata, of one payment', { q: `A-${NUMBER}` }],
  ['metadata, of all payments', { q: 'web' }],
  ['hash', { q: `0x${NUMBER.toString(16).padStart(64, '0')}` }],
  ['sender of a tenth of the payments', { q: `0xabc${'7'.padStart(37, '0')}` }],
  ['wallet of a 400th', { q: wallet(7) }],
  ['price', { q: '1.01' }],
  ['nothing', { q: 'nothing' }],
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

export async function benchSearch(few: string, many: string): Promise<void> {
  const copies = [few, many].map((path) => `${path}.mixed`) as [string, string]
  for (const [index, path] of [few, many].entries()) mixPayments(path, copies[index] ?? '')
  try {
    await compareLists(queries, [['SQLite', ...copies]])
    await withPostgres(async ({ newDatabase }) => {
      await compareLists(queries, [['PostgreSQL', ...(await moveToPostgres(newDatabase, ...copies))]])
    })
  } finally {
    for (const path of copies) rmSync(path, { force: true })
  }
}

/** A copy of a database whose payments have several statuses, networks, coins and exceptions, and metadata. */
function mixPayments(path: string, copy: string): void {
  copyFileSync(path, copy)
  const database = new DatabaseSync(copy, { enableForeignKeyConstraints: false })
  database.exec(`
    pragma journal_mode = memory; pragma synchronous = off; pragma cache_size = -1000000; begin;
    delete from events where sequence > 1;
    update payments set
      status = case seq % 10 when 0 then 'created' when 1 then 'expired' when 2 then 'cancelled' else 'completed' end,
      network = case seq % 3 when 0 then 'ethereum' when 1 then 'polygon' else 'sidechain' end,
      cryptocurrency = case seq % 7 when 0 then 'USDT' else 'USDC' end,
      exceptions = case when seq % 10 = 0 then '[]' when seq % 17 = 0 then '["late"]' when seq % 19 = 0 then '["overpaid"]'
        when seq % 23 = 0 then '["late","multiple"]' else '[]' end,
      completed_at = case when seq % 10 > 2 then created_at + 60000 end,
      received = due, reference = 'R-' || seq, metadata = '{"order":"A-' || seq || '","channel":"web"}';
    update payments set refunded = received where seq % 10 between 1 and 2 and seq % 1000 <> 1;
    insert into received_tallies
      select merchant_id, livemode, completed_at / 900000, network, cryptocurrency, sum(received / 1000000),
        sum(received % 1000000), count(*)
      from payments where completed_at is not null group by 1, 2, 3, 4, 5;
  `)
  tally(database)
  const sender = `printf('0xabc%037x', seq % 10)`
  addTerms(database, [`'r-' || seq`, `'a-' || seq`, `'web'`, `printf('%064x', seq)`, sender])
  database.exec('commit')
  database.close()
}
