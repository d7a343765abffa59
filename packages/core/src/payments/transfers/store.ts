import { sql } from 'kysely'
import type { ObservedTransfer } from '../../chains/chain.ts'
import type { Owner } from '../../domain/owner.ts'
import { type Db, pipeline, type Tx } from '../../storage/database.ts'
import { prepareInsert, prepareQuery, prepareSums, queryInChunks } from '../../storage/prepared.ts'
import { pick, type Row } from '../../storage/tables.ts'

export type TransferRow = Row<'transfers'>
/** Orphaned: no longer on the chain. */
export type TransferState = 'seen' | 'final' | 'orphaned'
/** A literal: the partial indexes of incoming transfers cannot serve a bound value. */
export const incoming = sql.lit('in' as const)

type Identity = Pick<
  TransferRow,
  'chain' | 'tx_hash' | 'token' | 'from_address' | 'to_address' | 'raw_amount' | 'memo' | 'ordinal'
>

export function toIdentity(chain: string, transfer: ObservedTransfer): Identity {
  return {
    chain,
    tx_hash: transfer.txHash,
    token: transfer.token,
    from_address: transfer.from,
    to_address: transfer.to,
    raw_amount: transfer.rawAmount,
    memo: transfer.memo,
    ordinal: transfer.ordinal,
  }
}

/** The columns of a transfer's place on the chain. */
export function toPlace(transfer: ObservedTransfer) {
  return {
    block_number: transfer.blockNumber,
    block_hash: transfer.blockHash,
    block_time: transfer.blockTime,
    log_index: transfer.logIndex,
  }
}

/** An identity as text. */
export function toIdentityKey(one: Omit<Identity, 'chain'>): string {
  return [one.tx_hash, one.token, one.from_address, one.to_address, one.raw_amount, one.memo, one.ordinal].join()
}

const sameButMemo = prepareQuery<Identity>()((db, value) =>
  db
    .selectFrom('transfers')
    .selectAll()
    .where('tx_hash', '=', value.tx_hash)
    .where('chain', '=', value.chain)
    .where('token', '=', value.token)
    .where('from_address', '=', value.from_address)
    .where('to_address', '=', value.to_address)
    .where('raw_amount', '=', value.raw_amount)
    .where('ordinal', '=', value.ordinal)
    .where('direction', '=', incoming),
)

/** The recorded incoming ones among the transfers, by `toIdentityKey`. One transaction may have thousands: only these are read. */
export async function findRecorded(
  db: Db,
  chain: string,
  transfers: readonly ObservedTransfer[],
): Promise<Map<string, Unnumbered>> {
  const found = await pipeline(transfers.map((transfer) => sameButMemo(db, toIdentity(chain, transfer))))
  return new Map(found.flat().map((row) => [toIdentityKey(row), row]))
}

const insert = prepareInsert('transfers')

/** A transfer whose row may have no number yet. */
export type Unnumbered = Omit<TransferRow, 'seq'>

/** Writes transfers. The caller counts them. */
export async function insertTransfers(tx: Tx, rows: readonly Unnumbered[]): Promise<void> {
  await insert(tx, rows)
}

const POSITION = ['state', 'final_at', 'booked_for', 'block_number', 'block_hash', 'block_time', 'log_index'] as const
export type BlockPosition = Pick<TransferRow, 'id' | (typeof POSITION)[number]>
const place = prepareQuery<BlockPosition>()((db, value) =>
  db
    .updateTable('transfers')
    .set(pick(value, ...POSITION))
    .where('id', '=', value.id),
)

/** A transfer's place now, and its row before. */
export type MovedTransfer = BlockPosition & { readonly before: Unnumbered }

/** Writes transfers' places and states. Most become final in the block where they were seen, and share a statement. */
export async function moveTransfers(tx: Tx, placed: readonly MovedTransfer[]): Promise<void> {
  const finalised = placed.filter(becomesFinal)
  const others = placed.filter((one) => !becomesFinal(one))
  await pipeline([finalise(tx, finalised), ...others.map((one) => place(tx, one))])
}

function becomesFinal({ state, block_hash, before }: MovedTransfer): boolean {
  return state === 'final' && block_hash === before.block_hash
}

