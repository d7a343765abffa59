import { sql } from 'kysely'
import type { Owner } from '../../context/pending-merchants.ts'
import type { Db, Tx } from '../../storage/database.ts'
import { prepareQuery } from '../../storage/prepared.ts'
import type { Row } from '../../storage/tables.ts'

/** Merchants and environments with events that have no deliveries yet. */
export async function findBehind(db: Db, limit: number): Promise<Owner[]> {
  const { rows } = await sql<{ id: string; livemode: 0 | 1 }>`
    select m.id, e.livemode
    from merchants m
    cross join (select 0 as livemode union all select 1) e
    left join webhook_places p on p.merchant_id = m.id and p.livemode = e.livemode
    where case e.livemode when 1 then m.live_sequence else m.sandbox_sequence end > coalesce(p.sequence, 0)
    limit ${limit}`.execute(db)
  return rows.map((row) => ({ merchantId: row.id, livemode: row.livemode === 1 }))
}

type CursorKey = { merchant: string; livemode: 0 | 1 }

const selectUndelivered = prepareQuery<CursorKey & { limit: number }>()((db, value) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('merchant_id', '=', value.merchant)
    .where('livemode', '=', value.livemode)
    .where('sequence', '>', ({ selectFrom, fn, lit }) => {
      const cursor = selectFrom('webhook_places')
        .select('sequence')
        .where('merchant_id', '=', value.merchant)
        .where('livemode', '=', value.livemode)
      return fn.coalesce(cursor, lit(0))
    })
    .orderBy('sequence')
    .limit(value.limit),
)

/** The first events that have no deliveries yet. */
export function findUndelivered(tx: Tx, owner: Owner, limit: number): Promise<Row<'events'>[]> {
  return selectUndelivered(tx, { merchant: owner.merchantId, livemode: owner.livemode ? 1 : 0, limit })
}

const move = prepareQuery<CursorKey & { sequence: number }>()((db, value) =>
  db
    .insertInto('webhook_places')
    .values({ merchant_id: value.merchant, livemode: value.livemode, sequence: value.sequence })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'livemode']).doUpdateSet({ sequence: value.sequence })),
)

/** Up to here, all events have their deliveries. */
export async function moveFanOutCursor(tx: Tx, owner: Owner, sequence: number): Promise<void> {
  await move(tx, { merchant: owner.merchantId, livemode: owner.livemode ? 1 : 0, sequence })
}
