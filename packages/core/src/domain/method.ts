import type { PaymentStatus } from '@crypto-checkout/api-types'

/** What one of a payment's methods has brought. */
export type MethodFacts = {
  /** The payment's status, if this were its only method. */
  readonly status: PaymentStatus
  /** Everything on the chain, without dust that does not count. In millionths of its coin. */
  readonly effective: bigint
}

/**
 * The index of the method that decides a payment: the one that has brought most towards it. Between equals the chosen
 * one stays. Amounts of two methods are never added up.
 */
export function pickDeciding(methods: readonly MethodFacts[], chosen: number): number {
  const ranks = methods.map(rankMethod)
  const best = Math.max(...ranks)
  return ranks[chosen] === best ? chosen : ranks.indexOf(best)
}

/** Whether a payer can no longer choose, because money is on its way or the payment has ended. */
export function isLocked(methods: readonly MethodFacts[]): boolean {
  return methods.some((one) => one.status !== 'created' || one.effective > 0n)
}

function rankMethod({ status, effective }: MethodFacts): number {
  if (status === 'completed') return 3
  if (status === 'processing') return 2
  return effective > 0n ? 1 : 0
}
