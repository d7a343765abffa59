import type { AuthorizationTerms } from '../chains/authorizations.ts'
import type { Context } from '../context/context.ts'
import { computeDayStart, computeRelayCost } from '../domain/authorization.ts'
import { CheckoutError } from '../domain/error.ts'
import { min } from '../domain/money.ts'
import { readGas } from '../networks/gas.ts'
import type { PaymentRow } from '../payments/find.ts'
import type { Db } from '../storage/database.ts'
import type { Relay } from './order.ts'
import { type AuthorizationRow, sumSpentSince } from './store.ts'

/** One at a time, and one for each amount. Whether another one is used is known only once this one has ended. */
export function requireRoom(stored: readonly AuthorizationRow[], { nonce }: AuthorizationTerms): void {
  if (stored.some(({ state }) => state === 'pending')) {
    throw new CheckoutError('invalid_state', 'This payment is being sent already: wait for it.')
  }
  if (stored.some((one) => one.nonce === nonce)) {
    throw new CheckoutError('invalid_state', 'This payment was signed before, and that has ended: send the payment.')
  }
}

const DEAR = 'send the payment, or try again later'

type Due = Pick<PaymentRow, 'token' | 'outstanding'>

/**
 * The most that relaying what is due may cost, in wei: the limit for one payment, and no more than the due amount is
 * worth.
 */
export function limitCost(ctx: Context, { network, budget }: Relay, { token, outstanding }: Due): bigint {
  const bound = ctx.boundFee(network, { token, amount: BigInt(outstanding) })
  return bound ? min(bound.wei, budget.maxFeePerPayment) : budget.maxFeePerPayment
}

/** The most that sending one can cost, in wei. Throws `invalid_state` if it is more than `limitCost` allows. */
export async function requireGas(ctx: Context, relay: Relay, due: Due, gas: bigint): Promise<bigint> {
  const { network, policy } = relay
  const known = await readGas(ctx, network)
  const cost = known && computeRelayCost(gas, { market: known.market, policy, most: limitCost(ctx, relay, due) })
  if (cost === null) throw new CheckoutError('invalid_state', `Gas costs too much to be paid for you now: ${DEAR}.`)
  if (known && known.balance >= cost) return cost
  throw new CheckoutError('invalid_state', `Gas cannot be paid for you now: ${DEAR}.`)
}

/** Throws `invalid_state` if one more would exceed the budget of any 24 hours. */
export async function requireDay(db: Db, { network, budget }: Relay, now: number, cost: bigint): Promise<void> {
  if ((await sumSpentSince(db, network, computeDayStart(now))) + cost <= budget.maxFeePerDay) return
  throw new CheckoutError('invalid_state', `No more gas is paid for payers today: ${DEAR}.`)
}
