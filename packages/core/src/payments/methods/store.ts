import type { Db, Tx } from '../../storage/database.ts'
import { queryInChunks } from '../../storage/prepared.ts'
import type { NewRow } from '../../storage/tables.ts'
import type { PaymentRow } from '../store.ts'
import { type MethodColumns, type MethodRow, pickColumns, toMethodColumns } from './method.ts'

type OfPayment = Pick<PaymentRow, 'id' | 'open_methods'>

/** The open methods of payments that have several, by payment, in the merchant's order. Others need no query. */
export async function findMethods(db: Db, payments: Iterable<OfPayment>): Promise<Map<string, MethodRow[]>> {
  const ids = [...payments].filter((row) => row.open_methods > 0).map(({ id }) => id)
  const rows = await queryInChunks([...new Set(ids)], (chunk) =>
    db.selectFrom('methods').selectAll().where('payment_id', 'in', chunk).orderBy('position').execute(),
  )
  return Map.groupBy(rows, (row) => row.payment_id)
}

/** Methods of a chain by their memos. */
export async function findMethodsByMemos(db: Db, chain: string, memos: readonly string[]): Promise<MethodRow[]> {
  return queryInChunks([...new Set(memos)], (chunk) =>
    db.selectFrom('methods').selectAll().where('chain', '=', chain).where('memo', 'in', chunk).execute(),
  )
}

export async function insertMethods(tx: Tx, rows: readonly NewRow<'methods'>[]): Promise<void> {
  await tx
    .insertInto('methods')
    .values([...rows])
    .execute()
}

/** Writes what a method asks for and has received. */
export async function updateMethod(
  tx: Tx,
  { payment_id, position }: Pick<MethodRow, 'payment_id' | 'position'>,
  columns: MethodColumns,
): Promise<void> {
  await tx
    .updateTable('methods')
    .set(pickColumns(columns))
    .where('payment_id', '=', payment_id)
    .where('position', '=', position)
    .execute()
}

/** Writes the columns of a payment that belong to its chosen method, after another one was chosen. */
export async function switchMethod(tx: Tx, row: PaymentRow): Promise<void> {
  const { seq, open_methods } = row
  await tx
    .updateTable('payments')
    .set({ ...toMethodColumns(row), open_methods })
    .where('seq', '=', seq)
    .execute()
}

/** Moves the deadline that the open methods of a payment wait for. */
export async function moveAwaited(tx: Tx, paymentId: string, until: number): Promise<void> {
  await tx
    .updateTable('methods')
    .set({ awaited_until: until })
    .where('payment_id', '=', paymentId)
    .where('awaited_until', 'is not', null)
    .execute()
}

/** Lets all open methods of a payment wait for its deadline, although their networks may have passed it. */
export async function awaitAgain(tx: Tx, paymentId: string, until: number): Promise<void> {
  await tx.updateTable('methods').set({ awaited_until: until }).where('payment_id', '=', paymentId).execute()
}

type OnChain = { readonly network: string; readonly chain: string }

/** Open methods of a network whose deadline is before the time up to which it has been read. */
export function findPassedMethods(
  db: Db,
  { network, chain }: OnChain,
  livemode: boolean,
  { createdAfter, time }: { readonly createdAfter: number; readonly time: number },
  limit: number,
): Promise<Pick<MethodRow, 'payment_id' | 'position'>[]> {
  return db
    .selectFrom('methods')
    .innerJoin('payments', 'payments.id', 'methods.payment_id')
    .select(['methods.payment_id', 'methods.position'])
    .where('methods.network', '=', network)
    .where('methods.chain', '=', chain)
    .where('methods.awaited_until', '<', time)
    .where('methods.awaited_until', 'is not', null)
    .where('payments.livemode', '=', livemode)
    .where('payments.created_at', '>', createdAfter)
    .orderBy('methods.awaited_until')
    .limit(limit)
    .execute()
}

/** Notes that the network of a method has passed the deadline. Money from before was seen. */
export async function markPassed(
  tx: Tx,
  { payment_id, position }: Pick<MethodRow, 'payment_id' | 'position'>,
): Promise<void> {
  await tx
    .updateTable('methods')
    .set({ awaited_until: null })
    .where('payment_id', '=', payment_id)
    .where('position', '=', position)
    .execute()
}

/** Tells whether a payer has signed for a payment, and the outcome is not known yet. */
export async function hasPendingAuthorization(db: Db, paymentId: string): Promise<boolean> {
  const pending = db
    .selectFrom('relays')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'pending')
  return (await pending.limit(1).executeTakeFirst()) !== undefined
}

/** Tells whether a payer has signed for a payment, and the money may be on its way or on the chain. */
export async function hasAuthorization(db: Db, paymentId: string): Promise<boolean> {
  const signed = db
    .selectFrom('relays')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', 'in', ['pending', 'used'])
  return (await signed.limit(1).executeTakeFirst()) !== undefined
}
