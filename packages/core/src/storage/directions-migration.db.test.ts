import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { isOnPostgres, runAdminStatement, runOnce, TEST_POSTGRES } from '../testing/storage.ts'
import { getLayout } from './layout.ts'
import { listMigrationsAfter, postgresProfile, sqliteProfile } from './migrate.ts'
import { migrate } from './sqlite.ts'

const RELEASE = join(import.meta.dirname, '../testing/release-0.1.0/checkout.db.gz')
const ups = listMigrationsAfter(0)
const version = ups.findIndex((up) => up.includes('add column direction'))

type Values = Readonly<Record<string, unknown>>
type Database = { run(sql: string): Promise<void>; read(sql: string): Promise<Values[]> }

/** What arrived of refunds in coins of 18, 6 and 4 decimals, with and without a fee. In millionths: the last column. */
const ARRIVED = [
  ['7500000', '7500000', '7500000', 7_500_000],
  ['7500000', '7500000', '7425001', 7_425_001],
  ['7500000', '7500000000000000000', '7425001999999999999', 7_425_001],
  ['7500000', '75000', '74250', 7_425_000],
  ['7500000', '7500000', '0', 0],
  ['7500000', '7500000000000000000', '999999999999', 0],
] as const

const refundColumns = `merchant_id, livemode, payment_id, method, status, amount_cents, currency, cryptocurrency, network, chain,
  token, from_address, destination, to_address, memo, created_at, watched_from, completed_at, transfer_state, ordinal,
  log_index, block_number, block_hash, block_time`

/** The database of release 0.1.0 just before the migration, with refunds of other coins. */
async function openBefore(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'checkout.db')
  writeFileSync(path, gunzipSync(readFileSync(RELEASE)))
  const database = new DatabaseSync(path)
  onTestFinished(() => database.close())
  migrate(database, version)
  for (const [index, [amount, rawAmount, rawArrived]] of ARRIVED.entries()) {
    database.exec(`insert into refunds (id, amount, raw_amount, raw_arrived, tx_hash, ${refundColumns})
      select 're_${String(index).padStart(26, '0')}', ${amount}, '${rawAmount}', '${rawArrived}', '0x${index}', ${refundColumns}
      from refunds where status = 'completed' and method = 'sign' limit 1`)
  }
  if (isOnPostgres()) return copyToPostgres(database)
  return {
    run: async (sql) => database.exec(sqliteProfile.migration(sql)),
    read: async (sql) => database.prepare(sql).all(),
  }
}

async function copyToPostgres(database: DatabaseSync): Promise<Database> {
  const server = process.env[TEST_POSTGRES] ?? ''
  const name = `test_${randomBytes(8).toString('hex')}`
  await runAdminStatement(server, `create database ${name}`)
  onTestFinished(() => runAdminStatement(server, `drop database if exists ${name} with (force)`))
  const url = `${server}/${name}`
  for (const up of ups.slice(0, version)) await runOnce(url, postgresProfile.migration(up))
  for (const { name: table, rowNumber } of getLayout(version)) {
    const json = JSON.stringify(database.prepare(`select * from ${table}`).all()).replaceAll("'", "''")
    await runOnce(url, `insert into ${table} select * from json_populate_recordset(null::${table}, '${json}')`)
    if (rowNumber === null) continue
    const last = `(select coalesce(max(${rowNumber}), 0) + 1 from ${table})`
    await runOnce(url, `select setval(pg_get_serial_sequence('${table}', '${rowNumber}'), ${last}, false)`)
  }
  return {
    run: async (sql) => void (await runOnce(url, postgresProfile.migration(sql))),
    read: async (sql) => (await runOnce(url, sql)).map(toNumbers),
  }
}

/** PostgreSQL's client returns a bigint as text. */
function toNumbers(row: unknown): Values {
  const numbers = /^(seq|amount|livemode|ordinal|dust|log_index|amount_cents|send_id)$|_(number|time|at|from)$/
  const toNumber = ([name, value]: [string, unknown]) => [
    name,
    numbers.test(name) && value !== null ? Number(value) : value,
  ]
  return Object.fromEntries(Object.entries(row as Values).map(toNumber))
}

const moved = [
  'raw_arrived',
  'transfer_state',
  'tx_hash',
  'ordinal',
  'log_index',
  'block_number',
  'block_hash',
  'block_time',
]

