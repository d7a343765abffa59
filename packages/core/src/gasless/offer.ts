import type { WalletTerms } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import {
  computeDayStart,
  computeRelayCost,
  computeUsualCost,
  createValidityWindow,
  findWindowProblem,
  formatNonceText,
  USUAL_GAS,
} from '../domain/authorization.ts'
import { hasSignedTransfers } from '../domain/catalog/coins.ts'
import { getLastGas } from '../networks/gas.ts'
import type { PaymentRow } from '../payments/find.ts'
import { limitCost } from './limits.ts'
import { asksForMoney, getRelay, type Relay } from './order.ts'
import { findPaymentAuthorization, sumSpentSince } from './store.ts'

/** Whether a payment may be paid without gas now, as far as that is known without a request to a node. */
export async function loadGaslessTerms(ctx: Context, row: PaymentRow): Promise<WalletTerms['gasless']> {
  const relay = getRelay(ctx, row)
  if (!relay || !hasSignedTransfers(row.cryptocurrency) || !asksForMoney(ctx, row)) return null
  const { network, authorizations, policy, budget } = relay
  const nonce = authorizations.nonceOf(formatNonceText(row.id, BigInt(row.outstanding)))
  const stored = await findPaymentAuthorization(ctx.db, row.id)
  // A used authorization has paid, though its transfer may not be read yet.
  if (stored.some((one) => one.state === 'pending' || (one.state === 'used' && one.nonce === nonce))) return 'pending'
  const now = ctx.now()
  const trouble = findWindowProblem(createValidityWindow(row.expires_at), { now, deadline: row.expires_at })
  if (trouble || stored.some((one) => one.nonce === nonce)) return null
  if (isGasWanting(ctx, relay, row)) return null
  const spentToday = await sumSpentSince(ctx.db, network, computeDayStart(now))
  return spentToday + computeUsualCost(policy, limitCost(ctx, relay, row)) <= budget.maxFeePerDay ? 'offered' : null
}

/** Whether gas costs more than the limit for a payer, or more than the key has, by the last reading. */
function isGasWanting(ctx: Context, relay: Relay, row: PaymentRow): boolean {
  const { network, policy } = relay
  const known = getLastGas(ctx, network)
  if (!known) return false
  const cost = computeRelayCost(USUAL_GAS, { market: known.market, policy, most: limitCost(ctx, relay, row) })
  return cost === null || known.balance < cost
}
