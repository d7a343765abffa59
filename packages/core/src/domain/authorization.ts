/** Rules for the authorizations that a payer may sign for this checkout to send, and for their cost. */

import { min } from './money.ts'
import { computeFees, type Fees } from './send.ts'
import { DAY_MS } from './time.ts'

/** Seconds. The block that uses it is later than the first and earlier than the second. */
export type Window = { readonly validAfter: number; readonly validBefore: number }

/** The time needed to send and mine it before it ends. */
const LEAST_TIME_MS = 30_000
/** Blocks may be this far behind the server's clock. */
const CLOCK_TOLERANCE_MS = 15_000

/** The window of every authorization: valid at once, until the payment's deadline. */
export function createValidityWindow(deadline: number): Window {
  return { validAfter: 0, validBefore: Math.floor(deadline / 1_000) }
}

/** Finds the wrong end of a window, and the reason; null for a valid window. Times are milliseconds. */
export function findWindowProblem(
  { validAfter, validBefore }: Window,
  { now, deadline }: { readonly now: number; readonly deadline: number },
): { readonly param: keyof Window; readonly text: string } | null {
  if (validAfter * 1_000 > now - CLOCK_TOLERANCE_MS && validAfter !== 0) {
    return { param: 'validAfter', text: 'is too late: the authorization has to be valid now. Sign it with 0' }
  }
  if (validBefore * 1_000 < now + LEAST_TIME_MS) {
    return { param: 'validBefore', text: 'is too early: there is no time left to send the payment. Sign it anew' }
  }
  if (validBefore * 1_000 > deadline) {
    return { param: 'validBefore', text: 'is later than the payment waits. Sign what was asked for' }
  }
  return null
}

/**
 * The text whose hash is an authorization's nonce. A token accepts each nonce of an account once, so signing twice for
 * the same amount of the same payment cannot pay twice.
 */
export function formatNonceText(paymentId: string, due: bigint): string {
  return `crypto-checkout authorization ${paymentId} ${due}`
}

/** The text whose hash is an authorization's id: an account may use a nonce once with a token. */
export function formatAuthorizationText(
  chain: string,
  { token, from, nonce }: { readonly token: string; readonly from: string; readonly nonce: string },
): string {
  return `crypto-checkout signed ${chain} ${token} ${from} ${nonce}`.toLowerCase()
}

type Market = Parameters<typeof computeFees>[0]
type Policy = Parameters<typeof computeFees>[1]

/** The most wei that a transaction may cost; null while it would cost more than is allowed. */
export function computeRelayCost(
  gas: bigint,
  { market, policy, most }: { readonly market: Market; readonly policy: Policy; readonly most: bigint },
): bigint | null {
  const gasLimit = toGasLimit(gas)
  const maxFeePerGas = min(policy.maxFeePerGas, most / gasLimit)
  const fees: Fees | null = computeFees(market, { ...policy, maxFeePerGas })
  return fees && gasLimit * maxFeePerGas
}

/**
 * The approximate gas for sending one with Circle's USDC. A node cannot estimate it before the payer signs, because the
 * call reverts without a valid signature.
 */
export const USUAL_GAS = 80_000n

/** The most wei that a usual one may cost, if the limit is high enough for it. */
export function computeUsualCost({ maxFeePerGas }: Pick<Policy, 'maxFeePerGas'>, most: bigint): bigint {
  return min(toGasLimit(USUAL_GAS) * maxFeePerGas, most)
}

/** A quarter more than the estimate, as sends are signed: the token's state can change before the block. */
function toGasLimit(gas: bigint): bigint {
  return gas + gas / 4n
}

/** The bytes of an account's shortest signature (EIP-2098). */
const LEAST_SIGNATURE = 64

/**
 * Tells whether the length is possible: an account's signature has 65 bytes, a contract's any number from one key's
 * upwards.
 */
export function isSignature(hex: string): boolean {
  return hex.length >= 2 + 2 * LEAST_SIGNATURE
}

/** The start of the day whose spending counts for the daily budget. */
export function computeDayStart(now: number): number {
  return now - DAY_MS
}