/** The transfer that a refund of earlier releases becomes. */
function toTransfer(row: Values): Values {
  const [amount, rawAmount, rawArrived] = [row.amount, row.raw_amount, row.raw_arrived].map((one) =>
    BigInt(one as string),
  )
  return {
    id: `tr_${String(row.id).slice(3)}`,
    direction: 'out',
    refund_id: row.id,
    payment_id: null,
    state: row.transfer_state,
    amount: Number(((amount ?? 0n) * (rawArrived ?? 0n)) / (rawAmount ?? 1n)),
    raw_amount: row.raw_arrived,
    raw_left: row.raw_amount,
    final_at: row.completed_at,
    seen_at: row.block_time,
    dust: 0,
    suggested_payment: null,
    named_by: null,
    ...pick(row, ['merchant_id', 'livemode', 'chain', 'network', 'cryptocurrency', 'token', 'memo']),
    ...pick(row, ['from_address', 'to_address', 'tx_hash', 'ordinal', 'log_index']),
    ...pick(row, ['block_number', 'block_hash', 'block_time']),
  }
}

function pick(row: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

function omit(row: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
}

const byId = (one: Values, other: Values) => (String(one.id) < String(other.id) ? -1 : 1)

test('the transfer of each refund from before is a row of transfers, and all rows stay', async () => {
  const { run, read } = await openBefore()
  const refunds = await read('select * from refunds order by seq')
  const incoming = await read('select * from transfers order by seq')
  expect(new Set(refunds.map(({ status }) => status))).toEqual(
    new Set(['pending', 'submitted', 'completed', 'failed', 'cancelled']),
  )
  await run(ups[version] ?? '')

  expect(await read('select * from refunds order by seq')).toEqual(refunds.map((row) => omit(row, moved)))
  const is = { direction: 'in', refund_id: null, raw_left: null }
  const came = await read(`select * from transfers where direction = 'in' order by seq`)
  expect(came).toEqual(incoming.map((row) => ({ ...row, ...is })))
  const expected = refunds.filter(({ tx_hash }) => tx_hash !== null).map(toTransfer)
  expect(new Set(expected.map(({ state }) => state))).toEqual(new Set(['seen', 'final']))
  const left = await read(`select * from transfers where direction = 'out'`)
  expect(left.map((row) => omit(row, ['seq'])).toSorted(byId)).toEqual(expected.toSorted(byId))
  const coins = await read(`select amount from transfers where id like 'tr_0000%' order by id`)
  expect(coins.map(({ amount }) => amount)).toEqual(ARRIVED.map(([, , , amount]) => amount))

  const copied = 'id || 2, merchant_id, livemode, payment_id, method, status, amount_cents, currency'
  await run(`insert into refunds (id, merchant_id, livemode, payment_id, method, status, amount_cents, currency,
      cryptocurrency, amount, network, chain, token, raw_amount, from_address, created_at)
    select ${copied}, cryptocurrency, amount, network, chain, token, raw_amount, from_address, created_at
    from refunds where method = 'collect' limit 1`)
  const [last] = await read('select max(seq) as seq from refunds')
  expect(last?.seq).toBe(Number(refunds.at(-1)?.seq) + 1)
})

test('a transfer goes out exactly if it pays a refund, and a refund has one on the chain', async () => {
  const { run, read } = await openBefore()
  await run(ups[version] ?? '')
  const columns = `chain, network, cryptocurrency, token, from_address, to_address, raw_amount, memo, ordinal, amount, log_index,
    block_number, block_hash, block_time, seen_at, merchant_id, livemode`
  let count = 0
  /** A copy of a refund's transfer with other values. */
  const insert = (over: Readonly<Record<string, string>>) => {
    count += 1
    const values: Readonly<Record<string, string>> = {
      ...{ id: `'tr_${count}'`, tx_hash: `'0xc${count}'`, state: "'orphaned'", payment_id: 'null' },
      ...{ direction: "'out'", refund_id: 'refund_id', raw_left: 'raw_left', ...over },
    }
    return run(`insert into transfers (${Object.keys(values).join()}, ${columns})
      select ${Object.values(values).join()}, ${columns} from transfers where refund_id like 're_0000%0' limit 1`)
  }
  const [{ id: payment } = {}] = await read('select id from payments limit 1')
  const incoming = { direction: "'in'", refund_id: 'null', raw_left: 'null' }
  await insert({})
  await insert(incoming)
  await insert({ ...incoming, payment_id: `'${payment}'` })
  // One on the chain may go out and come in.
  await insert({ ...incoming, tx_hash: 'tx_hash', state: "'seen'" })

  const refused: readonly Readonly<Record<string, string>>[] = [
    { direction: "'in'" },
    { direction: "'sideways'" },
    { refund_id: 'null' },
    { raw_left: 'null' },
    { payment_id: `'${payment}'` },
    { refund_id: "'re_nobody'" },
    { ...incoming, raw_left: "'1'" },
    { ...incoming, refund_id: 'refund_id' },
    { tx_hash: 'tx_hash' },
    { ...incoming, tx_hash: 'tx_hash' },
    { state: "'seen'" },
    { state: "'final'" },
  ]
  for (const over of refused) await expect(insert(over), JSON.stringify(over)).rejects.toThrow(/constraint/i)
})
