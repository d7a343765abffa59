import type { RefundAction } from '@crypto-checkout/api-types'
import { type ExpressionBuilder, type JoinBuilder, sql } from 'kysely'
import type { Owner } from '../domain/owner.ts'
import { CANCELLED_WATCH_MS } from '../domain/refund.ts'
import { countRows, type Db, type Tx } from '../storage/database.ts'
import { queryInChunks } from '../storage/prepared.ts'
import type { Tables } from '../storage/tables.generated.ts'
import type { ListPosition, NewRow, Row } from '../storage/tables.ts'

/** A refund's transfer on the chain; all columns are null if there is none. `received` is what arrived, in millionths. */
export type RefundTransfer = {
  readonly transfer_id: string | null
  readonly transfer_state: 'seen' | 'final' | null
  readonly tx_hash: string | null
  readonly received: bigint | null
  readonly raw_arrived: bigint | null
  readonly ordinal: number | null
  readonly block_number: number | null
  readonly block_hash: string | null
  readonly block_time: number | null
}

export const noTransfer: RefundTransfer = {
  transfer_id: null,
  transfer_state: null,
  tx_hash: null,
  received: null,
  raw_arrived: null,
  ordinal: null,
  block_number: null,
  block_hash: null,
  block_time: null,
}

export type RefundColumns = Row<'refunds'>
/** A refund, with its transfer if that is on the chain, and its receipt once it is completed. */
export type RefundRow = RefundColumns & RefundTransfer & { readonly receipt: string | null }
type Joined = JoinBuilder<Tables, 'refunds' | 'transfers'>

function joinTransfer(join: Joined): Joined {
  // A literal: the partial index cannot serve a bound value.
  return join.onRef('transfers.refund_id', '=', 'refunds.id').on('transfers.state', '!=', sql.lit('orphaned'))
}

/** Refunds with their transfers. */
function selectRefunds(db: Db) {
  return db
    .selectFrom('refunds')
    .leftJoin('transfers', joinTransfer)
    .leftJoin('receipts', 'receipts.subject', 'refunds.id')
    .selectAll('refunds')
    .select([
      'receipts.jws as receipt',
      'transfers.id as transfer_id',
      sql<'seen' | 'final' | null>`transfers.state`.as('transfer_state'),
      'transfers.tx_hash',
      'transfers.amount as received',
      'transfers.raw_amount as raw_arrived',
      'transfers.ordinal',
      'transfers.block_number',
      'transfers.block_hash',
      'transfers.block_time',
    ])
}

/** Returns the stored row. */
export async function insertRefund(tx: Tx, row: NewRow<'refunds'>): Promise<RefundRow> {
  const stored = await tx.insertInto('refunds').values(row).returningAll().executeTakeFirstOrThrow()
  return { ...stored, ...noTransfer, receipt: null }
}

export async function findRefund(db: Db, owner: Owner, id: string): Promise<RefundRow | null> {
  const row = await selectRefunds(db)
    .where((eb) => isOwned(eb, owner))
    .where('refunds.id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function findByReference(db: Db, owner: Owner, reference: string): Promise<RefundRow | null> {
  const row = await selectRefunds(db)
    .where((eb) => isOwned(eb, owner))
    .where('refunds.reference', '=', reference)
    .executeTakeFirst()
  return row ?? null
}

export async function findByPageToken(db: Db, kept: string): Promise<RefundRow | null> {
  return (await selectRefunds(db).where('refunds.page_token', '=', kept).executeTakeFirst()) ?? null
}

/** Any merchant's refund. */
export async function findAnyRefund(db: Db, id: string): Promise<RefundRow | null> {
  return (await selectRefunds(db).where('refunds.id', '=', id).executeTakeFirst()) ?? null
}

/** The transfer that pays a refund; null while none is on the chain. */
export async function findRefundTransfer(db: Db, id: string): Promise<Row<'transfers'> | null> {
  const row = await db
    .selectFrom('transfers')
    .selectAll()
    .where('refund_id', '=', id)
    .where('state', '!=', sql.lit('orphaned'))
    .executeTakeFirst()
  return row ?? null
}

/** Any merchants' refunds, oldest first. */
export function findAnyRefunds(db: Db, ids: readonly string[]): Promise<RefundRow[]> {
  return queryInChunks(ids, (chunk) =>
    selectRefunds(db).where('refunds.id', 'in', chunk).orderBy('refunds.seq').execute(),
  )
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
  return rows.flat().reduce((sum, { amount }) => sum + amount, 0n)
}

/** The sum of an owner's refunds that were made since a time and have not failed or ended, in millionths of coins. */
export async function sumCreatedSince(db: Db, owner: Owner, since: number): Promise<bigint> {
  const rows = await db
    .selectFrom('refunds')
    .select('amount')
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode)
    .where('created_at', '>', since)
    .where('status', 'not in', ['failed', 'cancelled'])
    .execute()
  return rows.reduce((sum, { amount }) => sum + amount, 0n)
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

/** All refunds of a payment in a coin on a chain, oldest first. */
export function findMethodRefunds(
  db: Db,
  { id, chain, token }: { readonly id: string; readonly chain: string; readonly token: string },
): Promise<RefundRow[]> {
  return selectRefunds(db)
    .where('refunds.payment_id', '=', id)
    .where('refunds.chain', '=', chain)
    .where('refunds.token', '=', token)
    .orderBy('refunds.seq')
    .execute()
}

/** Writes the changed columns of a refund. */
export function updateRefund(
  tx: Tx,
  { seq }: Pick<RefundColumns, 'seq'>,
  changes: Partial<RefundColumns>,
): Promise<RefundColumns> {
  return tx.updateTable('refunds').set(changes).where('seq', '=', seq).returningAll().executeTakeFirstOrThrow()
}

export type RefundFilters = {
  readonly paymentId?: string | undefined
  readonly reference?: string | undefined
  readonly status?: RefundRow['status'] | undefined
  readonly nextAction?: RefundAction['type'] | undefined
  /** Chains on which refunds are on hold, so nobody is asked to sign. */
  readonly heldChains?: readonly string[] | undefined
  readonly createdGte?: number | undefined
  readonly createdLt?: number | undefined
}

/** Newest first, after the item of the cursor. */
export function listRefundRows(
  db: Db,
  owner: Owner,
  filters: RefundFilters,
  after: ListPosition | null,
  limit: number,
): Promise<RefundRow[]> {
  return selectRefunds(db)
    .where((eb) => isOwned(eb, owner))
    .where((eb) => eb.and(matches(eb, filters)))
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('refunds.created_at', 'refunds.seq'), '<', eb.tuple(after?.created_at ?? 0, after?.seq ?? 0)),
      ),
    )
    .orderBy('refunds.created_at', 'desc')
    .orderBy('refunds.seq', 'desc')
    .limit(limit)
    .execute()
}

