import type { EntryKind } from '@crypto-checkout/api-types'
import type { Owner } from '../domain/owner.ts'
import { countRows, type Db } from '../storage/database.ts'
import type { Row } from '../storage/tables.ts'

export type EntryRow = Row<'entries'>

type EntryFilters = {
  readonly kind?: EntryKind | undefined
  readonly payment?: string | undefined
  readonly refund?: string | undefined
  readonly settlement?: string | undefined
  readonly network?: string | undefined
  readonly currency?: string | undefined
  readonly transaction?: string | undefined
  /** Milliseconds; `before` excluded. */
  readonly from?: number | undefined
  readonly before?: number | undefined
}

export async function findEntry(db: Db, owner: Owner, sequence: number, ordinal: number): Promise<EntryRow | null> {
  const query = ownEntries(db, owner).selectAll().where('sequence', '=', sequence).where('ordinal', '=', ordinal)
  return (await query.executeTakeFirst()) ?? null
}

/** Newest first, after the item of the cursor. */
export function listEntryRows(
  db: Db,
  owner: Owner,
  filters: EntryFilters,
  after: EntryRow | null,
  limit: number,
): Promise<EntryRow[]> {
  let query = filterEntries(db, owner, filters).selectAll()
  if (after) {
    const { booked_at, sequence, ordinal } = after
    query = query.where((eb) =>
      eb(
        eb.refTuple('booked_at', 'sequence', 'ordinal'),
        '<',
        eb.tuple(eb.val(booked_at), eb.val(sequence), eb.val(ordinal)),
      ),
    )
  }
  return query
    .orderBy('booked_at', 'desc')
    .orderBy('sequence', 'desc')
    .orderBy('ordinal', 'desc')
    .limit(limit)
    .execute()
}

export function countEntries(db: Db, owner: Owner, filters: EntryFilters): Promise<number> {
  return countRows(filterEntries(db, owner, filters))
}

function filterEntries(db: Db, owner: Owner, filters: EntryFilters) {
  const { kind, payment, refund, settlement, network, currency, transaction, from, before } = filters
  let query = ownEntries(db, owner)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (payment !== undefined) query = query.where('payment_id', '=', payment)
  if (refund !== undefined) query = query.where('refund_id', '=', refund)
  if (settlement !== undefined) query = query.where('settlement_id', '=', settlement)
  if (network !== undefined) query = query.where('network', '=', network)
  if (currency !== undefined) query = query.where('currency', '=', currency)
  if (transaction !== undefined) query = query.where('tx_hash', '=', transaction)
  if (from !== undefined) query = query.where('booked_at', '>=', from)
  if (before !== undefined) query = query.where('booked_at', '<', before)
  return query
}

function ownEntries(db: Db, { merchantId, livemode }: Owner) {
  return db.selectFrom('entries').where('merchant_id', '=', merchantId).where('livemode', '=', livemode)
}
