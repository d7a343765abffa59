/** Lanes if several nodes send: one node at a time holds a lane, so its deliveries arrive in order. */
import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../storage/database.ts'
import { prepareQuery } from '../../storage/prepared.ts'
import type { Tables } from '../../storage/tables.ts'

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
