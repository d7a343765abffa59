import { type ExpressionBuilder, sql } from 'kysely'
import { CANCELLED_WATCH_MS } from '../domain/refund.ts'
import type { Db, Tx } from '../storage/database.ts'
import { queryInChunks } from '../storage/in-chunks.ts'
import type { NewRow, Row, Tables } from '../storage/tables.ts'

export type RefundRow = Row<'refunds'>
type Owner = { readonly merchantId: string; readonly livemode: boolean }

/** Returns the stored row. */
export function insertRefund(tx: Tx, row: NewRow<'refunds'>): Promise<RefundRow> {
  return tx.insertInto('refunds').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function findRefund(db: Db, owner: Owner, id: string): Promise<RefundRow | null> {
  return (await ownRefunds(db, owner).selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export async function findByPageToken(db: Db, kept: string): Promise<RefundRow | null> {
  const row = await db.selectFrom('refunds').selectAll().where('page_token', '=', kept).executeTakeFirst()
  return row ?? null
}

/** Any merchant's refund. */
export async function findAnyRefund(db: Db, id: string): Promise<RefundRow | null> {
  return (await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/**
 * The sum of an account's (lower case) refunds that completed since a time and of its open ones, in millionths. All
 * open refunds may leave today.
 */
export async function sumSignedSince(db: Db, chain: string, from: string, since: number): Promise<bigint> {
  const own = db
    .selectFrom('refunds')
    .select('amount')
    .where('chain', '=', chain)
    .where('from_address', '=', from)
    .where('method', '=', sql.lit('signer' as const))
  // Two queries, because no index serves both conditions at once.
  const rows = await Promise.all([
    own.where('completed_at', '>', since).execute(),
    own.where('completed_at', 'is', null).where('status', 'not in', ['failed', 'cancelled']).execute(),
  ])
  return rows.flat().reduce((sum, { amount }) => sum + BigInt(amount), 0n)
}

/** The pending refunds of a chain with one coin and amount, oldest first. */
export function findPending(
  db: Db,
  chain: string,
  what: Pick<RefundRow, 'token' | 'raw_amount'>,
): Promise<Pick<RefundRow, 'id'>[]> {
  return db
    .selectFrom('refunds')
    .select('id')
    .where('chain', '=', chain)
    .where('status', '=', sql.lit('pending' as const))
    .where((eb) => eb.and(what))
    .orderBy('seq')
    .execute()
}

/** All refunds of a payment, oldest first. */
export function findPaymentRefunds(db: Db, paymentId: string): Promise<RefundRow[]> {
  return db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).orderBy('seq').execute()
}

/** Writes the changed columns of a refund. */
export function updateRefund(tx: Tx, { seq }: RefundRow, changes: Partial<RefundRow>): Promise<RefundRow> {
  return tx.updateTable('refunds').set(changes).where('seq', '=', seq).returningAll().executeTakeFirstOrThrow()
}

export type RefundFilters = {
  readonly paymentId?: string | undefined
  readonly status?: RefundRow['status'] | undefined
  readonly createdGte?: number | undefined
  readonly createdLt?: number | undefined
}

/** Newest first, after the item of the cursor. */
export function listRefundRows(
  db: Db,
  owner: Owner,
  filters: RefundFilters,
  after: Pick<RefundRow, 'created_at' | 'seq'> | null,
  limit: number,
): Promise<RefundRow[]> {
  return ownRefunds(db, owner)
    .selectAll()
    .where((eb) => eb.and(matches(eb, filters)))
    .$if(after !== null, (query) =>
      query.where((eb) => eb(eb.refTuple('created_at', 'seq'), '<', eb.tuple(after?.created_at ?? 0, after?.seq ?? 0))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

export async function countRefunds(db: Db, owner: Owner, filters: RefundFilters): Promise<number> {
  const row = await ownRefunds(db, owner)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => eb.and(matches(eb, filters)))
    .executeTakeFirst()
  return Number(row?.total ?? 0)
}

function matches(eb: ExpressionBuilder<Tables, 'refunds'>, filters: RefundFilters) {
  const conditions = []
  if (filters.paymentId !== undefined) conditions.push(eb('payment_id', '=', filters.paymentId))
  if (filters.status) conditions.push(eb('status', '=', filters.status))
  if (filters.createdGte !== undefined) conditions.push(eb('created_at', '>=', filters.createdGte))
  if (filters.createdLt !== undefined) conditions.push(eb('created_at', '<', filters.createdLt))
  return conditions
}

function ownRefunds(db: Db, owner: Owner) {
  return db
    .selectFrom('refunds')
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode ? 1 : 0)
}

/**
 * The destinations of a chain's refunds whose transfer may still have a block time of `since` (milliseconds) or later.
 * In lower case.
 */
export async function findAwaitedAddresses(
  db: Db,
  chain: string,
  since: number,
  where: { readonly limit: number } | { readonly among: readonly string[] },
): Promise<string[]> {
  const ask = (addresses: readonly string[] | null) => {
    const { open, cancelled } = awaited(db, chain, since)
    const named = <Query extends typeof open>(query: Query) =>
      addresses ? query.where('to_address', 'in', addresses) : query
    const distinct = named(open).select('to_address').union(named(cancelled).select('to_address'))
    return ('limit' in where ? distinct.limit(where.limit) : distinct).execute()
  }
  const rows = 'limit' in where ? await ask(null) : await queryInChunks(where.among, ask)
  return rows.flatMap(({ to_address }) => (to_address === null ? [] : [to_address]))
}

/** Such refunds to some of these addresses, oldest first, cancelled ones after the others. */
export async function findAwaitedRefunds(
  db: Db,
  chain: string,
  since: number,
  addresses: Iterable<string>,
): Promise<RefundRow[]> {
  const rows = await queryInChunks([...new Set(addresses)], async (chunk) => {
    const { open, cancelled } = awaited(db, chain, since)
    const [under, over] = await Promise.all(
      [open, cancelled].map((query) => query.selectAll().where('to_address', 'in', chunk).orderBy('seq').execute()),
    )
    return [...(under ?? []), ...(over ?? [])]
  })
  return rows
}

/** The states are literals: the partial indexes cannot serve bound values. */
function awaited(db: Db, chain: string, since: number) {
  const refunds = db.selectFrom('refunds').where('chain', '=', chain)
  return {
    open: refunds.where('status', 'in', [sql.lit('pending' as const), sql.lit('submitted' as const)]),
    // Only a wallet can pay a cancelled refund: a key does not sign one.
    cancelled: refunds
      .where('method', '=', sql.lit('sign' as const))
      .where('status', '=', sql.lit('cancelled' as const))
      .where('cancelled_at', '>=', since - CANCELLED_WATCH_MS),
  }
}

/** Refunds whose transfer is in one of these transactions. */
export function findByTransactions(db: Db, chain: string, hashes: Iterable<string>): Promise<RefundRow[]> {
  return queryInChunks([...new Set(hashes)], (chunk) =>
    db.selectFrom('refunds').selectAll().where('chain', '=', chain).where('tx_hash', 'in', chunk).execute(),
  )
}

/** Refunds whose transfer is in a block of the range, both ends included; without an upper end if `to` is null. */
export function findInBlocks(
  db: Db,
  chain: string,
  tokens: readonly string[],
  { from, to }: { readonly from: number; readonly to: number | null },
): Promise<RefundRow[]> {
  let query = db
    .selectFrom('refunds')
    .selectAll()
    .where('chain', '=', chain)
    .where('block_number', '>=', from)
    .where('token', 'in', tokens)
  if (to !== null) query = query.where('block_number', '<=', to)
  return query.execute()
}

/**
 * Refunds that completed in a period (milliseconds, `to` excluded), and refunds whose transaction by one of our keys
 * ended in it without paying. Each comes with that transaction.
 */
export function findRefundsEndedBetween(
  db: Db,
  { livemode, from, to }: { readonly livemode: boolean; readonly from: number; readonly to: number },
) {
  return db
    .selectFrom('refunds')
    .leftJoin('sends', 'sends.id', 'refunds.send_id')
    .select(['refunds.id', 'refunds.status', 'refunds.network', 'refunds.chain', 'refunds.token', 'refunds.memo'])
    .select(['refunds.from_address', 'refunds.to_address', 'refunds.raw_amount', 'refunds.raw_arrived'])
    .select(['refunds.tx_hash', 'refunds.block_number'])
    .select(['sends.signer', 'sends.nonce', 'sends.hash as send_hash', 'sends.block_number as send_block'])
    .where('refunds.livemode', '=', livemode ? 1 : 0)
    .where((eb) =>
      eb.or([
        eb.and([eb('refunds.completed_at', '>=', from), eb('refunds.completed_at', '<', to)]),
        eb.and([eb('refunds.status', '=', 'failed'), eb('sends.ended_at', '>=', from), eb('sends.ended_at', '<', to)]),
      ]),
    )
    .orderBy('refunds.seq')
    .execute()
}
