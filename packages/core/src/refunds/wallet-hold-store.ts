import { sql } from 'kysely'
import type { Db, Tx } from '../storage/database.ts'
import type { Row } from '../storage/tables.ts'
import type { RefundColumns } from './store.ts'

export type Restore = Row<'restores'>
/** A wallet (lower case) on a chain. */
export type OnWallet = { readonly chain: string; readonly wallet: string }
type OnNetwork = Pick<RefundColumns, 'chain' | 'network' | 'livemode'>

/** Null if no backup was ever put back. */
export async function findLastRestore(db: Db): Promise<Restore | null> {
  const row = await db.selectFrom('restores').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst()
  return row ?? null
}

/** Tells whether an operator has compared a wallet since a restore. */
export async function findReleasedSince(db: Db, { chain, wallet }: OnWallet, { seq }: Restore): Promise<boolean> {
  const row = await db
    .selectFrom('released_wallets')
    .select('wallet')
    .where((eb) => eb.and({ chain, wallet }))
    .where('restore_seq', '>=', seq)
    .executeTakeFirst()
  return row !== undefined
}

export async function saveReleased(tx: Tx, { chain, wallet }: OnWallet, { seq }: Restore): Promise<void> {
  await tx
    .insertInto('released_wallets')
    .values({ chain, wallet, restore_seq: seq })
    .onConflict((conflict) => conflict.columns(['chain', 'wallet']).doUpdateSet({ restore_seq: seq }))
    .execute()
}

/** Tells whether a payment of a network names a wallet. Reads all payments if none does. */
export async function hasPaymentsTo(
  db: Db,
  { chain, network, livemode, wallet }: OnNetwork & { readonly wallet: string },
): Promise<boolean> {
  const isIt = (column: 'payments.merchant_wallet' | 'methods.merchant_wallet') =>
    sql<boolean>`lower(${sql.ref(column)}) = ${wallet}`
  const payment = db
    .selectFrom('payments')
    .select('payments.id')
    .where((eb) => eb.and({ chain, network, livemode }))
  const method = db
    .selectFrom('methods')
    .innerJoin('payments', 'payments.id', 'methods.payment_id')
    .select('payments.id')
    .where('methods.chain', '=', chain)
    .where('methods.network', '=', network)
    .where('payments.livemode', '=', livemode)
  const found =
    (await payment.where(isIt('payments.merchant_wallet')).limit(1).executeTakeFirst()) ??
    (await method.where(isIt('methods.merchant_wallet')).limit(1).executeTakeFirst())
  return found !== undefined
}

function selectHeld(db: Db, { chain, network, livemode }: OnNetwork) {
  return (
    db
      .selectFrom('refunds')
      .where((eb) => eb.and({ chain, network, livemode }))
      .where('held_for', 'is not', null)
      // A literal: the partial index cannot serve a bound value.
      .where('status', '=', sql.lit('pending' as const))
  )
}

/** The wallets that may have paid pending refunds of a network, with the numbers of these. */
export async function countHeld(
  db: Db,
  place: OnNetwork,
): Promise<{ readonly wallet: string; readonly count: number }[]> {
  const rows = await selectHeld(db, place)
    .select((eb) => ['held_for', eb.fn.countAll<number>().as('count')])
    .groupBy('held_for')
    .orderBy('held_for')
    .execute()
  return rows.flatMap(({ held_for: wallet, count }) => (wallet === null ? [] : [{ wallet, count: Number(count) }]))
}

/** The pending refunds that a wallet may have paid, oldest first. */
export function findHeld(
  db: Db,
  { wallet, ...place }: OnNetwork & { readonly wallet: string },
  limit: number,
): Promise<RefundColumns[]> {
  return selectHeld(db, place).selectAll().where('held_for', '=', wallet).orderBy('seq').limit(limit).execute()
}
