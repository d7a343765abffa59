import type { Context } from '../context/context.ts'
import { findPeriodEnds } from '../merchants/period-ends.ts'
import { findUnsettled } from '../payments/settlement-store.ts'
import type { Db, Tx } from '../storage/database.ts'
import { closePart, findPeriod, loadClosing, type Period } from './close.ts'
import { findDue } from './open-sweeps.ts'
import { findSettlementCursor, type Owner, saveSettlementCursor } from './store.ts'

/** How many missed periods are examined at a time. */
const PERIODS_AT_ONCE = 400

/**
 * Does a bounded part of closing a merchant's ended periods, including those that ended while no server was running.
 * True when there may be more to do.
 */
export async function closeDue(ctx: Context, owner: Owner): Promise<boolean> {
  const underWay = (await findSettlementCursor(ctx.db, owner))?.closing_until != null
  if (!underWay && !(await hasUnsettled(ctx, ctx.db, owner, ctx.now()))) return false
  const closing = await loadClosing(ctx, owner)
  return ctx.transact(async (tx) => {
    const period = await nextPeriod(ctx, tx, owner)
    if (period) await closePart(ctx, tx, closing, period)
    return period !== null
  })
}

/** The period being closed, or the first ended one in which a payment completed. Others have no settlement. */
async function nextPeriod(ctx: Context, tx: Tx, owner: Owner): Promise<Period | null> {
  const { closing, closedUntil } = await findPeriod(tx, owner)
  if (closing) return closing
  let start = closedUntil
  const ends = await findPeriodEnds(tx, owner, start, ctx.now(), PERIODS_AT_ONCE)
  for (const end of ends) {
    if (await hasUnsettled(ctx, tx, owner, end)) return { start, end }
    start = end
  }
  if (start > closedUntil) await saveSettlementCursor(tx, owner, { closed_until: start, closing_until: null })
  return null
}

async function hasUnsettled(ctx: Context, db: Db, owner: Owner, before: number): Promise<boolean> {
  return (await findUnsettled(db, owner, before)) !== null || (await findDue(ctx, db, owner, before)) !== null
}
