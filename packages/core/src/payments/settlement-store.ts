import { sql } from 'kysely'
import type { Owner } from '../domain/owner.ts'
import { countRows, type Db, type Tx } from '../storage/database.ts'
import { queryInChunks } from '../storage/prepared.ts'
import type { ListPosition, Row } from '../storage/tables.ts'
import type { PaymentRow } from './store.ts'

type OfCoin = Pick<Row<'settlements'>, 'id' | 'chain' | 'token'>

/**
 * An unsettled payment to its merchant's wallet, completed before a time: the first of those that are settled together.
 */
export async function findUnsettled(db: Db, owner: Owner, before: number): Promise<PaymentRow | null> {
  const row = await unsettled(db, owner, before)
    .selectAll()
    .orderBy('chain')
    .orderBy('token')
    .orderBy(sql`lower(merchant_wallet)`)
    .orderBy('completed_at')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Puts payments into the settlement of their coin and wallet. Returns the final amount that each received. */
export async function settlePayments(
  tx: Tx,
  owner: Owner,
  settlement: OfCoin & Pick<Row<'settlements'>, 'destination' | 'period_end'>,
  limit: number,
): Promise<Pick<PaymentRow, 'received_final'>[]> {
  const chosen = unsettled(tx, owner, settlement.period_end)
    .select('seq')
    .where('chain', '=', settlement.chain)
    .where('token', '=', settlement.token)
    .where(sql`lower(merchant_wallet)`, '=', settlement.destination.toLowerCase())
    .orderBy('completed_at')
    .limit(limit)
  return tx
    .updateTable('payments')
    .set({ settlement_id: settlement.id })
    .where('seq', 'in', chosen)
    .returning('received_final')
    .execute()
}

function unsettled(db: Db, owner: Owner, before: number) {
  return (
    db
      .selectFrom('payments')
      .where('merchant_id', '=', owner.merchantId)
      .where('livemode', '=', owner.livemode)
      .where('settlement_id', 'is', null)
      .where('completed_at', 'is not', null)
      .where('completed_at', '<', before)
      // A literal: the partial index cannot serve a bound value.
      .where('recognition', '!=', sql.lit('address'))
  )
}

/** The first transactions of a settlement's payments in its coin, without dust. */
export async function findTransactionsOfPayments(db: Db, settlementId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('transfers', 'transfers.payment_id', 'payments.id')
    .select('tx_hash')
    .where('settlement_id', '=', settlementId)
    .whereRef('transfers.chain', '=', 'payments.chain')
    .whereRef('transfers.token', '=', 'payments.token')
    .where('transfers.state', '=', 'final')
    .where('transfers.dust', '=', 0)
    .orderBy('payments.created_at')
    .orderBy('payments.seq')
    .limit(limit)
    .execute()
  return [...new Set(rows.map((row) => row.tx_hash))]
}

/** Lists payments in a settlement, if they are completed in its coin and in no settlement yet. */
export async function listSettled(tx: Tx, { id, chain, token }: OfCoin, paymentIds: readonly string[]): Promise<void> {
  await queryInChunks(paymentIds, (chunk) =>
    tx
      .updateTable('payments')
      .set({ settlement_id: id })
      .where('id', 'in', chunk)
      .where('chain', '=', chain)
      .where('token', '=', token)
      .where('completed_at', 'is not', null)
      .where('settlement_id', 'is', null)
      .returning('id')
      .execute(),
  )
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

/** Oldest first, after one of them. */
export function findPaymentsOfSettlement(
  db: Db,
  settlementId: string,
  after: ListPosition | null,
  limit: number,
): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('settlement_id', '=', settlementId)
    .$if(after !== null, (query) =>
      query.where((eb) => eb(eb.refTuple('created_at', 'seq'), '>', eb.tuple(after?.created_at ?? 0, after?.seq ?? 0))),
    )
    .orderBy('created_at')
    .orderBy('seq')
    .limit(limit)
    .execute()
}
