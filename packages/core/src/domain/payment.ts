/** The state of a payment, the method that decides it, and the events of a change. Pure functions of facts. */
import type { EventType, PaymentException, PaymentStatus } from '@crypto-checkout/api-types'
import { type CountedTransfer, type Sums, sumUp } from './sums.ts'

/** Unusual properties of a payment. */
export const paymentExceptions = ['underpaid', 'overpaid', 'late', 'multiple', 'manual', 'overrefunded'] as const

export const paymentStatuses = ['created', 'partially_paid', 'processing', 'completed', 'expired', 'cancelled'] as const

/** The terms set when the payment was created. Amounts in millionths, times in milliseconds. */
export type PaymentTerms = {
  readonly due: bigint
  /** A shortfall that counts as paid. */
  readonly tolerance: bigint
  /** Sum of the tails of later amounts for the rest: an excess of tails alone is no overpayment. */
  readonly tailAllowance: bigint
  readonly expiresAt: number
  readonly latePayments: 'review' | 'accept'
  /** A smaller transfer is dust. Dust is summed, and counts once its sum reaches this amount. */
  readonly minTransfer: bigint
  /** It is paid at an address of its own, in any number of parts. */
  readonly takesParts: boolean
}

/** Facts about the payment from outside the chain. */
export type PaymentMarks = {
  readonly cancelled: boolean
  /** The merchant accepted the amount received. */
  readonly accepted: boolean
  /** The chain was read up to a block after the deadline. */
  readonly pastDeadline: boolean
}

export type PaymentState = Visible & {
  /** Money received, without dust that does not count. */
  readonly effective: bigint
  /** The amount still missing; 0 once enough counts. */
  readonly missing: bigint
}

const endedStatuses: readonly PaymentStatus[] = ['completed', 'expired', 'cancelled']

/** An ended payment no longer asks for money. */
export function hasEnded(status: PaymentStatus): boolean {
  return endedStatuses.includes(status)
}

/** The state of a payment: a pure function of its terms, its transfers and its marks. */
export function derive(terms: PaymentTerms, transfers: readonly CountedTransfer[], marks: PaymentMarks): PaymentState {
  return deriveFromSums(terms, sumUp(terms, transfers), marks)
}

/** The same from the sums of its transfers. */
export function deriveFromSums(terms: PaymentTerms, sums: Sums, marks: PaymentMarks): PaymentState {
  // Money from the 24 hours after the deadline counts only under the policy `accept`.
  const takesLate = terms.latePayments === 'accept' && !marks.cancelled
  const needed = terms.due - terms.tolerance
  const counted = sums.onTime + (takesLate ? sums.inGrace : 0n)
  const dust = sums.dustOnTime + (takesLate ? sums.dustInGrace : 0n)
  const completedByDust = counted >= needed && counted - dust < needed
  const dustCounts = marks.accepted || completedByDust || sums.dust >= terms.minTransfer
  const effective = dustCounts ? sums : withoutDust(sums)
  const facts = {
    received: effective.received,
    late: effective.received - effective.onTime,
    transfers: effective.transfers,
    counted: dustCounts ? counted : counted - dust,
    final: sums.onTimeFinal + (takesLate ? sums.inGraceFinal : 0n),
    needed,
  }
  const status = deriveStatus(facts, marks)
  return {
    status,
    exceptions: deriveExceptions(terms, marks, facts, status),
    received: sums.received,
    effective: facts.received,
    missing: status === 'completed' || facts.counted >= needed ? 0n : terms.due - facts.counted,
  }
}

function withoutDust(sums: Sums): Pick<Sums, 'received' | 'onTime' | 'transfers'> {
  return {
    received: sums.received - sums.dust,
    onTime: sums.onTime - sums.dustOnTime,
    transfers: sums.transfers - sums.dustTransfers,
  }
}

type Facts = {
  readonly received: bigint
  /** In blocks after the deadline. */
  readonly late: bigint
  /** The number of transfers. */
  readonly transfers: number
  readonly counted: bigint
  readonly final: bigint
  readonly needed: bigint
}

function deriveStatus(facts: Facts, marks: PaymentMarks): PaymentStatus {
  if (marks.accepted) return 'completed'
  if (marks.cancelled) return 'cancelled'
  if (facts.final >= facts.needed) return 'completed'
  if (facts.counted >= facts.needed) return 'processing'
  if (marks.pastDeadline) return 'expired'
  return facts.counted > 0n ? 'partially_paid' : 'created'
}

function deriveExceptions(
  terms: PaymentTerms,
  marks: PaymentMarks,
  facts: Facts,
  status: PaymentStatus,
): PaymentException[] {
  const ended = status === 'expired' || status === 'completed'
  const exceptions: PaymentException[] = []
  if (ended && facts.received > 0n && facts.received < facts.needed) exceptions.push('underpaid')
  const isOverpaid = facts.received > terms.due + terms.tailAllowance
  if (isOverpaid) exceptions.push('overpaid')
  if (facts.late > 0n || (marks.cancelled && facts.received > 0n)) exceptions.push('late')
  if (facts.transfers > 1 && (isOverpaid || !terms.takesParts)) exceptions.push('multiple')
  if (marks.accepted) exceptions.push('manual')
  return exceptions
}

/** The state of one of a payment's methods. */
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

/** Tells whether a payer can no longer choose, because money is on its way or the payment has ended. */
export function isLocked(methods: readonly MethodFacts[]): boolean {
  return methods.some((one) => one.status !== 'created' || one.effective > 0n)
}

function rankMethod({ status, effective }: MethodFacts): number {
  if (status === 'completed') return 3
  if (status === 'processing') return 2
  return effective > 0n ? 1 : 0
}

export type Visible = {
  readonly status: PaymentStatus
  readonly exceptions: readonly PaymentException[]
  /** Everything on the chain, including late money, in millionths. */
  readonly received: bigint
}

const progress: Readonly<Record<PaymentStatus, number>> = {
  created: 0,
  cancelled: 0,
  expired: 0,
  partially_paid: 1,
  processing: 2,
  completed: 3,
}

const arrival: Readonly<Record<PaymentStatus, EventType | null>> = {
  created: null,
  partially_paid: 'payment.partially_paid',
  processing: 'payment.processing',
  completed: 'payment.completed',
  expired: 'payment.expired',
  cancelled: 'payment.cancelled',
}

/**
 * The events of a change, in order. Losing a status that was reached on the chain is `payment.reverted`. So is losing
 * money while the status stays, the exception `late`, or `overpaid` for money in another method. The deadline alone
 * reverts nothing.
 */
export function deriveEvents(before: Visible, after: Visible, lostTransfer: boolean): EventType[] {
  const events: EventType[] = []
  const ended = (exception: PaymentException) => began(exception, after, before)
  if (before.status !== after.status) {
    const reverted = lostTransfer && progress[after.status] < progress[before.status]
    if (reverted) events.push('payment.reverted')
    const arrived = arrival[after.status]
    if (arrived && !(reverted && after.status === 'partially_paid')) events.push(arrived)
  } else if (lostTransfer && (after.received < before.received || ended('late') || ended('overpaid'))) {
    events.push('payment.reverted')
  }
  if (began('late', before, after)) events.push('payment.late')
  if (began('overpaid', before, after)) events.push('payment.overpaid')
  return events
}

function began(exception: PaymentException, before: Visible, after: Visible): boolean {
  return after.exceptions.includes(exception) && !before.exceptions.includes(exception)
}
