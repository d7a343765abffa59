import { sql } from 'kysely'
import type { Db, Tx } from '../../storage/database.ts'
import { prepareQuery, queryInChunks } from '../../storage/prepared.ts'
import type { NewRow, Row } from '../../storage/tables.ts'

export type HintRow = Row<'reports'>

const listReports = prepareQuery<{ id: string }>()((db, value) =>
  db
    .selectFrom('reports')
    .selectAll()
    .where('payment_id', '=', value.id)
    .orderBy('reported_at', 'desc')
    .orderBy('slot', 'desc'),
)

/** A payment's reports, newest first. */
export function findPaymentHints(db: Db, paymentId: string): Promise<HintRow[]> {
  return listReports(db, { id: paymentId })
}

export type HintWithPayment = Pick<HintRow, 'tx_hash' | 'from_address' | 'proved_at'> &
  Pick<Row<'payments'>, 'id' | 'address' | 'merchant_id' | 'livemode'>

/** The reports that name these transactions, with their payments. */
export function findHintsByHash(db: Db, hashes: readonly string[]): Promise<HintWithPayment[]> {
  return queryInChunks(hashes, (chunk) =>
    db
      .selectFrom('reports')
      .innerJoin('payments', 'payments.id', 'reports.payment_id')
      .select(['tx_hash', 'from_address', 'proved_at', 'payments.id', 'address', 'merchant_id', 'livemode'])
      .where('tx_hash', 'in', chunk)
      .orderBy('reported_at')
      .orderBy('payments.id')
      .execute(),
  )
}

/** The payer has named the transaction without its sender, so any sender fits. */
export async function forgetSender(tx: Tx, { payment_id, slot }: HintRow): Promise<void> {
  await tx
    .updateTable('reports')
    .set({ from_address: null })
    .where('payment_id', '=', payment_id)
    .where('slot', '=', slot)
    .execute()
}

export async function insertHint(tx: Tx, row: NewRow<'reports'>): Promise<void> {
  await tx.insertInto('reports').values(row).execute()
}

/** Writes that the sender of a transaction has proven it. */
export async function markProven(tx: Tx, { payment_id, slot }: HintRow, proof: Proof): Promise<void> {
  await tx.updateTable('reports').set(proof).where('payment_id', '=', payment_id).where('slot', '=', slot).execute()
}
type Proof = Pick<HintRow, 'tx_hash' | 'from_address' | 'reported_at' | 'proved_at'>

/** The reports that were proven in a span of time, the latest excluded. */
export function findProven(db: Db, from: number, until: number, limit: number): Promise<HintRow[]> {
  return db
    .selectFrom('reports')
    .selectAll()
    .where('proved_at', '>', from)
    .where('proved_at', '<=', until)
    .orderBy('proved_at')
    .limit(limit)
    .execute()
}

/** Deletes the oldest reports from before a time. */
export async function deleteHintsBefore(tx: Tx, time: number, limit: number): Promise<void> {
  const oldest = tx
    .selectFrom('reports')
    .select(['payment_id', 'slot'])
    .where('reported_at', '<', time)
    .orderBy('reported_at')
    .limit(limit)
  await tx.deleteFrom('reports').where(sql<boolean>`(payment_id, slot) in ${oldest}`).execute()
}
