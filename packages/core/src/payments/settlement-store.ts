import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { type Owner, toOwner } from '../domain/owner.ts'
import { DAY_MS } from '../domain/time.ts'
import { isOfWaiting } from '../entries/store.ts'
import { countRows, type Db, type Tx } from '../storage/database.ts'
import { queryInChunks } from '../storage/prepared.ts'
import type { Tables } from '../storage/tables.generated.ts'
import type { Row } from '../storage/tables.ts'
import type { PaymentRow } from './store.ts'

type OfCoin = Pick<Row<'settlements'>, 'id' | 'chain' | 'token'>

/** Lists payments in a settlement, if they are completed in its coin and in no settlement yet. Returns their number. */
export async function listSettled(
  tx: Tx,
  { id, chain, token }: OfCoin,
  chosen: { readonly ids: readonly string[] } | { readonly seqs: readonly number[] },
): Promise<number> {
  const list = async (isChosen: (eb: ExpressionBuilder<Tables, 'payments'>) => Expression<SqlBool>) => [
    await tx
      .updateTable('payments')
      .set({ settlement_id: id })
      .where(isChosen)
      .where('chain', '=', chain)
      .where('token', '=', token)
      .where('completed_at', 'is not', null)
      .where('settlement_id', 'is', null)
      .executeTakeFirstOrThrow(),
  ]
  const listed =
    'ids' in chosen
      ? await queryInChunks(chosen.ids, (ids) => list((eb) => eb('id', 'in', ids)))
      : await queryInChunks(chosen.seqs, (seqs) => list((eb) => eb('seq', 'in', seqs)))
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
export async function findLastTaker(db: Db, payment: PaymentRow): Promise<string | null> {
  const money = db
    .selectFrom('entries')
    .where('entries.payment_id', '=', payment.id)
    .where('entries.chain', '=', payment.chain)
    .where('entries.token', '=', payment.token)
    .where('entries.kind', 'in', ['received', 'assigned', 'reversed'])
  const waiting = await money
    .innerJoin('waiting_entries', (join) =>
      join
        .on(isOfWaiting)
        // The rest of the key, by which they are found.
        .on('waiting_entries.opens', 'in', [0, 1])
        .onRef('waiting_entries.chain', '=', 'entries.chain')
        .onRef('waiting_entries.token', '=', 'entries.token')
        .onRef('waiting_entries.wallet', '=', 'entries.account')
        .onRef('waiting_entries.booked_at', '=', 'entries.booked_at'),
    )
    .select('waiting_entries.sequence')
    .limit(1)
    .executeTakeFirst()
  if (waiting) return null
  const last = await money
    .select(['entries.sequence', 'entries.ordinal'])
    .orderBy('entries.sequence', 'desc')
    .orderBy('entries.ordinal', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? findTaker(db, toOwner(payment), last) : null
}

/** A settlement takes what was booked before its period ended, or while its sweeps were under way: for days at most. */
const LONGEST_SWEEP_MS = 7 * DAY_MS

/** The settlement that took an entry; null if none did. The search begins with the period in which the entry was booked. */
export async function findTaker(
  db: Db,
  owner: Owner,
  { sequence, ordinal }: Pick<Row<'entries'>, 'sequence' | 'ordinal'>,
): Promise<string | null> {
  const entry = await db
    .selectFrom('entries')
    .select('booked_at')
    .where((eb) => eb.and({ merchant_id: owner.merchantId, livemode: owner.livemode, sequence, ordinal }))
    .executeTakeFirst()
  if (!entry) return null
  const row = await db
    .selectFrom('settlements')
    .innerJoin('taken_entries', 'taken_entries.settlement_id', 'settlements.id')
    .select('settlements.id')
    .where('settlements.merchant_id', '=', owner.merchantId)
    .where('settlements.livemode', '=', owner.livemode)
    .where('settlements.period_end', '>', entry.booked_at - LONGEST_SWEEP_MS)
    .where('taken_entries.sequence', '=', sequence)
    .where('taken_entries.ordinal', '=', ordinal)
    .orderBy('settlements.period_end')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