async function finalise(tx: Tx, rows: readonly BlockPosition[]): Promise<void> {
  const finalAt = rows[0]?.final_at ?? null
  const ids = rows.map((row) => row.id)
  await queryInChunks(ids, (chunk) =>
    tx
      .updateTable('transfers')
      .set({ state: 'final', final_at: finalAt, booked_for: bookedFor })
      .where('id', 'in', chunk)
      .execute(),
  )
}

/** The ledger of nobody has a transfer that belongs to no merchant. */
const bookedFor = sql<string | null>`case when merchant_id is null then null else coalesce(payment_id, '') end`

/** The mark of a transfer in this state that its ledger has from now on. */
export function markBooked(
  { merchant_id, payment_id }: Pick<TransferRow, 'merchant_id' | 'payment_id'>,
  state: TransferState,
): string | null {
  return state === 'final' && merchant_id !== null ? (payment_id ?? '') : null
}

/** Marks transfers that a reorganisation took off the chain. */
export async function markOrphaned(tx: Tx, ids: readonly string[]): Promise<void> {
  await queryInChunks(ids, (chunk) =>
    tx.updateTable('transfers').set({ state: 'orphaned' }).where('id', 'in', chunk).execute(),
  )
}

/** Assigns a transfer to a payment, and moves it in the counts. */
export async function assignTransferRow(
  tx: Tx,
  row: TransferRow,
  to: Pick<TransferRow, 'merchant_id' | 'livemode' | 'dust' | 'assigned_by'> & { readonly payment_id: string },
): Promise<TransferRow> {
  const columns = { ...to, booked_for: markBooked(to, row.state) }
  const given = { ...row, ...columns }
  await tx.updateTable('transfers').set(columns).where('seq', '=', row.seq).execute()
  await tallyTransfers(tx, [row], -1)
  await tallyTransfers(tx, [given], 1)
  return given
}

type Tally = Row<'transfer_tallies'>
const tally = prepareSums('transfer_tallies', ['merchant_id', 'livemode', 'network', 'attributed'], ['transfers'])

/** Counts transfers in (1) or out (-1). Transfers that only the operator sees are not counted. */
export async function tallyTransfers(tx: Tx, rows: readonly Unnumbered[], by: 1 | -1): Promise<void> {
  const tallies = new Map<string, Tally>()
  for (const { merchant_id, livemode, network, payment_id } of rows) {
    if (merchant_id === null) continue
    const attributed = payment_id === null ? 0 : 1
    const key = [merchant_id, livemode, network, attributed].join()
    const transfers = (tallies.get(key)?.transfers ?? 0) + by
    tallies.set(key, { merchant_id, livemode, network, attributed, transfers })
  }
  await tally(tx, [...tallies.values()])
}

/**
 * Transfers of tokens (lower case) in the blocks of a range, both ends included; without an upper end if `to` is null.
 * Incoming and outgoing ones.
 */
export function findInBlocks(
  db: Db,
  chain: string,
  tokens: readonly string[],
  range: { readonly from: number; readonly to: number | null },
  states: readonly TransferState[],
): Promise<TransferRow[]> {
  let query = db
    .selectFrom('transfers')
    .selectAll()
    .where('chain', '=', chain)
    .where('block_number', '>=', range.from)
    .where('state', 'in', states)
    .where('token', 'in', tokens)
  if (range.to !== null) query = query.where('block_number', '<=', range.to)
  return query.execute()
}

