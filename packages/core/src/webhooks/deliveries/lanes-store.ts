/** Events that have no deliveries yet, and the node that sends from each lane. */

import { type Kysely, sql } from 'kysely'
import { type Owner, toOwnerColumns } from '../../domain/owner.ts'
import type { Db, Tx } from '../../storage/database.ts'
import { excluded, prepareQuery } from '../../storage/prepared.ts'
import type { Tables } from '../../storage/tables.generated.ts'
import type { Row } from '../../storage/tables.ts'

/** Merchants and environments with events that have no deliveries yet. */
export async function findBehind(db: Db, limit: number): Promise<Owner[]> {
  const { rows } = await sql<{ id: string; livemode: boolean }>`
    select m.id, e.livemode
    from merchants m
    cross join (select 0 as livemode union all select 1) e
    left join webhook_places p on p.merchant_id = m.id and p.livemode = e.livemode
    where case e.livemode when 1 then m.live_sequence else m.sandbox_sequence end > coalesce(p.sequence, 0)
    limit ${limit}`.execute(db)
  return rows.map((row) => ({ merchantId: row.id, livemode: row.livemode }))
}

const selectUndelivered = prepareQuery<Owner & { limit: number }>()((db, value) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('merchant_id', '=', value.merchantId)
    .where('livemode', '=', value.livemode)
    .where('sequence', '>', ({ selectFrom, fn, lit }) => {
      const cursor = selectFrom('webhook_places')
        .select('sequence')
        .where('merchant_id', '=', value.merchantId)
        .where('livemode', '=', value.livemode)
      return fn.coalesce(cursor, lit(0))
    })
    .orderBy('sequence')
    .limit(value.limit),
)

/** The first events that have no deliveries yet. */
export function findUndelivered(tx: Tx, owner: Owner, limit: number): Promise<Row<'events'>[]> {
  return selectUndelivered(tx, { ...owner, limit })
}

const move = prepareQuery<Owner & { sequence: number }>()((db, value) =>
  db
    .insertInto('webhook_places')
    .values({ ...toOwnerColumns(value), sequence: value.sequence })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'livemode']).doUpdateSet(excluded('sequence'))),
)

/** Up to here, all events have their deliveries. */
export async function moveFanOutCursor(tx: Tx, owner: Owner, sequence: number): Promise<void> {
  await move(tx, { ...owner, sequence })
}

/** The search of a node. One node at a time holds a lane, so that its deliveries arrive in order. */
type Look = { readonly now: number; readonly node: string; readonly limit: number }

/** Longest due first, without lanes that another node holds. */
function dueFor(db: Kysely<Tables>, value: Look) {
  return db
    .selectFrom('delivery_lanes')
    .select(['lane', 'holder'])
    .where('due_at', '<=', value.now)
    .where((eb) => eb.or([eb('holder', 'is', null), eb('holder', '=', value.node), eb('held_until', '<=', value.now)]))
    .orderBy('due_at')
    .limit(value.limit)
}

export const findFreeLanes = prepareQuery<Look>()(dueFor)

/** The same without lanes that another node is about to take. */
export const lockFreeLanes = prepareQuery<Look>()((db, value) => dueFor(db, value).forUpdate().skipLocked())

type Hold = { readonly lane: string; readonly node: string; readonly until: number }

const hold = prepareQuery<Hold>()((db, value) =>
  db.updateTable('delivery_lanes').set({ holder: value.node, held_until: value.until }).where('lane', '=', value.lane),
)

/** A claimed delivery is due later than it was created. */
const freeFirstAttempts = prepareQuery<Pick<Hold, 'lane'>>()((db, value) =>
  db
    .updateTable('deliveries')
    .set((eb) => ({ due_at: eb.ref('created_at') }))
    .where('lane', '=', value.lane)
    .where('state', '=', sql.lit('pending'))
    .where('attempts', '=', 0)
    .whereRef('due_at', '>', 'created_at'),
)

/** Deliveries that a lost node had claimed come before newer ones. */
export async function holdLane(tx: Tx, lane: Hold & { readonly before: string | null }): Promise<void> {
  if (lane.before !== null && lane.before !== lane.node) await freeFirstAttempts(tx, lane)
  await hold(tx, lane)
}

/** Releases a node's lanes to other nodes at once. */
export async function releaseLanes(tx: Tx, node: string): Promise<void> {
  await tx.updateTable('delivery_lanes').set({ holder: null, held_until: null }).where('holder', '=', node).execute()
}
