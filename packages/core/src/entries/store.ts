import { type RawBuilder, sql } from 'kysely'
import { type BookedEntry, type Entry, findLive } from '../domain/entry.ts'
import type { Db } from '../storage/database.ts'
import { prepareRows } from '../storage/prepared.ts'
import { pick, type Row } from '../storage/tables.ts'

export type SettledRole = Row<'taken_entries'>['role']

/** Joins an entry with the row by which it waits for a settlement. */
export const isOfWaiting = sql<boolean>`waiting_entries.merchant_id = entries.merchant_id
  and waiting_entries.livemode = entries.livemode and waiting_entries.sequence = entries.sequence
  and waiting_entries.ordinal = entries.ordinal`

/** Joins an entry with the row by which a settlement has it. */
export const isOfTaken = sql<boolean>`settlements.merchant_id = entries.merchant_id
  and settlements.livemode = entries.livemode and taken_entries.sequence = entries.sequence
  and taken_entries.ordinal = entries.ordinal`

const COLUMNS = [
  ...(['kind', 'booked_at', 'chain_time', 'payment_id', 'refund_id', 'settlement_id', 'transfer_id'] as const),
  ...(['network', 'chain', 'coin', 'token', 'account', 'counterparty', 'amount', 'raw_amount', 'arrived'] as const),
  ...(['coin_fee', 'currency', 'rate', 'fiat_amount', 'reference', 'tx_hash'] as const),
  ...(['corrects_sequence', 'corrects_ordinal', 'unknown'] as const),
] as const

/** An entry to write. `following`: how many events are written after the one that books it. */
export type NumberedEntry = Entry & {
  readonly merchant_id: string
  readonly livemode: boolean
  readonly following: number
  readonly ordinal: number
}

/** The insert of entries with their events. `last`: the number of the last event that the transaction writes. */
export function prepareEntries(last: (merchant: string) => RawBuilder<number>) {
  return prepareRows<NumberedEntry>()((db, rows) =>
    db.insertInto('entries').values(
      rows.map((row) => ({
        ...pick(row, 'merchant_id', 'livemode', 'ordinal', ...COLUMNS),
        sequence: sql<number>`${last(row.merchant_id)} - cast(${row.following} as bigint)`,
      })),
    ),
  )
}

/**
 * The insert of the rows by which entries wait for a settlement, with the entries themselves. Money on a payment's own address
 * waits for its sweep, and opens no settlement.
 */
export function prepareWaiting(last: (merchant: string) => RawBuilder<number>) {
  return prepareRows<NumberedEntry>()((db, rows) =>
    db.insertInto('waiting_entries').values(
      rows.map((row) => ({
        ...pick(row, 'merchant_id', 'livemode', 'ordinal', 'chain', 'booked_at'),
        sequence: sql<number>`${last(row.merchant_id)} - cast(${row.following} as bigint)`,
        token: sql<string>`cast(${row.group_token} as text)`,
        wallet: sql<string>`cast(${row.group_wallet} as text)`,
        opens: sql<0 | 1>`case when cast(${row.payment_id} as text) is not null
          and not exists (select 1 from deposits where address = ${row.group_wallet}) then 1 else 0 end`,
      })),
    ),
  )
}

/** The insert of entries into a settlement that has them from the start: sweeps, their fees, and money of settlements of old. */
export function prepareTaken(last: (merchant: string) => RawBuilder<number>) {
  return prepareRows<NumberedEntry>()((db, rows) =>
    db.insertInto('taken_entries').values(
      rows.map((row) => ({
        settlement_id: sql<string>`cast(${row.taken_by} as text)`,
        sequence: sql<number>`${last(row.merchant_id)} - cast(${row.following} as bigint)`,
        ordinal: row.ordinal,
        role: sql<SettledRole>`case when cast(${row.kind} as text) in ('network_fee', 'relayed') then 'fee'
          when cast(${row.kind} as text) = 'refunded' then 'refund'
          when cast(${row.kind} as text) in ('converted', 'released') then 'moved'
          when cast(${row.kind} as text) <> 'swept' then 'payment'
          when cast(${row.amount} as bigint) < 0 then 'moved'
          when (select completed_at from payments where id = ${row.payment_id}) is null then 'part' else 'payment' end`,
        follows: sql<
          string | null
        >`(select nullif(settlement_id, ${row.taken_by}) from payments where id = ${row.payment_id})`,
      })),
    ),
  )
}

/** The entry of a transfer that no later one corrects, of any merchant; null if the ledger does not have it. */
export async function findLiveEntry(
  db: Db,
  { id, tx_hash }: { readonly id: string; readonly tx_hash: string },
): Promise<BookedEntry | null> {
  const rows = await db
    .selectFrom('entries')
    .selectAll()
    .where('tx_hash', '=', tx_hash)
    .where('transfer_id', '=', id)
    .orderBy('booked_at')
    .orderBy('sequence')
    .orderBy('ordinal')
    .execute()
  return findLive(rows)
}