export async function findTransfer(db: Db, owner: Owner, id: string): Promise<TransferRow | null> {
  return (await ownTransfers(db, owner).selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Any merchant's incoming transfer, for the operator. */
export async function findAnyTransfer(db: Db, id: string): Promise<TransferRow | null> {
  const query = db.selectFrom('transfers').selectAll().where('id', '=', id).where('direction', '=', incoming)
  return (await query.executeTakeFirst()) ?? null
}

/** Any merchant's unattributed transfers on the chain, newest first, for the operator. */
export function listUnattributedRows(db: Db, limit: number): Promise<TransferRow[]> {
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('payment_id', 'is', null)
    .where('direction', '=', incoming)
    .where('state', '!=', 'orphaned')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

/** Hints at the payment that a transfer was meant for. */
export type Suggestions = Pick<TransferRow, 'suggested_payment' | 'named_by'>

export async function putSuggestions(tx: Tx, seq: number, { suggested_payment, named_by }: Suggestions): Promise<void> {
  await tx.updateTable('transfers').set({ suggested_payment, named_by }).where('seq', '=', seq).execute()
}

/** A transaction can hold thousands of transfers to one address. */
const MAX_IN_TRANSACTIONS = 100

/** Transfers to an address in transactions, on any of these chains: the first hundred, dust after the others. */
export function findInTransactions(
  db: Db,
  where: { readonly chains: readonly string[]; readonly hashes: readonly string[]; readonly address: string },
): Promise<TransferRow[]> {
  return queryInChunks(where.hashes, (chunk) =>
    db
      .selectFrom('transfers')
      .selectAll()
      .where('chain', 'in', where.chains)
      .where('tx_hash', 'in', chunk)
      .where('to_address', '=', where.address)
      .where('direction', '=', incoming)
      .orderBy('dust')
      .orderBy('seq')
      .limit(sql.lit(MAX_IN_TRANSACTIONS))
      .execute(),
  )
}

type Stray = {
  readonly payment: string
  readonly toleranceMs: number
  /** The time for which a payment keeps its amounts after its end. */
  readonly ownMs: number
  /** The chains to search: a prepared query has a fixed number of values. */
  readonly first: string
  readonly second: string
  readonly third: string
}

export const MAX_UNATTRIBUTED = 3

/**
 * The first three unattributed transfers to a payment's address in an amount that it asked for, while it had that
 * amount. They came in another coin or on another chain than it asked for.
 */
export const findUnattributedRows = prepareQuery<Stray>()((db, value) =>
  db
    .selectFrom('reservations')
    .innerJoin('transfers', (join) =>
      join
        .onRef('transfers.to_address', '=', 'reservations.address')
        .onRef('transfers.amount', '=', 'reservations.amount'),
    )
    .selectAll('transfers')
    .where('reservations.payment_id', '=', value.payment)
    .where('transfers.payment_id', 'is', null)
    .where('transfers.direction', '=', incoming)
    .where((eb) => eb('block_time', '>=', eb('reserved_at', '-', value.toleranceMs)))
    .where((eb) => eb.or([eb('released_at', 'is', null), eb('block_time', '<', eb('released_at', '+', value.ownMs))]))
    .where('state', '!=', 'orphaned')
    .where('transfers.chain', 'in', [value.first, value.second, value.third])
    .where(({ eb, or, ref }) =>
      or([
        eb('transfers.chain', '!=', ref('reservations.chain')),
        eb('transfers.token', '!=', ref('reservations.token')),
      ]),
    )
    .orderBy('transfers.block_time')
    .orderBy('transfers.seq')
    // A literal: SQLite plans a query anew for each bound limit, which takes longer than to run it.
    .limit(sql.lit(MAX_UNATTRIBUTED)),
)

type AtAddress = Pick<Stray, 'first' | 'second' | 'third'> & { readonly address: string; readonly least: bigint }

/** The first three unattributed transfers of at least an amount to a payment's own address. */
export const findAtAddress = prepareQuery<AtAddress>()((db, value) =>
  db
    .selectFrom('transfers')
    .selectAll()
    .where('to_address', '=', value.address)
    .where('payment_id', 'is', null)
    .where('direction', '=', incoming)
    .where('amount', '>=', value.least)
    .where('state', '!=', 'orphaned')
    .where('chain', 'in', [value.first, value.second, value.third])
    .orderBy('block_time')
    .orderBy('seq')
    .limit(sql.lit(MAX_UNATTRIBUTED)),
)

type WithMemo = {
  readonly chain: string
  readonly address: string
  readonly memo: string
  readonly least: bigint
}

/** The first three unattributed transfers of at least an amount with a payment's memo. */
export const findWithMemo = prepareQuery<WithMemo>()((db, value) =>
  db
    .selectFrom('transfers')
    .selectAll()
    .where('to_address', '=', value.address)
    .where('memo', '=', value.memo)
    .where('payment_id', 'is', null)
    .where('direction', '=', incoming)
    .where('chain', '=', value.chain)
    .where('amount', '>=', value.least)
    .where('state', '!=', 'orphaned')
    .orderBy('block_time')
    .orderBy('seq')
    .limit(sql.lit(MAX_UNATTRIBUTED)),
)

export type TransferFilters = { readonly attributed?: boolean | undefined; readonly network?: string | undefined }

/** Newest first, optionally before a row number. */
export async function listTransferRows(
  db: Db,
  owner: Owner,
  filters: TransferFilters,
  beforeSeq: number | null,
  limit: number,
): Promise<TransferRow[]> {
  const kinds = await selectTallies(db, owner, filters).select(['network', 'attributed']).execute()
  const newest = await Promise.all(kinds.map((kind) => newestOfKind(db, owner, kind, beforeSeq, limit)))
  return newest
    .flat()
    .sort((a, b) => b.seq - a.seq)
    .slice(0, limit)
}

type Kind = Pick<Tally, 'network' | 'attributed'>

/** Each kind has its own range in the index, so recording a transfer writes one entry, not one for each filter. */
function newestOfKind(db: Db, owner: Owner, { network, attributed }: Kind, beforeSeq: number | null, limit: number) {
  let query = ownTransfers(db, owner)
    .selectAll()
    .where('network', '=', network)
    .where('payment_id', attributed === 1 ? 'is not' : 'is', null)
    .orderBy('seq', 'desc')
    .limit(limit)
  if (beforeSeq !== null) query = query.where('seq', '<', beforeSeq)
  return query.execute()
}

/** The transfers that pay a payment, newest first, optionally before a row number. The index keeps dust apart. */
export async function listOfPaymentRows(
  db: Db,
  paymentId: string,
  beforeSeq: number | null,
  limit: number,
): Promise<TransferRow[]> {
  const ofKind = (dust: 0 | 1) =>
    db
      .selectFrom('transfers')
      .selectAll()
      .where('payment_id', '=', paymentId)
      .where('dust', '=', dust)
      .$if(beforeSeq !== null, (query) => query.where('seq', '<', beforeSeq ?? 0))
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute()
  const newest = await pipeline([ofKind(0), ofKind(1)])
  return newest
    .flat()
    .sort((a, b) => b.seq - a.seq)
    .slice(0, limit)
}

/** The unattributed transfers that payers' pages named. */
function namedTransfers(db: Db, owner: Owner, network: string | undefined) {
  return (
    ownTransfers(db, owner)
      .where('payment_id', 'is', null)
      .where('named_by', 'is not', null)
      // A literal: the partial index cannot serve a bound value.
      .where('state', '!=', sql.lit('orphaned'))
      .$if(network !== undefined, (query) => query.where('network', '=', network ?? ''))
  )
}

export function listNamedRows(
  db: Db,
  owner: Owner,
  network: string | undefined,
  beforeSeq: number | null,
  limit: number,
): Promise<TransferRow[]> {
  return namedTransfers(db, owner, network)
    .selectAll()
    .$if(beforeSeq !== null, (query) => query.where('seq', '<', beforeSeq ?? 0))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

/** Counts one by one: they wait for somebody, so they are few. */
export async function countNamed(db: Db, owner: Owner, network: string | undefined): Promise<number> {
  const counted = namedTransfers(db, owner, network).select((eb) => eb.fn.countAll<number>().as('count'))
  return Number((await counted.executeTakeFirst())?.count ?? 0)
}

/** Counts with the tallies, which are updated with each transfer. */
export async function countTransfers(db: Db, owner: Owner, filters: TransferFilters): Promise<number> {
  const query = selectTallies(db, owner, filters).select((eb) => eb.fn.sum<number | null>('transfers').as('total'))
  return Number((await query.executeTakeFirst())?.total ?? 0)
}

function selectTallies(db: Db, owner: Owner, filters: TransferFilters) {
  let query = db
    .selectFrom('transfer_tallies')
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode)
  if (filters.attributed !== undefined) query = query.where('attributed', '=', filters.attributed ? 1 : 0)
  if (filters.network) query = query.where('network', '=', filters.network)
  return query
}

function ownTransfers(db: Db, owner: Owner) {
  return db
    .selectFrom('transfers')
    .where('direction', '=', incoming)
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode)
}
