import type { PaymentException, PaymentStatus } from '../wire.ts'

/** What was agreed when the payment was created. Amounts in millionths, times in milliseconds. */
export type PaymentTerms = {
  readonly due: bigint
  /** A shortfall that counts as paid. */
  readonly tolerance: bigint
  /** Sum of the tails of later amounts for the rest: an excess of tails only is no overpayment. */
  readonly tailAllowance: bigint
  readonly expiresAt: number
  readonly latePayments: 'review' | 'accept'
}

/** What was decided or noticed about the payment from outside the chain. */
export type PaymentMarks = {
  readonly cancelled: boolean
  /** The merchant accepted what was received. */
  readonly accepted: boolean
  /** The chain was read up to a block later than the deadline. */
  readonly pastDeadline: boolean
}

export type CountedTransfer = {
  readonly amount: bigint
  readonly blockTime: number
  readonly state: 'seen' | 'final' | 'orphaned'
}

export type PaymentState = {
  readonly status: PaymentStatus
  readonly exceptions: readonly PaymentException[]
  /** All that is on the chain, late money included. */
  readonly received: bigint
  /** What is still missing; 0 once enough counts. */
  readonly missing: bigint
}

/** For how long after the deadline the policy `accept` takes money. */
export const LATE_WINDOW_MS = 24 * 3_600_000

const endedStatuses: readonly PaymentStatus[] = ['completed', 'expired', 'cancelled']

/** An ended payment no longer asks for money. */
export function hasEnded(status: PaymentStatus): boolean {
  return endedStatuses.includes(status)
}

/** The state of a payment: a pure function of its terms, the transfers attributed to it and its marks. */
export function derive(terms: PaymentTerms, transfers: readonly CountedTransfer[], marks: PaymentMarks): PaymentState {
  const onChain = transfers.filter((transfer) => transfer.state !== 'orphaned')
  const counted = onChain.filter((transfer) => transfer.blockTime <= lastMoment(terms, marks))
  const needed = terms.due - terms.tolerance
  const facts = {
    received: sum(onChain),
    counted: sum(counted),
    final: sum(counted.filter((transfer) => transfer.state === 'final')),
    needed,
  }
  const status = statusOf(facts, marks)
  return {
    status,
    exceptions: exceptionsOf(terms, marks, onChain, facts, status),
    received: facts.received,
    missing: status === 'completed' || facts.counted >= needed ? 0n : terms.due - facts.counted,
  }
}

type Sums = { readonly received: bigint; readonly counted: bigint; readonly final: bigint; readonly needed: bigint }

function lastMoment(terms: PaymentTerms, marks: PaymentMarks): number {
  const window = terms.latePayments === 'accept' && !marks.cancelled ? LATE_WINDOW_MS : 0
  return terms.expiresAt + window
}

function statusOf(sums: Sums, marks: PaymentMarks): PaymentStatus {
  if (marks.accepted) return 'completed'
  if (marks.cancelled) return 'cancelled'
  if (sums.final >= sums.needed) return 'completed'
  if (sums.counted >= sums.needed) return 'processing'
  if (marks.pastDeadline) return 'expired'
  return sums.counted > 0n ? 'partially_paid' : 'created'
}

function exceptionsOf(
  terms: PaymentTerms,
  marks: PaymentMarks,
  onChain: readonly CountedTransfer[],
  sums: Sums,
  status: PaymentStatus,
): PaymentException[] {
  const late =
    onChain.some((transfer) => transfer.blockTime > terms.expiresAt) || (marks.cancelled && onChain.length > 0)
  const ended = status === 'expired' || status === 'completed'
  const exceptions: PaymentException[] = []
  if (ended && sums.received > 0n && sums.received < sums.needed) exceptions.push('underpaid')
  if (sums.received > terms.due + terms.tailAllowance) exceptions.push('overpaid')
  if (late) exceptions.push('late')
  if (onChain.length > 1) exceptions.push('multiple')
  if (marks.accepted) exceptions.push('manual')
  return exceptions
}

function sum(transfers: readonly CountedTransfer[]): bigint {
  return transfers.reduce((total, transfer) => total + transfer.amount, 0n)
}
