import { sql } from 'kysely'
import type { Entry } from '../domain/entry.ts'
import type { OwnerColumns } from '../domain/owner.ts'
import { type NumberedEntry, prepareEntries, prepareTaken, prepareWaiting } from '../entries/store.ts'
import { pipeline, type Tx } from '../storage/database.ts'
import { prepareQuery, prepareRows } from '../storage/prepared.ts'
import { type NewRow, pick } from '../storage/tables.ts'
import { EVENTS_A_TALLY, type EventRow } from './store.ts'

/** An event whose number is assigned when it is written, and the entries that it books. */
export type UnnumberedRow = Omit<NewRow<'events'>, 'sequence'> &
  Pick<EventRow, 'payment_id'> & { readonly entries: readonly Entry[] }

/**
 * Writes events of one merchant in one environment in order with their entries, and counts them. Their numbers follow the last one, which
 * changes under a lock on the merchant's row: without gaps. Returns the last new number.
 */
export async function appendEvents(tx: Tx, owner: OwnerColumns, rows: readonly UnnumberedRow[]): Promise<number> {
  const { take, insert, tally, book, queue, settle } = owner.livemode ? live : sandbox
  const numbered = rows.map((row, index) => ({ ...row, following: rows.length - 1 - index }))
  const entries = numbered.flatMap(numberEntries)
  const [[taken]] = await pipeline([
    take(tx, { ...owner, events: rows.length }),
    insert(tx, numbered),
    tally(tx, numbered),
    book(tx, entries),
    queue(
      tx,
      entries.filter(({ taken_by }) => taken_by === null),
    ),
    settle(
      tx,
      entries.filter(({ taken_by }) => taken_by !== null),
    ),
  ])
  if (!taken) throw new Error(`no merchant ${owner.merchant_id}`)
  return taken.sequence
}

const [live, sandbox] = [statements('live_sequence'), statements('sandbox_sequence')]

type Taken = OwnerColumns & { readonly events: number }
function numberEntries({ entries, merchant_id, livemode, following }: Numbered): NumberedEntry[] {
  return entries.map((entry, ordinal) => ({ ...entry, merchant_id, livemode, following, ordinal }))
}

/** `following`: how many events are written after it. */
type Numbered = UnnumberedRow & { readonly following: number }

/**
 * The database numbers and counts the events as it writes them, so no round trip waits for a number. `column` has the
 * last one.
 */
function statements(column: 'live_sequence' | 'sandbox_sequence') {
  const last = (merchant: string) => sql<number>`(select ${sql.ref(column)} from merchants where id = ${merchant})`
  return {
    take: prepareQuery<Taken>()((db, value) =>
      db
        .updateTable('merchants')
        .set((eb) => ({ [column]: eb(column, '+', value.events) }))
        .where('id', '=', value.merchant_id)
        .returning(`${column} as sequence`),
    ),
    insert: prepareRows<Numbered>()((db, rows) =>
      db.insertInto('events').values(
        rows.map((row) => ({
          ...pick(row, 'merchant_id', 'livemode', 'id', 'type', 'created_at', 'payment_id', 'object'),
          sequence: sql<number>`${last(row.merchant_id)} - cast(${row.following} as bigint)`,
        })),
      ),
    ),
    book: prepareEntries(last),
    queue: prepareWaiting(last),
    settle: prepareTaken(last),
    tally: prepareRows<Numbered>()((db, rows) => ({
      compile: () =>
        sql`insert into event_tallies (merchant_id, livemode, type, thousand, events)
          select merchant_id, livemode, type, thousand, count(*) from (
            select n.column1 as merchant_id, n.column2 as livemode, n.column3 as type,
              (${last((rows[0] as Numbered).merchant_id)} - n.column4) / ${sql.lit(EVENTS_A_TALLY)} as thousand
            from (values ${sql.join(rows.map(toValues))}) as n
          ) as numbered where true group by merchant_id, livemode, type, thousand
          on conflict (merchant_id, livemode, type, thousand) do update set events = event_tallies.events + excluded.events`.compile(
          db,
        ),
    })),
  }
}

function toValues({ merchant_id, livemode, type, following }: Numbered) {
  return sql`(cast(${merchant_id} as text), cast(${livemode} as smallint), cast(${type} as text), cast(${following} as bigint))`
}
