import type { Caller, Context } from '../context.ts'
import { pageOf } from '../domain/page.ts'
import type { List, Settlement } from '../wire.ts'
import { closeSome, closingOf, findPeriod } from './close.ts'
import { settlementsOfPeriod } from './store.ts'
import { settlementView } from './view.ts'

const MAX_ANSWERED = 100

/**
 * Closes the caller's period now, whatever the schedule says, and answers its settlements, the first hundred.
 * With more payments than one transaction takes, the last one is `pending` and others are still to come: they
 * are there within seconds.
 */
export async function closeNow(ctx: Context, caller: Caller): Promise<List<Settlement>> {
  const closing = await closingOf(ctx, caller)
  return caller.commit(async (tx) => {
    const { closing: underWay, closedUntil } = await findPeriod(tx, caller)
    // A payment of this millisecond is in it.
    const period = underWay ?? { start: closedUntil, end: Math.max(closedUntil, ctx.now() + 1) }
    await closeSome(ctx, tx, closing, period)
    const rows = await settlementsOfPeriod(tx, caller, period.end, MAX_ANSWERED + 1)
    return pageOf(rows, MAX_ANSWERED, rows.length, (row) => settlementView(row, closing.link(row.id, ctx.now())))
  })
}
