import { sql } from 'kysely'
import type { Db, Tx } from '../storage/database.ts'
import { queryInChunks } from '../storage/prepared.ts'
import type { Row } from '../storage/tables.ts'

/** The conditions are those of the partial indexes, word for word. */
const unbookedTransfer = sql<boolean>`merchant_id is not null and (state = 'final'
  and booked_for is distinct from coalesce(payment_id, '') or state <> 'final' and booked_for is not null)`

/** Transfers that their ledger does not have as they are now. */
export function findUnbookedTransfers(db: Db, limit: number): Promise<Row<'transfers'>[]> {
  return db.selectFrom('transfers').selectAll().where(unbookedTransfer).orderBy('seq').limit(limit).execute()
}

export async function markTransferBooked(tx: Tx, id: string, bookedFor: string | null): Promise<void> {
  await tx.updateTable('transfers').set({ booked_for: bookedFor }).where('id', '=', id).execute()
}

/** What the ledger has of payments' money, by payment. */
export async function findBookedMoney(db: Db, paymentIds: readonly string[]) {
  const rows = await queryInChunks(paymentIds, (chunk) =>
    db
      .selectFrom('entries')
      .select(['payment_id', 'chain', 'token', 'amount', 'fiat_amount'])
      .where('payment_id', 'in', chunk)
      .where('transfer_id', 'is not', null)
      .where('refund_id', 'is', null)
      .execute(),
  )
  return Map.groupBy(rows, (row) => row.payment_id)
}

/** The settlements of earlier releases in which payments are, and when these ended. */
export function findOldSettlements(db: Db, paymentIds: readonly string[]) {
  return queryInChunks([...new Set(paymentIds)], (chunk) =>
    db
      .selectFrom('payments')
      .innerJoin('settlements', 'settlements.id', 'payments.settlement_id')
      .select(['payments.id as payment_id', 'settlements.id'])
      .select((eb) => eb.fn.coalesce('settlements.completed_at', 'settlements.period_end').as('ended_at'))
      .where('payments.id', 'in', chunk)
      .where('settlements.by_entries', '=', 0)
      .execute(),
  )
}

/**
 * Mined transactions of ours that served a merchant, and whose cost the ledger does not have: in the order of their
 * index, so a pass reads no more than it books.
 */
export function findUnbookedSends(db: Db, limit: number): Promise<Row<'sends'>[]> {
  return db
    .selectFrom('sends')
    .selectAll()
    .where('booked', '=', sql.lit(0 as const))
    .where('gas_used', 'is not', null)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('settlements').select('id').whereRef('settlements.id', '=', 'sends.subject')),
        exists(selectFrom('refunds').select('id').whereRef('refunds.id', '=', 'sends.subject')),
        exists(selectFrom('relays').select('id').whereRef('relays.id', '=', 'sends.subject')),
      ]),
    )
    .orderBy('purpose')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function markSendBooked(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('sends').set({ booked: 1 }).where('id', '=', id).execute()
}

/** Sweeps that have ended, and that the ledger does not have. */
export function findUnbookedSweeps(db: Db, limit: number): Promise<Row<'sweeps'>[]> {
  return db
    .selectFrom('sweeps')
    .selectAll()
    .where('booked', '=', sql.lit(0 as const))
    .where('state', 'in', [sql.lit('swept' as const), sql.lit('empty' as const)])
    .orderBy('send_id')
    .limit(limit)
    .execute()
}

export async function markSweepBooked(
  tx: Tx,
  { settlement_id, address }: Pick<Row<'sweeps'>, 'settlement_id' | 'address'>,
): Promise<void> {
  await tx
    .updateTable('sweeps')
    .set({ booked: 1 })
    .where('settlement_id', '=', settlement_id)
    .where('address', '=', address)
    .execute()
}

/** Signed transactions on Stellar that have ended, and that the ledger does not have. */
export function findUnbookedSponsored(db: Db, limit: number): Promise<Row<'relays'>[]> {
  return db
    .selectFrom('relays')
    .selectAll()
    .where('booked', '=', sql.lit(0 as const))
    .where('family', '=', sql.lit('stellar' as const))
    .where('sent_hash', 'is not', null)
    .where('ended_at', 'is not', null)
    .orderBy('ended_at')
    .limit(limit)
    .execute()
}

export async function markRelayBooked(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('relays').set({ booked: 1 }).where('id', '=', id).execute()
}
