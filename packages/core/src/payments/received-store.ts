import { sql } from 'kysely'
import { ONE_COIN } from '../domain/money.ts'
import type { Owner } from '../domain/owner.ts'
import type { Db, Tx } from '../storage/database.ts'
import { prepareSums } from '../storage/prepared.ts'
import type { Row } from '../storage/tables.ts'
import type { PaymentRow } from './store.ts'

export const QUARTER_MS = 900_000

type Tally = Row<'received_tallies'>
const add = prepareSums(
  'received_tallies',
  ['merchant_id', 'livemode', 'quarter', 'network', 'cryptocurrency'],
  ['coins', 'millionths', 'payments'],
)

type Change = { readonly before: PaymentRow; readonly row: PaymentRow }

/** Keeps the sums of what completed payments have received, after payments have changed. */
export async function tallyReceived(tx: Tx, changes: readonly Change[]): Promise<void> {
  const tallies = new Map<string, Tally>()
  const count = (row: PaymentRow, by: 1n | -1n) => {
    if (row.completed_at === null) return
    const { merchant_id, livemode, network, cryptocurrency } = row
    const quarter = Math.floor(row.completed_at / QUARTER_MS)
    const key = [merchant_id, livemode, quarter, network, cryptocurrency].join()
    const known = tallies.get(key)
    const received = row.received
    tallies.set(key, {
      merchant_id,
      livemode,
      quarter,
      network,
      cryptocurrency,
      coins: (known?.coins ?? 0n) + (by * received) / ONE_COIN,
      millionths: (known?.millionths ?? 0n) + by * (received % ONE_COIN),
      payments: (known?.payments ?? 0) + Number(by),
    })
  }
  for (const { before, row } of changes) {
    count(before, -1n)
    count(row, 1n)
  }
  await add(
    tx,
    [...tallies.values()].filter(({ coins, millionths, payments }) => coins || millionths || payments),
  )
}

/** Income on a network in a coin, in millionths. */
export type Received = {
  readonly network: string
  readonly cryptocurrency: string
  readonly amount: bigint
  readonly payments: number
}

type Span = { readonly from: number; readonly to: number }
type Sum = Record<'span' | 'payments', number | bigint | string> &
  Pick<Tally, 'network' | 'cryptocurrency' | 'coins' | 'millionths'>

/**
 * Sums what the payments have received that were completed in each of some spans of time, whose ends are whole quarter
 * hours. One statement, in which each span is a range of the key.
 */
export async function sumReceived(
  db: Db,
  { merchantId, livemode }: Owner,
  spans: readonly Span[],
): Promise<Received[][]> {
  const values = spans.map(
    ({ from, to }, index) =>
      sql`(cast(${index} as bigint), cast(${from / QUARTER_MS} as bigint), cast(${to / QUARTER_MS} as bigint))`,
  )
  const { rows } = await sql<Sum>`
    select span.column1 as span, t.network, t.cryptocurrency, sum(t.coins) as coins, sum(t.millionths) as millionths,
      sum(t.payments) as payments
    from (values ${sql.join(values)}) as span cross join received_tallies as t
    where t.merchant_id = ${merchantId} and t.livemode = ${livemode}
      and t.quarter >= span.column2 and t.quarter < span.column3
    group by span.column1, t.network, t.cryptocurrency
    order by span.column1, t.network, t.cryptocurrency`.execute(db)
  const bySpan = Map.groupBy(rows, ({ span }) => Number(span))
  return spans.map((_, index) => (bySpan.get(index) ?? []).map(toReceived).filter(({ payments }) => payments > 0))
}

function toReceived({ network, cryptocurrency, coins, millionths, payments }: Sum): Received {
  const amount = coins * ONE_COIN + millionths
  return { network, cryptocurrency, amount, payments: Number(payments) }
}
