/** A shop's payments of every kind, written by SQL alone: a million take a minute, on SQLite or on PostgreSQL. */
import { DatabaseSync } from 'node:sqlite'
import { runOnce } from '@crypto-checkout/core/testing'
import { openBench } from './open.ts'
import { benchOptions, paymentInput, wallet } from './setup.ts'

const DAY_MS = 86_400_000
const SPREAD_MS = 20 * DAY_MS
const EXPIRES_IN_MS = 30 * DAY_MS
const WALLETS = 400
const ALL_TIME_MS = 100_000_000 * DAY_MS
export const BULK_LINK = `pl_${'1'.padStart(26, '0')}`
export const BULK_SETTLEMENT = `set_${'1'.padStart(26, '0')}`

/** The parts of SQL that differ between both databases. */
type Dialect = {
  readonly pad: (number: string, digits: number) => string
  readonly hex: (number: string, digits: number) => string
}
const sqlite: Dialect = {
  pad: (number, digits) => `printf('%0${digits}d', ${number})`,
  hex: (number, digits) => `printf('%0${digits}x', ${number})`,
}
const postgres: Dialect = {
  pad: (number, digits) => `lpad((${number})::text, ${digits}, '0')`,
  hex: (number, digits) => `lpad(to_hex(${number}), ${digits}, '0')`,
}

/** Fills a new database, a file or a URL. Its merchant's payments are spread over the last twenty days. */
export async function fillShop(path: string, count: number): Promise<void> {
  const checkout = await openBench(benchOptions(path))
  await checkout.payments.create({ ...paymentInput, merchantWallet: wallet(0), expiresIn: 2_592_000 })
  await checkout.paymentLinks.create({ ...paymentInput, merchantWallet: wallet(0), title: 'Coffee' })
  await checkout.stop()
  const database = path.startsWith('postgres') ? openPostgres(path) : openSqlite(path)
  const [first = {}] = await database.ask('select * from payments')
  const indexes = await database.ask(database.indexes)
  const { seq: _, ...columns } = first
  // An index that is built at once takes a fraction of the time.
  for (const { name } of indexes) await database.ask(`drop index ${name}`)
  await database.ask(insertPayments(database.dialect, Object.keys(columns), count, Number(first.created_at)))
  for (const { text } of indexes) await database.ask(String(text))
  for (const one of [...recount, ...addTerms(database.dialect), 'analyze']) await database.ask(one)
  database.close()
}

type Database = {
  readonly dialect: Dialect
  /** Lists the indexes of payments that are no constraints. */
  readonly indexes: string
  ask(statement: string): Promise<Record<string, unknown>[]>
  close(): void
}

function openSqlite(path: string): Database {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  // A database that breaks is filled again.
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -1000000')
  return {
    dialect: sqlite,
    indexes: `select name, sql as text from sqlite_master
      where type = 'index' and tbl_name = 'payments' and sql is not null`,
    ask: async (statement) => database.prepare(statement).all(),
    close() {
      database.exec('pragma journal_mode = wal')
      database.close()
    },
  }
}

function openPostgres(url: string): Database {
  return {
    dialect: postgres,
    indexes: `select indexname as name, indexdef as text from pg_indexes
      where tablename = 'payments' and indexname not in (select conname from pg_constraint)`,
    ask: (statement) => runOnce(url, statement),
    close() {},
  }
}

