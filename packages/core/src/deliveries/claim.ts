import type { Context } from '../context.ts'
import { claimRows, type DeliveryRow, findDue, findDueLanes } from './store.ts'

/** Longer than an attempt may take: after a crash what was claimed is due again by then. */
const CLAIM_MS = 30_000
/** Attempts at a time on a lane. */
const ATTEMPTS_A_LANE = 4
const LANES_AT_ONCE = 200
/** More than are started: those of a payment that is under way are passed by. */
const LOOKED_AT = 16

/** What is under way: the payments, or the deliveries of none, by lane. */
export type UnderWay = ReadonlyMap<string, ReadonlySet<string>>

/** Deliveries with one subject are sent one after another on a lane, so that in good times they arrive in order. */
export function subjectOf(row: Pick<DeliveryRow, 'payment_id' | 'id'>): string {
  return row.payment_id ?? row.id
}

/**
 * Takes deliveries that are due, a few of each lane, and pushes their time past the end of an
 * attempt. Lanes that are full are passed by: a receiver that hangs delays nobody else.
 */
export async function claimDue(ctx: Context, underWay: UnderWay): Promise<DeliveryRow[]> {
  const full = [...underWay].filter(([, subjects]) => subjects.size >= ATTEMPTS_A_LANE).map(([lane]) => lane)
  const now = ctx.now()
  const chosen: { lane: string; rows: DeliveryRow[] }[] = []
  for (const lane of await findDueLanes(ctx.db, now, full, LANES_AT_ONCE)) {
    const due = await findDue(ctx.db, lane, now, LOOKED_AT)
    const rows = startable(due, underWay.get(lane) ?? new Set())
    // A lane that only waits for attempts under way is left as it is: nothing is written for it again and again.
    if (rows.length > 0 || due.length === 0) chosen.push({ lane, rows })
  }
  if (chosen.length === 0) return []
  return ctx.transact(async (tx) => {
    const claimed: DeliveryRow[] = []
    for (const { lane, rows } of chosen) claimed.push(...(await claimRows(tx, lane, rows, now + CLAIM_MS)))
    return claimed
  })
}

function startable(rows: readonly DeliveryRow[], busy: ReadonlySet<string>): DeliveryRow[] {
  const subjects = new Set(busy)
  const chosen: DeliveryRow[] = []
  for (const row of rows) {
    if (subjects.size >= ATTEMPTS_A_LANE) break
    if (subjects.has(subjectOf(row))) continue
    subjects.add(subjectOf(row))
    chosen.push(row)
  }
  return chosen
}
