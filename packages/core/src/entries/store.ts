import { type RawBuilder, sql } from 'kysely'
import { type BookedEntry, type Entry, findLive } from '../domain/entry.ts'
import type { Db } from '../storage/database.ts'
import { prepareRows } from '../storage/prepared.ts'
import { pick } from '../storage/tables.ts'

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
