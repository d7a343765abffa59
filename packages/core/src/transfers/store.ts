import type { ObservedTransfer } from '../chains/chain.ts'
import type { Db, Tx } from '../storage/database.ts'
import { prepared } from '../storage/prepared.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type TransferRow = Row<'transfers'>
type Owner = { readonly merchantId: string; readonly livemode: boolean }

type Identity = Pick<
  TransferRow,
  'chain' | 'tx_hash' | 'token' | 'from_address' | 'to_address' | 'raw_amount' | 'ordinal'
>

export function identityOf(chain: string, transfer: ObservedTransfer): Identity {
  return {
    chain,
    tx_hash: transfer.txHash,
    token: transfer.token,
    from_address: transfer.from,
    to_address: transfer.to,
    raw_amount: transfer.rawAmount.toString(),
    ordinal: transfer.ordinal,
  }
}

const byIdentity = prepared<Identity>()((db, value) =>
  db
    .selectFrom('transfers')
    .selectAll()
    .where('chain', '=', value.chain)
    .where('tx_hash', '=', value.tx_hash)
    .where('token', '=', value.token)
    .where('from_address', '=', value.from_address)
    .where('to_address', '=', value.to_address)
    .where('raw_amount', '=', value.raw_amount)
    .where('ordinal', '=', value.ordinal),
)

export async function findByIdentity(db: Db, identity: Identity): Promise<TransferRow | null> {
  return (await byIdentity(db, identity))[0] ?? null
}

export async function insertTransfer(tx: Tx, row: NewRow<'transfers'>): Promise<TransferRow> {
  return tx.insertInto('transfers').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateTransfer(tx: Tx, id: string, changes: Partial<TransferRow>): Promise<void> {
  await tx.updateTable('transfers').set(changes).where('id', '=', id).execute()
}

/** Transfers of tokens (lower case), not final yet, in the blocks of a range, both ends included. */
export function findSeen(
  db: Db,
  chain: string,
  tokens: readonly string[],
  from: number,
  to: number | null,
): Promise<TransferRow[]> {
  let query = db
    .selectFrom('transfers')
    .selectAll()
    .where('chain', '=', chain)
    .where('state', '=', 'seen')
    .where('token', 'in', tokens)
    .where('block_number', '>=', from)
  if (to !== null) query = query.where('block_number', '<=', to)
  return query.execute()
}

export async function findTransfer(db: Db, owner: Owner, id: string): Promise<TransferRow | null> {
  return (await ownTransfers(db, owner).selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Any merchant's: for the operator. */
export async function findAnyTransfer(db: Db, id: string): Promise<TransferRow | null> {
  return (await db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Any merchant's that pay nothing and are on the chain, newest first: for the operator. */
export function listUnattributedRows(db: Db, limit: number): Promise<TransferRow[]> {
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('payment_id', 'is', null)
    .where('state', '!=', 'orphaned')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

export type TransferFilters = { readonly attributed?: boolean | undefined; readonly network?: string | undefined }

export function listTransferRows(
  db: Db,
  owner: Owner,
  filters: TransferFilters,
  beforeSeq: number | null,
  limit: number,
): Promise<TransferRow[]> {
  let query = filtered(db, owner, filters).selectAll().orderBy('seq', 'desc').limit(limit)
  if (beforeSeq !== null) query = query.where('seq', '<', beforeSeq)
  return query.execute()
}

export async function countTransfers(db: Db, owner: Owner, filters: TransferFilters): Promise<number> {
  const row = await filtered(db, owner, filters)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirst()
  return Number(row?.total ?? 0)
}

function filtered(db: Db, owner: Owner, filters: TransferFilters) {
  let query = ownTransfers(db, owner)
  if (filters.attributed !== undefined) query = query.where('payment_id', filters.attributed ? 'is not' : 'is', null)
  if (filters.network) query = query.where('network', '=', filters.network)
  return query
}

function ownTransfers(db: Db, owner: Owner) {
  return db
    .selectFrom('transfers')
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode ? 1 : 0)
}
