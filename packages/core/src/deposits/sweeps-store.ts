import { sql } from 'kysely'
import type { Moved } from '../domain/fee.ts'
import type { Db, Tx } from '../storage/database.ts'
import type { NewRow, Row } from '../storage/tables.ts'
import type { BalanceRow } from './deposit.ts'
import type { CoinAddress } from './store.ts'

export type SweepRow = Row<'sweeps'>

export async function insertSweep(tx: Tx, row: NewRow<'sweeps'>): Promise<void> {
  await tx.insertInto('sweeps').values(row).execute()
}

/** The sweeps that wait for the outcome of a transaction. */
export function findOpenSweeps(db: Db, sendId: number): Promise<SweepRow[]> {
  return db.selectFrom('sweeps').selectAll().where('send_id', '=', sendId).where('state', '=', 'open').execute()
}

/** The coin and amount that a transaction will sweep; null if none of its sweeps is open. */
export async function findSweepMoved(db: Db, { id }: { readonly id: number }): Promise<Moved | null> {
  const rows = await findOpenSweeps(db, id)
  const [first] = rows
  return first ? { token: first.token, amount: rows.reduce((sum, row) => sum + row.expected, 0n) } : null
}

/** Ends a sweep. The caller books what it has moved. */
export async function endSweep(
  tx: Tx,
  { settlement_id, address }: SweepRow,
  { state, amount, left_amount, lost_amount }: Pick<SweepRow, 'state' | 'amount' | 'left_amount' | 'lost_amount'>,
): Promise<void> {
  await tx
    .updateTable('sweeps')
    .set({ state, amount, left_amount, lost_amount, booked: state === 'released' ? 0 : 1 })
    .where((eb) => eb.and({ settlement_id, address }))
    .execute()
}

/** All sweeps of a settlement. */
export function findSweeps(db: Db, settlementId: string): Promise<SweepRow[]> {
  return db.selectFrom('sweeps').selectAll().where('settlement_id', '=', settlementId).execute()
}

/**
 * The amounts that the ended sweeps of a deposit's coin brought to the wallet, and that left the deposit for it, in
 * millionths.
 */
export async function sumBooked(
  db: Db,
  { chain, token, address }: CoinAddress,
): Promise<{ arrived: bigint; left: bigint }> {
  const rows = await db
    .selectFrom('sweeps')
    .select(['amount', 'left_amount'])
    .where((eb) => eb.and({ chain, token, address }))
    .where('state', 'in', ['swept', 'empty'])
    .execute()
  const sumAmounts = (amounts: readonly (bigint | null)[]) =>
    amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n)
  return { arrived: sumAmounts(rows.map((row) => row.amount)), left: sumAmounts(rows.map((row) => row.left_amount)) }
}

/** The block of the first transfer to a deposit, attributed or not; null if that is not known. */
export async function findFirstArrival(db: Db, { chain, address, payment_id }: SweepRow): Promise<number | null> {
  const row = await db
    .selectFrom('transfers')
    .select((eb) => eb.fn.min<number | null>('block_number').as('block'))
    .where('chain', '=', chain)
    .where('to_address', '=', address)
    // A literal, as the index of the second half has it. Each half has one.
    .where('direction', '=', sql.lit('in' as const))
    .where((eb) => eb.or([eb('payment_id', '=', payment_id), eb('payment_id', 'is', null)]))
    .executeTakeFirst()
  return row?.block ?? null
}

/** The newest sweep of a deposit's coin that ended with its money in the wallet. */
export async function findLastSweep(db: Db, coin: CoinAddress): Promise<SweepRow | null> {
  const row = await db
    .selectFrom('sweeps')
    .selectAll()
    .where((eb) => eb.and(coin))
    .where((eb) => eb.or([eb('state', '=', 'swept'), eb.and([eb('state', '=', 'empty'), eb('amount', '>', 0n)])]))
    .orderBy('send_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The amount that is final and not swept. */
export function computeUnswept(row: Pick<BalanceRow, 'received' | 'swept'>): bigint {
  return row.received - row.swept
}

/**
 * Amounts swept for settlements that ended in a period (milliseconds, `to` excluded), with their transaction, or found
 * swept by another caller. `first_block`: the block of the deposit's first transfer.
 */
export function findSweptBetween(
  db: Db,
  { livemode, from, to }: { readonly livemode: boolean; readonly from: number; readonly to: number },
) {
  return (
    db
      .selectFrom('sweeps')
      .innerJoin('settlements', 'settlements.id', 'sweeps.settlement_id')
      .innerJoin('sends', 'sends.id', 'sweeps.send_id')
      .select(['settlements.id', 'settlements.network', 'settlements.destination', 'sweeps.chain', 'sweeps.token'])
      .select(['sweeps.address', 'sweeps.state', 'sweeps.amount', 'sends.hash', 'sends.block_number'])
      .select(['sweeps.payment_id', 'sweeps.lost_amount', 'settlements.cryptocurrency'])
      .select((eb) =>
        eb
          .selectFrom('transfers')
          .select((inner) => inner.fn.min('transfers.block_number').as('block'))
          .whereRef('transfers.chain', '=', 'sweeps.chain')
          .whereRef('transfers.to_address', '=', 'sweeps.address')
          .where('transfers.direction', '=', 'in')
          .as('first_block'),
      )
      .where('settlements.livemode', '=', livemode)
      .where('settlements.status', 'in', ['completed', 'failed'])
      // A failed one may have found only lost coins.
      .where((eb) => eb.fn.coalesce('settlements.completed_at', 'sends.ended_at'), '>=', from)
      .where((eb) => eb.fn.coalesce('settlements.completed_at', 'sends.ended_at'), '<', to)
      .where('sweeps.state', 'in', ['swept', 'empty'])
      .orderBy('settlements.seq')
      .execute()
  )
}

/** Sweeps with lost coins that ended since a time, newest first. */
export function findLostSince(
  db: Db,
  { chain, livemode, since }: { readonly chain: string; readonly livemode: boolean; readonly since: number },
) {
  return (
    db
      .selectFrom('sweeps')
      .innerJoin('settlements', 'settlements.id', 'sweeps.settlement_id')
      .innerJoin('sends', 'sends.id', 'sweeps.send_id')
      .select(['sweeps.settlement_id', 'sweeps.payment_id', 'sweeps.lost_amount', 'settlements.cryptocurrency'])
      .where('sweeps.chain', '=', chain)
      // A literal: the partial index cannot serve a bound value.
      .where('sweeps.lost_amount', '>', sql.lit(0n))
      .where('settlements.livemode', '=', livemode)
      .where('sends.ended_at', '>=', since)
      .orderBy('sends.ended_at', 'desc')
      .orderBy('sweeps.address')
      .execute()
  )
}
