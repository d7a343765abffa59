import type { AuthorizationTerms } from '../chains/authorizations.ts'
import type { Context } from '../context.ts'
import { dayBefore, relayCost } from '../domain/authorization.ts'
import { CheckoutError } from '../domain/error.ts'
import { readGas } from '../networks/gas.ts'
import type { Db } from '../storage/database.ts'
import type { Relay } from './order.ts'
import { type AuthorizationRow, spentSince } from './store.ts'

/** One at a time, and one for each amount: whether another one is used is known only once this one has ended. */
export function requireRoom(stored: readonly AuthorizationRow[], { nonce }: AuthorizationTerms): void {
  if (stored.some(({ state }) => state === 'pending')) {
    throw new CheckoutError('invalid_state', 'This payment is being sent already: wait for it.')
  }
  if (stored.some((one) => one.nonce === nonce)) {
    throw new CheckoutError('invalid_state', 'This payment was signed before, and that has ended: send the payment.')
  }
}

const DEAR = 'send the payment, or try again later'

/** Wei that sending one may cost at most. Throws `invalid_state` where that is more than is paid for one payment. */
export async function requireGas(ctx: Context, { network, policy, budget }: Relay, gas: bigint): Promise<bigint> {
  const known = await readGas(ctx, network)
  const cost = known && relayCost(gas, { market: known.market, policy, most: budget.maxFeePerPayment })
  if (cost === null) throw new CheckoutError('invalid_state', `Gas costs too much to be paid for you now: ${DEAR}.`)
  if (known && known.balance >= cost) return cost
  throw new CheckoutError('invalid_state', `Gas can not be paid for you now: ${DEAR}.`)
}

/** Throws `invalid_state` where one more would cost more than is paid in any 24 hours. */
export async function requireDay(db: Db, { network, budget }: Relay, now: number, cost: bigint): Promise<void> {
  if ((await spentSince(db, network, dayBefore(now))) + cost <= budget.maxFeePerDay) return
  throw new CheckoutError('invalid_state', `No more gas is paid for payers today: ${DEAR}.`)
}
