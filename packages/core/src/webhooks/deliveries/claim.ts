import type { Context } from '../../context/context.ts'
import type { Db, Tx } from '../../storage/database.ts'
import { findFreeLanes, holdLane, lockFreeLanes, releaseLanes } from './lanes-store.ts'
import { claimRows, type DeliveryRow, findDue, findDueLanes, releaseClaim } from './store.ts'

/** After a crash, claimed deliveries are due again after this time. */
const CLAIM_MS = 30_000
/** Longer than an attempt takes. A delivery with less time left on its claim is not started. */
const LEFT_MS = 15_000
const LANES_AT_ONCE = 200
const ROWS_A_LANE = 32

/** A delivery that this process has claimed until a time. */
export type Claimed = { readonly row: DeliveryRow; readonly until: number }

/** Tells whether anything is due, except on the named lanes. */
export async function isAnythingDue(ctx: Context, passedBy: readonly string[]): Promise<boolean> {
  return (await dueLanes(ctx, ctx.db, passedBy, 1)).length > 0
}

/**
 * Claims due deliveries, some of each lane, in the order of sending, and moves their time past the end of an attempt.
 * `passedBy` names lanes that have enough.
 */
export function claimDue(ctx: Context, passedBy: readonly string[]): Promise<Claimed[]> {
  return ctx.transact(async (tx) => {
    const now = ctx.now()
    const until = now + CLAIM_MS
    const claimed: Claimed[] = []
    for (const lane of await takeLanes(ctx, tx, passedBy, until)) {
      const rows = await findDue(tx, lane, now, ROWS_A_LANE)
      await claimRows(tx, lane, rows, until)
      for (const row of rows) claimed.push({ row, until })
    }
    return claimed
  })
}

/** If several nodes send, lanes that another node holds are not due for this one. */
async function dueLanes(ctx: Context, db: Db, passedBy: readonly string[], limit: number): Promise<string[]> {
  const now = ctx.now()
  if (!ctx.node) return findDueLanes(db, now, passedBy, limit)
  const lanes = await findFreeLanes(db, { now, node: ctx.node.id, limit: limit + passedBy.length })
  return lanes.map(({ lane }) => lane).filter(isOutside(passedBy))
}

/** If several nodes send, this one then holds the lanes. */
async function takeLanes(ctx: Context, tx: Tx, passedBy: readonly string[], until: number): Promise<string[]> {
  const now = ctx.now()
  if (!ctx.node) return findDueLanes(tx, now, passedBy, LANES_AT_ONCE)
  const node = ctx.node.id
  const lanes = await lockFreeLanes(tx, { now, node, limit: LANES_AT_ONCE + passedBy.length })
  const holders = new Map(lanes.map(({ lane, holder }) => [lane, holder]))
  const taken = [...holders.keys()].filter(isOutside(passedBy))
  for (const lane of taken) await holdLane(tx, { lane, node, until, before: holders.get(lane) ?? null })
  return taken
}

function isOutside(names: readonly string[]): (name: string) => boolean {
  const known = new Set(names)
  return (name) => !known.has(name)
}

/** Lets other nodes send on this node's lanes at once. */
export async function leaveLanes(ctx: Context): Promise<void> {
  const { node } = ctx
  if (node) await ctx.transact((tx) => releaseLanes(tx, node.id))
}

/** Releases deliveries that were claimed and not started. */
export async function giveBack(ctx: Context, claimed: readonly Claimed[]): Promise<void> {
  if (claimed.length === 0) return
  await ctx.transact(async (tx) => {
    for (const { row, until } of claimed) await releaseClaim(tx, row, until)
  })
}

/** Tells whether there is time for an attempt before the claim ends. */
export function isStillClaimed({ until }: Claimed, now: number): boolean {
  return until - now >= LEFT_MS
}
