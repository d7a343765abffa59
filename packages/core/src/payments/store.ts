import { sql } from 'kysely'
import { type Owner, pickOwned } from '../domain/owner.ts'
import type { Db, Tx } from '../storage/database.ts'
import { prepareInsert, prepareQuery, prepareWrite, queryInChunks } from '../storage/prepared.ts'
import { type NewRow, pick, type Row } from '../storage/tables.ts'

export type PaymentRow = Row<'payments'>
export type PaymentTransferRow = Row<'transfers'>
const insert = prepareInsert('payments')

/** New payments, in order. */
export async function insertPayments(tx: Tx, rows: readonly NewRow<'payments'>[]): Promise<void> {
  await insert(tx, rows)
}

const byId = prepareQuery<{ id: string }>()((db, value) =>
  db.selectFrom('payments').selectAll().where('id', '=', value.id),
)

/** Any merchant's payment: for the watcher, and for the public page, which opens for anyone with the id. */
export async function findAnyPayment(db: Db, id: string): Promise<PaymentRow | null> {
  return (await byId(db, { id }))[0] ?? null
}

/** Any merchants' payments, by id. */
export async function findAnyPayments(db: Db, ids: Iterable<string>): Promise<Map<string, PaymentRow>> {
  const rows = await queryInChunks([...new Set(ids)], (chunk) =>
    db.selectFrom('payments').selectAll().where('id', 'in', chunk).execute(),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Payments of a chain by the memos of their chosen methods. */
export async function findByOwnMemos(db: Db, chain: string, memos: Iterable<string>): Promise<PaymentRow[]> {
  return queryInChunks([...new Set(memos)], (chunk) =>
    db.selectFrom('payments').selectAll().where('chain', '=', chain).where('memo', 'in', chunk).execute(),
  )
}

export async function findPayment(db: Db, owner: Owner, id: string): Promise<PaymentRow | null> {
  return pickOwned(await findAnyPayment(db, id), owner)
}

/** All transfers of payments, by payment. Their number is not bounded. */
export async function findTransfersOfAll(
  db: Db,
  paymentIds: readonly string[],
): Promise<Map<string | null, PaymentTransferRow[]>> {
  const rows = await queryInChunks(paymentIds, (chunk) =>
    db.selectFrom('transfers').selectAll().where('payment_id', 'in', chunk).orderBy('seq').execute(),
  )
  return Map.groupBy(rows, (row) => row.payment_id)
}

/** The final transfers of a payment's method, of which the largest ones are returned, and how many there are. */
export async function findLargestFinal(
  db: Db,
  { id, chain, token }: Pick<PaymentRow, 'id' | 'chain' | 'token'>,
  limit: number,
): Promise<{ largest: PaymentTransferRow[]; count: number }> {
  const own = db
    .selectFrom('transfers')
    .where('payment_id', '=', id)
    .where('chain', '=', chain)
    .where('token', '=', token)
    .where('state', '=', 'final')
  const largest = await own.selectAll().orderBy('amount', 'desc').orderBy('seq').limit(limit).execute()
  const { count } = await own.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { largest, count: Number(count) }
}

/** The senders of a payment's money in a method: at most two accounts, in lower case. Dust is left out: anyone can send some. */
export async function findSenders(
  db: Db,
  { id, chain, token }: Pick<PaymentRow, 'id' | 'chain' | 'token'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('transfers')
    .select('from_address')
    .distinct()
    .where('payment_id', '=', id)
    .where('chain', '=', chain)
    .where('token', '=', token)
    .where('dust', '=', 0)
    .where('state', '!=', 'orphaned')
    .limit(2)
    .execute()
  return rows.map((row) => row.from_address)
}

/** The accounts (lower case) that have signed for a payment that a transfer of theirs is for. */
export async function findClaimants(db: Db, paymentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('transfers')
    .select('from_address')
    .distinct()
    .where('payment_id', '=', paymentId)
    .where('assigned_by', '=', 'sender')
    .execute()
  return rows.map((row) => row.from_address)
}

/** The columns of a payment that hold the sums of its transfers. */
const SUMS = [
  'received',
  'received_final',
  'on_time',
  'on_time_final',
  'in_grace',
  'in_grace_final',
  'dust',
  'dust_on_time',
  'dust_in_grace',
  'transfers_on_chain',
  'dust_on_chain',
] as const
export type SumColumns = Pick<PaymentRow, (typeof SUMS)[number]>

/** The other columns that change with a payment's version. */
const STATE = [
  'version',
  'status',
  'exceptions',
  'tail_allowance',
  'outstanding',
  'expires_at',
  'past_deadline_at',
  'cancelled_at',
  'accepted_at',
  'completed_at',
  'transfer_count',
  'superseded_by',
] as const

const update = prepareWrite<PaymentRow & { before: number }>()((db, value) =>
  db
    .updateTable('payments')
    .set(pick(value, ...SUMS, ...STATE))
    .where('seq', '=', value.seq)
    .where('version', '=', value.before),
)

/** Writes the changeable columns of a payment as its next version. Throws if another version was written meanwhile. */
export async function updatePayment(tx: Tx, row: PaymentRow): Promise<void> {
  const before = row.version - 1
  if ((await update(tx, { ...row, before })) !== 1) throw new Error(`payment ${row.id} changed since version ${before}`)
}

/** Writes how much of a payment has gone back. Nothing else changes, and the version stays. */
export async function updateRefunded(tx: Tx, { seq, refunded }: PaymentRow): Promise<void> {
  await tx.updateTable('payments').set({ refunded }).where('seq', '=', seq).execute()
}

/** A network's name may mean another chain when the configuration changes. */
type OnChain = { readonly network: string; readonly chain: string }

/** Open payments of a network with one method, whose deadline is before the time up to which it has been read. */
export async function findOverdue(
  db: Db,
  on: OnChain,
  livemode: boolean,
  readUntil: { readonly createdAfter: number; readonly time: number },
  limit: number,
) {
  const { network, chain } = on
  const rows = await overdue(db, { network, chain, livemode, ...readUntil, limit })
  return rows.map((row) => row.id)
}

type Overdue = OnChain & {
  readonly livemode: boolean
  readonly createdAfter: number
  readonly time: number
  readonly limit: number
}
const overdue = prepareQuery<Overdue>()((db, value) =>
  db
    .selectFrom('payments')
    .select('id')
    .where('livemode', '=', value.livemode)
    .where('network', '=', value.network)
    .where('chain', '=', value.chain)
    // Literals: the partial index of waiting payments cannot serve bound values.
    .where('status', 'in', [sql.lit('created' as const), sql.lit('partially_paid' as const)])
    .where('open_methods', '=', 0)
    .where('expires_at', '<', value.time)
    .where('created_at', '>', value.createdAfter)
    // The same condition on the index's own column: nothing expires before it was created.
    .where('expires_at', '>=', value.createdAfter)
    .orderBy('expires_at')
    .limit(value.limit),
)

const MAX_WALLETS = 1_000

/** The addresses of a network where payments wait for money, in display form, at most a thousand. */
export async function findWaitingWallets(db: Db, on: OnChain, livemode: boolean): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('address')
    .distinct()
    .where('livemode', '=', livemode)
    .where('network', '=', on.network)
    .where('chain', '=', on.chain)
    // Literals: the partial index of waiting payments cannot serve bound values.
    .where('status', 'in', [sql.lit('created' as const), sql.lit('partially_paid' as const)])
    .limit(MAX_WALLETS)
    .execute()
  return rows.map((row) => row.address)
}

/** Payments of all merchants in the order of creation, after one of them. Times are in milliseconds. */
export function findCompletedBetween(
  db: Db,
  { livemode, from, to }: { readonly livemode: boolean; readonly from: number; readonly to: number },
  after: number,
  limit: number,
): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('seq', '>', after)
    .where('livemode', '=', livemode)
    .where('status', '=', 'completed')
    .where('completed_at', '>=', from)
    .where('completed_at', '<', to)
    .orderBy('seq')
    .limit(limit)
    .execute()
}
