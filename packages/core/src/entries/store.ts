import { type RawBuilder, sql } from 'kysely'
import { type BookedEntry, type Entry, findLive } from '../domain/entry.ts'
import type { Db } from '../storage/database.ts'
import { prepareRows } from '../storage/prepared.ts'
import { pick, type Row } from '../storage/tables.ts'

export type SettledRole = NonNullable<Row<'settled_entries'>['role']>

/** Joins an entry with the row that says which settlement takes it. */
export const isOfEntry = sql<boolean>`settled_entries.merchant_id = entries.merchant_id
  and settled_entries.livemode = entries.livemode and settled_entries.sequence = entries.sequence
  and settled_entries.ordinal = entries.ordinal`

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
 * The insert of the rows that say which settlement takes an entry, with the entries themselves. A sweep and its fee are of
 * the settlement that made them. Money on a payment's own address waits for its sweep, and opens no settlement.
 */
export function prepareSettled(last: (merchant: string) => RawBuilder<number>) {
  return prepareRows<NumberedEntry>()((db, rows) =>
    db.insertInto('settled_entries').values(
      rows.map((row) => ({
        ...pick(row, 'merchant_id', 'livemode', 'ordinal', 'chain', 'booked_at'),
        sequence: sql<number>`${last(row.merchant_id)} - cast(${row.following} as bigint)`,
        token: row.group_token,
        wallet: row.group_wallet,
        opens: sql<
          0 | 1
        >`case when cast(${row.taken_by} as text) is null and cast(${row.payment_id} as text) is not null
          and not exists (select 1 from deposits where address = ${row.group_wallet}) then 1 else 0 end`,
        settlement_id: row.taken_by,
        role: sql<SettledRole | null>`case when cast(${row.taken_by} as text) is null then null
          when cast(${row.kind} as text) in ('network_fee', 'relayed') then 'fee'
          when cast(${row.kind} as text) = 'refunded' then 'refund'
          when cast(${row.kind} as text) <> 'swept' then 'payment'
          when cast(${row.amount} as bigint) < 0 then 'moved'
          when (select completed_at from payments where id = ${row.payment_id}) is null then 'part' else 'payment' end`,
        follows: sql<string | null>`case when cast(${row.taken_by} as text) is null then null
          else (select nullif(settlement_id, ${row.taken_by}) from payments where id = ${row.payment_id}) end`,
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
