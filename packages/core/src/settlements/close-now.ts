import type { List, Settlement } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { pageOf } from '../domain/page.ts'
import { closeSome, closingOf, findPeriod } from './close.ts'
import { settlementsOfPeriod } from './store.ts'
import { settlementView } from './view.ts'

const MAX_ANSWERED = 100

/**
 * Closes the caller's period now, whatever the schedule says, and returns its first hundred settlements. If one
 * transaction cannot take all payments, the last settlement is `pending` and others follow within seconds.
 */
export async function closeNow(ctx: Context, caller: Caller): Promise<List<Settlement>> {
  const closing = await closingOf(ctx, caller)
  return caller.commit(async (tx) => {
    const { closing: underWay, closedUntil } = await findPeriod(tx, caller)
    // The period includes payments of this millisecond.
    const period = underWay ?? { start: closedUntil, end: Math.max(closedUntil, ctx.now() + 1) }
    await closeSome(ctx, tx, closing, period)
    const rows = await settlementsOfPeriod(tx, caller, period.end, MAX_ANSWERED + 1)
    return pageOf(rows, MAX_ANSWERED, rows.length, (row) => settlementView(row, closing.link(row.id, ctx.now())))
  })
}
