/** Lanes where several nodes send: one node at a time holds a lane, so that what is on it arrives in order. */
import { type Kysely, sql } from 'kysely'
import type { Tx } from '../storage/database.ts'
import { prepared } from '../storage/prepared.ts'
import type { Tables } from '../storage/tables.ts'

type Look = { readonly now: number; readonly node: string; readonly limit: number }

/** The longest waiting first, without those that another node holds. */
function dueFor(db: Kysely<Tables>, value: Look) {
  return db
    .selectFrom('delivery_lanes')
    .select(['lane', 'holder'])
    .where('due_at', '<=', value.now)
    .where((eb) => eb.or([eb('holder', 'is', null), eb('holder', '=', value.node), eb('held_until', '<=', value.now)]))
    .orderBy('due_at')
    .limit(value.limit)
}

export const findFreeLanes = prepared<Look>()(dueFor)

/** The same without those that another node is about to take. */
export const lockFreeLanes = prepared<Look>()((db, value) => dueFor(db, value).forUpdate().skipLocked())

type Hold = { readonly lane: string; readonly node: string; readonly until: number }

const hold = prepared<Hold>()((db, value) =>
  db.updateTable('delivery_lanes').set({ holder: value.node, held_until: value.until }).where('lane', '=', value.lane),
)

/** Of what was claimed the time is later than that of its making. */
const freeFirstAttempts = prepared<Pick<Hold, 'lane'>>()((db, value) =>
  db
    .updateTable('deliveries')
    .set((eb) => ({ due_at: eb.ref('created_at') }))
    .where('lane', '=', value.lane)
    .where('state', '=', sql.lit('pending'))
    .where('attempts', '=', 0)
    .whereRef('due_at', '>', 'created_at'),
)

/** What a node that is gone had claimed comes before what is newer. */
export async function holdLane(tx: Tx, lane: Hold & { readonly before: string | null }): Promise<void> {
  if (lane.before !== null && lane.before !== lane.node) await freeFirstAttempts(tx, lane)
  await hold(tx, lane)
}

/** Lets other nodes have a node's lanes at once. */
export async function releaseLanes(tx: Tx, node: string): Promise<void> {
  await tx.updateTable('delivery_lanes').set({ holder: null, held_until: null }).where('holder', '=', node).execute()
}
