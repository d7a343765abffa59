import type { List, Settlement } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { toPage } from '../domain/page.ts'
import { closePart, findPeriod, loadClosing } from './close.ts'
import { findSettlementsOfPeriod } from './store.ts'
import { toSettlementView } from './view.ts'

const MAX_ANSWERED = 100

/**
 * Closes the caller's period now, whatever the schedule says, and returns its first hundred settlements. If one
 * transaction cannot take all payments, the last settlement is `pending` and others follow within seconds.
 */
export async function closeNow(ctx: Context, caller: Caller): Promise<List<Settlement>> {
  const closing = await loadClosing(ctx, caller)
  return caller.commit(async (tx) => {
    const { closing: underWay, closedUntil } = await findPeriod(tx, caller)
    // The period includes payments of this millisecond.
    const period = underWay ?? { start: closedUntil, end: Math.max(closedUntil, ctx.now() + 1) }
    await closePart(ctx, tx, closing, period)
    const rows = await findSettlementsOfPeriod(tx, caller, period.end, MAX_ANSWERED + 1)
    return toPage(rows, MAX_ANSWERED, rows.length, (row) => toSettlementView(row, closing.link(row.id, ctx.now())))
  })
}
