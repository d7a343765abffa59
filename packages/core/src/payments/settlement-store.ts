import { isOfEntry } from '../entries/store.ts'
import { countRows, type Db, type Tx } from '../storage/database.ts'
import { queryInChunks } from '../storage/prepared.ts'
import type { Row } from '../storage/tables.ts'
import type { PaymentRow } from './store.ts'

type OfCoin = Pick<Row<'settlements'>, 'id' | 'chain' | 'token'>

/** Lists payments in a settlement, if they are completed in its coin and in no settlement yet. Returns their number. */
export async function listSettled(
  tx: Tx,
  { id, chain, token }: OfCoin,
  paymentIds: readonly string[],
): Promise<number> {
  const listed = await queryInChunks(paymentIds, async (chunk) => [
    await tx
      .updateTable('payments')
      .set({ settlement_id: id })
      .where('id', 'in', chunk)
      .where('chain', '=', chain)
      .where('token', '=', token)
      .where('completed_at', 'is not', null)
      .where('settlement_id', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  return listed.reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0)
}

/** Removes payments from a settlement: the next one lists them. */
export async function removeFromSettlement(tx: Tx, settlementId: string, paymentIds: readonly string[]): Promise<void> {
  await queryInChunks(paymentIds, (chunk) =>
    tx
      .updateTable('payments')
      .set({ settlement_id: null })
      .where('id', 'in', chunk)
      .where('settlement_id', '=', settlementId)
      .returning('id')
      .execute(),
  )
}

/** Writes the number of a settlement's payments into it. */
export async function recountSettlement(tx: Tx, settlementId: string): Promise<void> {
  const payment_count = await countSettled(tx, settlementId)
  await tx.updateTable('settlements').set({ payment_count }).where('id', '=', settlementId).execute()
}

export function countSettled(db: Db, settlementId: string): Promise<number> {
  return countRows(db.selectFrom('payments').where('settlement_id', '=', settlementId))
}

/** The settlement that took the last money of a payment in its coin; null if some of it waits for a settlement. */
export async function findLastTaker(db: Db, { id, chain, token }: PaymentRow): Promise<string | null> {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('settled_entries', (join) => join.on(isOfEntry))
    .select('settled_entries.settlement_id')
    .where('entries.payment_id', '=', id)
    .where('entries.chain', '=', chain)
    .where('entries.token', '=', token)
    .where('entries.kind', 'in', ['received', 'assigned', 'reversed'])
    .orderBy('entries.sequence', 'desc')
    .orderBy('entries.ordinal', 'desc')
    .execute()
  return rows.some((row) => row.settlement_id === null) ? null : (rows[0]?.settlement_id ?? null)
}
