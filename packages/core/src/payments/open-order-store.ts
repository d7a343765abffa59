/** The open payment of an order that was made with `reuse`: at most one, by a unique index. */
import { sql } from 'kysely'
import { type Db, pipeline, type Tx } from '../storage/database.ts'
import { prepareQuery } from '../storage/prepared.ts'
import type { PaymentRow } from './store.ts'

/** An order of a merchant, and its price. */
export type OrderKey = Pick<PaymentRow, 'merchant_id' | 'livemode' | 'reference' | 'amount_cents' | 'currency'>

const open = prepareQuery<OrderKey>()((db, value) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('reference', '=', value.reference)
    .where('amount_cents', '=', value.amount_cents)
    .where('currency', '=', value.currency)
    // Literals: the partial index cannot serve bound values.
    .where('reuse', '=', sql.lit(1 as const))
    .where('status', 'in', [
      sql.lit('created' as const),
      sql.lit('partially_paid' as const),
      sql.lit('processing' as const),
    ]),
)

export async function findOpenOrder(db: Db, key: OrderKey): Promise<PaymentRow | null> {
  const [row = null] = await open(db, key)
  return row
}

/** Lets these payments no longer be the ones of their orders. */
export async function leaveOrders(tx: Tx, rows: readonly PaymentRow[]): Promise<void> {
  await pipeline(rows.filter(({ reuse }) => reuse === 1).map(({ seq }) => setReuse(tx, seq, 0)))
}

/** Lets reopened payments be the ones of their orders again, unless there are others by now. */
export async function rejoinOrders(tx: Tx, rows: readonly PaymentRow[]): Promise<void> {
  for (const row of rows) if (row.reuse === 1 && (await findOpenOrder(tx, row)) === null) await setReuse(tx, row.seq, 1)
}

async function setReuse(tx: Tx, seq: number, reuse: PaymentRow['reuse']): Promise<void> {
  await tx.updateTable('payments').set({ reuse }).where('seq', '=', seq).execute()
}
