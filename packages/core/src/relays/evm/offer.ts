/** Offers to a payer, the data to sign, and the limits of its cost. */
import type { TypedData, WalletTerms } from '@crypto-checkout/api-types'
import type { Context } from '../../context/context.ts'
import {
  computeDayStart,
  computeRelayCost,
  computeUsualCost,
  createValidityWindow,
  findWindowProblem,
  formatNonceText,
  USUAL_GAS,
} from '../../domain/authorization.ts'
import { hasSignedTransfers } from '../../domain/catalog/coins.ts'
import type { CheckoutError } from '../../domain/error.ts'
import { max, min } from '../../domain/money.ts'
import { getLastGas, readGas } from '../../networks/gas.ts'
import { findAnyPayment, type PaymentRow } from '../../payments/find.ts'
import type { AuthorizationRow } from '../../payments/matching/authorization-store.ts'
import type { FindLimit } from '../../transactions/send.ts'
import { asksForMoney, isWithinDay, requireDay, requireRoom } from '../accept.ts'
import { sumSpentToday } from '../code-limits.ts'
import { callNodes, createUnavailable } from '../refusals.ts'
import { sumSpentSince } from '../store.ts'
import { createTerms, getRelay, type Relay, requireRelay, requireTypedData } from './order.ts'
import { findPaymentAuthorizations } from './store.ts'

/** Tells whether a payment may be paid without gas now, as far as that is known without a request to a node. */
export async function loadGaslessTerms(ctx: Context, row: PaymentRow): Promise<WalletTerms['gasless']> {
  const relay = getRelay(ctx, row)
  if (!relay || !hasSignedTransfers(row.cryptocurrency) || !asksForMoney(ctx, row)) return null
  const { authorizations } = relay
  const nonce = authorizations.deriveNonce(formatNonceText(row.id, row.outstanding))
  const stored = await findPaymentAuthorizations(ctx.db, row.id)
  // A used authorization has paid, though its transfer may not be read yet.
  if (stored.some((one) => one.state === 'pending' || (one.state === 'used' && isFor(one, row)))) return 'pending'
  const now = ctx.now()
  const trouble = findWindowProblem(createValidityWindow(row.expires_at), { now, deadline: row.expires_at })
  if (trouble || stored.some((one) => one.nonce === nonce)) return null
  return (await isAffordable(ctx, relay, row)) ? 'offered' : null
}

/** Tells whether one more may be sent now, by the last reading of gas and what was spent today. */
export async function isAffordable(ctx: Context, relay: Relay, row: PaymentRow): Promise<boolean> {
  if (isGasWanting(ctx, relay, row)) return false
  return isWithinDay(relay.budget, await sumSpentToday(ctx, ctx.db, relay.network), limitUsualCost(ctx, relay, row))
}

/** Tells whether it was signed for what the payment asks for now. */
export function isFor({ due }: AuthorizationRow, { outstanding }: PaymentRow): boolean {
  return due === outstanding
}

/** Tells whether gas costs more than the limit for a payer, or more than the key has, by the last reading. */
function isGasWanting(ctx: Context, relay: Relay, row: PaymentRow): boolean {
  const { network, policy } = relay
  const known = getLastGas(ctx, network)
  if (!known) return false
  const cost = computeRelayCost(USUAL_GAS, { market: known.market, policy, most: limitCost(ctx, relay, row) })
  return cost === null || known.balance < cost
}

/**
 * The data that an account signs to pay what is due without gas; null when there is no such payment. Throws if a
 * signature would be refused, as far as that is known.
 */
export async function askForAuthorization(ctx: Context, id: string, from: string): Promise<TypedData | null> {
  const row = await findAnyPayment(ctx.db, id)
  if (!row) return null
  const relay = requireRelay(ctx, row)
  const terms = createTerms(ctx, relay, row, { from })
  requireRoom(await findPaymentAuthorizations(ctx.db, id), terms)
  await requireUsualDay(ctx, relay, row)
  return callNodes(async () => {
    const data = await requireTypedData(relay, row, terms)
    await requireGas(ctx, relay, row, { gas: USUAL_GAS })
    return data
  })
}

type Due = Pick<PaymentRow, 'token' | 'outstanding'>

/**
 * The most that relaying what is due may cost, in wei: the limit for one payment, and no more than the due amount is
 * worth.
 */
function limitCost(ctx: Context, { network, budget }: Relay, { token, outstanding }: Due): bigint {
  const bound = ctx.boundFee(network, { token, amount: outstanding })
  return bound ? min(bound.wei, budget.maxFeePerPayment) : budget.maxFeePerPayment
}

function limitUsualCost(ctx: Context, relay: Relay, row: PaymentRow): bigint {
  return computeUsualCost(relay.policy, limitCost(ctx, relay, row))
}

/**
 * The most that sending one can cost, in wei. Throws `relay_unavailable` if it is more than `limitCost` allows, or more
 * than `most`.
 */
export async function requireGas(
  ctx: Context,
  relay: Relay,
  due: Due,
  { gas, most }: { readonly gas: bigint; readonly most?: bigint | undefined },
): Promise<bigint> {
  const { network, policy } = relay
  const known = await readGas(ctx, network)
  const limit = min(limitCost(ctx, relay, due), most ?? relay.budget.maxFeePerPayment)
  const cost = known && computeRelayCost(gas, { market: known.market, policy, most: limit })
  if (cost === null) throw createDearError()
  if (known && known.balance >= cost) return cost
  throw createUnavailable('Network fees cannot be paid for you now.')
}

export function createDearError(): CheckoutError {
  return createUnavailable('The network fee is too high now.')
}

/** Throws `relay_unavailable` if one more at its usual cost would exceed the budget of any 24 hours. */
export async function requireUsualDay(ctx: Context, relay: Relay, row: PaymentRow): Promise<void> {
  requireDay(relay.budget, await sumSpentToday(ctx, ctx.db, relay.network), limitUsualCost(ctx, relay, row))
}

/**
 * The most that an accepted one may cost now, by what is left of the day: more may be accepted than can be paid if the
 * contracts of some refuse them for a while.
 */
export const limitRelay: FindLimit = async (ctx, network, { subject }) => {
  if (!network.gasless) return null
  const counted = { since: computeDayStart(ctx.now()), open: 'signed', except: subject } as const
  const wei = network.gasless.maxFeePerDay - (await sumSpentSince(ctx.db, network, counted))
  const text = `relay ${subject} waits: maxFeePerDay of ${network.environment} ${network.name} is used up`
  return { wei: max(wei, 0n), trouble: { kind: 'fee_too_high', text } }
}
