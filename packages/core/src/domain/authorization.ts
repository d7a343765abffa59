/** What a payer may sign for this checkout to send, and what that may cost. */

import { smaller } from './money.ts'
import { type Fees, feesFor } from './send.ts'

/** Seconds; the block in which it is used is later than the first and earlier than the second. */
export type Window = { readonly validAfter: number; readonly validBefore: number }

/** It has to be sent and mined before it ends. */
const LEAST_TIME_MS = 30_000
/** Blocks may be this much behind the server's clock. */
const CLOCK_TOLERANCE_MS = 15_000
const DAY_MS = 86_400_000

/** Whatever may be asked for: it can be used at once, and ends with the payment. */
export function windowFor(deadline: number): Window {
  return { validAfter: 0, validBefore: Math.floor(deadline / 1_000) }
}

/** Which end of a window is wrong, and why; null for one that will do. Times are milliseconds. */
export function windowTrouble(
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
 * What the nonce of an authorization is the hash of. A token takes each once from an account: signing twice for
 * the same amount of the same payment cannot pay twice.
 */
export function nonceText(paymentId: string, due: bigint): string {
  return `crypto-checkout authorization ${paymentId} ${due}`
}

type Market = Parameters<typeof feesFor>[0]
type Policy = Parameters<typeof feesFor>[1]

/** Wei that a transaction may cost at most; null while it would cost more than is allowed. */
export function relayCost(
  gas: bigint,
  { market, policy, most }: { readonly market: Market; readonly policy: Policy; readonly most: bigint },
): bigint | null {
  const gasLimit = gasLimitOf(gas)
  const maxFeePerGas = smaller(policy.maxFeePerGas, most / gasLimit)
  const fees: Fees | null = feesFor(market, { ...policy, maxFeePerGas })
  return fees && gasLimit * maxFeePerGas
}

/** Gas that sending one takes, about, with Circle's USDC. Before it is signed nobody can tell better. */
export const USUAL_GAS = 80_000n

/** Wei that one would be allowed to cost, where that is not too little. */
export function usualCost({ maxFeePerGas }: Pick<Policy, 'maxFeePerGas'>, most: bigint): bigint {
  return smaller(gasLimitOf(USUAL_GAS) * maxFeePerGas, most)
}

function gasLimitOf(gas: bigint): bigint {
  return gas + gas / 4n
}

/** Bytes in the shortest form of an account's signature (EIP-2098). */
const LEAST_SIGNATURE = 64

/** Whether anybody can have signed so: an account's own signature has 65 bytes, a contract's any number that is not less than one key's. */
export function isSignature(hex: string): boolean {
  return hex.length >= 2 + 2 * LEAST_SIGNATURE
}

/** Since when what was spent counts for the budget of a day. */
export function dayBefore(now: number): number {
  return now - DAY_MS
}
