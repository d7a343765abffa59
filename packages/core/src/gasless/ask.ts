import type { TypedData } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { computeUsualCost, USUAL_GAS } from '../domain/authorization.ts'
import { findAnyPayment } from '../payments/find.ts'
import { limitCost, requireDay, requireGas, requireRoom } from './limits.ts'
import { callNodes, createTerms, requireRelay, requireTypedData } from './order.ts'
import { findPaymentAuthorization } from './store.ts'

/**
 * The data that an account signs to pay what is due without gas; null when there is no such payment. Throws if a
 * signature would be refused, as far as that is known.
 */
export async function askForAuthorization(ctx: Context, id: string, from: string): Promise<TypedData | null> {
  const row = await findAnyPayment(ctx.db, id)
  if (!row) return null
  const relay = requireRelay(ctx, row)
  const terms = createTerms(ctx, relay, row, { from })
  requireRoom(await findPaymentAuthorization(ctx.db, id), terms)
  await requireDay(ctx.db, relay, ctx.now(), computeUsualCost(relay.policy, limitCost(ctx, relay, row)))
  return callNodes(async () => {
    const data = await requireTypedData(relay, row, terms)
    await requireGas(ctx, relay, row, USUAL_GAS)
    return data
  })
}
