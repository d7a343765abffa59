import { sql } from 'kysely'
import { pipeline, type Tx } from '../storage/database.ts'
import { prepareQuery, prepareRows, prepareWrite } from '../storage/prepared.ts'
import type { NewRow } from '../storage/tables.ts'
import { EVENTS_A_TALLY, type EventRow } from './store.ts'

/** An event whose number is assigned when it is written. */
export type UnnumberedRow = Omit<NewRow<'events'>, 'sequence'> & Pick<EventRow, 'payment_id'>

type Owner = Pick<UnnumberedRow, 'merchant_id' | 'livemode'>

/**
 * Writes events of one merchant in one environment in order, and counts them. Their numbers follow the last one, which
 * changes under a lock on the merchant's row: without gaps. Returns the last new number.
 */
export async function appendEvents(tx: Tx, owner: Owner, rows: readonly UnnumberedRow[]): Promise<number> {
  const { take, insert, tally } = owner.livemode === 1 ? live : sandbox
  const events = rows.length
  const [[taken]] = await pipeline([
    take(tx, { ...owner, events }),
    insert(
      tx,
      rows.map((row, index) => ({ ...row, following: events - 1 - index })),
    ),
    tally(tx, { ...owner, events }),
  ])
  if (!taken) throw new Error(`no merchant ${owner.merchant_id}`)
  return taken.sequence
}

const [live, sandbox] = [statements('live_sequence'), statements('sandbox_sequence')]

type Counted = Owner & { readonly events: number }

/**
 * The database numbers and counts the events as it writes them, so no round trip waits for a number. `column` has the
 * last one.
 */
function statements(column: 'live_sequence' | 'sandbox_sequence') {
  const last = (merchant: string) => sql<number>`(select ${sql.ref(column)} from merchants where id = ${merchant})`
  return {
    take: prepareQuery<Counted>()((db, value) =>
      db
        .updateTable('merchants')
        .set((eb) => ({ [column]: eb(column, '+', value.events) }))
        .where('id', '=', value.merchant_id)
        .returning(`${column} as sequence`),
    ),
    insert: prepareRows<UnnumberedRow & { readonly following: number }>()((db, rows) =>
      db.insertInto('events').values(
        rows.map((row) => ({
          merchant_id: row.merchant_id,
          livemode: row.livemode,
          sequence: sql<number>`${last(row.merchant_id)} - cast(${row.following} as bigint)`,
          id: row.id,
          type: row.type,
          created_at: row.created_at,
          payment_id: row.payment_id,
          object: row.object,
        })),
      ),
    ),
    tally: prepareWrite<Counted>()((db, value) => {
      const thousand = sql<number>`sequence / ${sql.lit(EVENTS_A_TALLY)}`
      return db
        .insertInto('event_tallies')
        .columns(['merchant_id', 'livemode', 'type', 'thousand', 'events'])
        .expression((eb) =>
          eb
            .selectFrom('events')
            .select(['merchant_id', 'livemode', 'type', thousand.as('thousand'), eb.fn.countAll().as('events')])
            .where('merchant_id', '=', value.merchant_id)
            .where('livemode', '=', value.livemode)
            .where('sequence', '>', sql<number>`${last(value.merchant_id)} - cast(${value.events} as bigint)`)
            .groupBy(['merchant_id', 'livemode', 'type', thousand]),
        )
        .onConflict((conflict) =>
          conflict.columns(['merchant_id', 'livemode', 'type', 'thousand']).doUpdateSet((eb) => ({
            events: eb('event_tallies.events', '+', eb.ref('excluded.events')),
          })),
        )
    }),
  }
}