function insertPayments({ pad }: Dialect, columns: readonly string[], count: number, createdAt: number): string {
  const cents = `(100 + i / ${WALLETS} % 50000)`
  const amount = `(${cents} * 10000 + 10 * (i * 7 % 999) + 1 + i / ${WALLETS} / 50000)`
  const created = `(${createdAt - SPREAD_MS} + cast(i as bigint) * ${SPREAD_MS} / ${count})`
  const address = `'0x' || ${pad(`i % ${WALLETS} + 1`, 40)}`
  const own: Readonly<Record<string, string>> = {
    id: `'pay_' || ${pad('i', 26)}`,
    due: amount,
    outstanding: `case when i % 10 > 2 then 0 else ${amount} end`,
    amount_cents: cents,
    address,
    merchant_wallet: address,
    created_at: created,
    expires_at: `${created} + ${EXPIRES_IN_MS}`,
    status: `case i % 10 when 0 then 'created' when 1 then 'expired' when 2 then 'cancelled' else 'completed' end`,
    network: `case i % 3 when 0 then 'ethereum' when 1 then 'polygon' else 'sidechain' end`,
    cryptocurrency: `case i % 7 when 0 then 'USDT' else 'USDC' end`,
    exceptions: `case when i % 10 = 0 then '[]' when i % 17 = 0 then '["late"]' when i % 19 = 0 then '["overpaid"]'
      when i % 23 = 0 then '["late","multiple"]' else '[]' end`,
    completed_at: `case when i % 10 > 2 then ${created} + 60000 end`,
    received: amount,
    received_final: amount,
    refunded: `case when i % 5000 = 5 then ${amount} + 1 when i % 10 between 1 and 2 and i % 1000 <> 1 then ${amount} else 0 end`,
    reference: `'R-' || i`,
    metadata: `'{"order":"A-' || i || '","channel":"web"}'`,
    payment_link: `case when i % 100 = 3 then '${BULK_LINK}' end`,
    settlement_id: `case when i % 50 = 4 then '${BULK_SETTLEMENT}' end`,
  }
  const values = columns.map((column) => own[column] ?? `t.${column}`)
  return `insert into payments (${columns.join(', ')})
    with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${count - 1})
    select ${values.join(', ')} from numbers, payments as t where t.seq = 1`
}

const recount = [
  'delete from search_terms',
  'delete from search_tallies',
  'delete from tallies',
  `insert into tallies
    select merchant_id, livemode, span, created_at / span, status, network, cryptocurrency, exceptions, count(*)
    from payments, (select ${DAY_MS} as span union all select 3600000 union all select ${ALL_TIME_MS}) as spans
    group by 1, 2, 3, 4, 5, 6, 7, 8`,
  `insert into received_tallies
    select merchant_id, livemode, completed_at / 900000, network, cryptocurrency, sum(received / 1000000),
      sum(received % 1000000), count(*)
    from payments where completed_at is not null group by 1, 2, 3, 4, 5`,
  `update payment_links set id = '${BULK_LINK}',
    payment_count = (select count(*) from payments where payment_link = '${BULK_LINK}')`,
  `insert into settlements (id, merchant_id, livemode, status, method, network, chain, token, cryptocurrency, destination,
      amount, settlement_currency, fee_amount, fee_currency, payment_count, transactions, period_start, period_end, created_at)
    select '${BULK_SETTLEMENT}', merchant_id, livemode, 'completed', 'direct', network, chain, token, cryptocurrency,
      merchant_wallet, due, 'USDC', '0', 'USDC',
      (select count(*) from payments where settlement_id = '${BULK_SETTLEMENT}'), '[]', 0, created_at, created_at
    from payments where seq = 1`,
]

/** Terms of one payment, of a 400th, of a tenth and of all. */
function addTerms({ hex }: Dialect): string[] {
  const terms = ['lower(reference)', 'merchant_wallet', `'web'`, hex('seq', 64), `'0xabc' || ${hex('seq % 10', 37)}`]
  const own = terms.map(
    (term) => `select merchant_id, livemode, ${term} as term, created_at, seq from payments
    where reference is not null`,
  )
  return [
    `insert into search_terms select * from (${own.join(' union all ')}) as terms order by 1, 2, 3, 4, 5`,
    `insert into search_tallies
      select merchant_id, livemode, term, count(*) from search_terms group by 1, 2, 3 having count(*) > 100`,
  ]
}
