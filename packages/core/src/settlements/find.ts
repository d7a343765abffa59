import type { Settlement } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { reportLink } from './report-link.ts'
import { findSettlement } from './store.ts'
import { settlementView } from './view.ts'

export { sweptWithin } from '../deposits/sweeps-store.ts'

/** The caller's settlement. Throws `resource_missing` for settlements of others. */
export async function retrieveSettlement(ctx: Context, caller: Caller, id: string): Promise<Settlement> {
  const row = await findSettlement(ctx.db, caller, id)
  if (row) return settlementView(row, (await reportLink(ctx, caller))(row.id, ctx.now()))
  throw new CheckoutError(
    'resource_missing',
    'There is no such settlement: check the id, and that the keys are of its environment.',
    'id',
  )
}