export function countRefunds(db: Db, owner: Owner, filters: RefundFilters): Promise<number> {
  return countRows(
    db
      .selectFrom('refunds')
      .where((eb) => isOwned(eb, owner))
      .where((eb) => eb.and(matches(eb, filters))),
  )
}

function matches(eb: OfRefund, filters: RefundFilters) {
  const conditions = []
  if (filters.paymentId !== undefined) conditions.push(eb('refunds.payment_id', '=', filters.paymentId))
  if (filters.reference !== undefined) conditions.push(eb('refunds.reference', '=', filters.reference))
  if (filters.status) conditions.push(eb('refunds.status', '=', filters.status))
  if (filters.nextAction) {
    const method = filters.nextAction === 'sign' ? 'sign' : 'collect'
    // A literal: the partial index cannot serve a bound value.
    conditions.push(eb('refunds.status', '=', sql.lit('pending' as const)), eb('refunds.method', '=', method))
    const { heldChains = [] } = filters
    if (method === 'sign') conditions.push(eb('refunds.held_for', 'is', null))
    if (method === 'sign' && heldChains.length > 0) conditions.push(eb('refunds.chain', 'not in', heldChains))
  }
  if (filters.createdGte !== undefined) conditions.push(eb('refunds.created_at', '>=', filters.createdGte))
  if (filters.createdLt !== undefined) conditions.push(eb('refunds.created_at', '<', filters.createdLt))
  return conditions
}

function isOwned(eb: OfRefund, owner: Owner) {
  return eb.and([eb('refunds.merchant_id', '=', owner.merchantId), eb('refunds.livemode', '=', owner.livemode)])
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
    const refunds = db.selectFrom('refunds').select('to_address').where('chain', '=', chain)
    const named = addresses ? refunds.where('to_address', 'in', addresses) : refunds
    const distinct = named.where(isOpen).union(named.where(isCancelledSince(since)))
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
    const refunds = selectRefunds(db)
      .where('refunds.chain', '=', chain)
      .where('refunds.to_address', 'in', chunk)
      .orderBy('refunds.seq')
    const [under, over] = await Promise.all([
      refunds.where(isOpen).execute(),
      refunds.where(isCancelledSince(since)).execute(),
    ])
    return [...under, ...over]
  })
  return rows
}

type OfRefund = ExpressionBuilder<Tables, 'refunds'>

/** The states are literals, here and below: the partial indexes cannot serve bound values. */
function isOpen(eb: OfRefund) {
  return eb('refunds.status', 'in', [sql.lit('pending' as const), sql.lit('submitted' as const)])
}

function isCancelledSince(since: number) {
  return (eb: OfRefund) =>
    eb.and([
      // Only a wallet can pay a cancelled refund: a key does not sign one.
      eb('refunds.method', '=', sql.lit('sign' as const)),
      eb('refunds.status', '=', sql.lit('cancelled' as const)),
      eb('refunds.cancelled_at', '>=', since - CANCELLED_WATCH_MS),
    ])
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
    .leftJoin('transfers', joinTransfer)
    .select(['refunds.id', 'refunds.status', 'refunds.network', 'refunds.chain', 'refunds.token', 'refunds.memo'])
    .select(['refunds.from_address', 'refunds.to_address', 'refunds.raw_amount'])
    .select(['transfers.tx_hash', 'transfers.raw_amount as raw_arrived', 'transfers.block_number'])
    .select(['sends.signer', 'sends.nonce', 'sends.hash as send_hash', 'sends.block_number as send_block'])
    .where('refunds.livemode', '=', livemode)
    .where((eb) =>
      eb.or([
        eb.and([eb('refunds.completed_at', '>=', from), eb('refunds.completed_at', '<', to)]),
        eb.and([eb('refunds.status', '=', 'failed'), eb('sends.ended_at', '>=', from), eb('sends.ended_at', '<', to)]),
      ]),
    )
    .orderBy('refunds.seq')
    .execute()
}
