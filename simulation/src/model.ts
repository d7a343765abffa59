/**
 * The reference model: the expected state of the checkout, computed from the chain and the requests in the simplest
 * correct way. It shares no code with what it checks.
 */

import type { PaymentException, PaymentStatus } from '@crypto-checkout/api-types'
import type { Row } from '../../packages/core/src/storage/tables.ts'
import type { History, KnownPayment, RefundRow, ReportedState } from './history.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The most that clocks may differ. */
const TOLERANCE_MS = 5 * MINUTE_MS
/** The time after a payment's end for which no other payment gets its amount. */
const REST_MS = 24 * HOUR_MS
/** The time for which late money is accepted, if at all, and for which a cancelled refund holds its amount. */
const DAY_MS = 24 * HOUR_MS

export type CountedTransfer = { readonly amount: bigint; readonly time: number; readonly final: boolean }
type Terms = Pick<Row<'methods'>, 'due' | 'tolerance' | 'tail_allowance' | 'recognition'>
/** The state of a method, as if it were its payment's only one. */
export type MethodState = Pick<ReportedState, 'status' | 'received' | 'noticed' | 'exceptions'> & {
  /** The amount that counts: on time, without dust that counts for nothing. */
  readonly counted: bigint
  /** True if enough came for it. */
  readonly hasAll: boolean
}

/** A token's own integer in millionths. */
export function toMillionths(rawAmount: bigint, decimals: number): bigint {
  return rawAmount / 10n ** BigInt(decimals - 6)
}

export function toRaw(millionths: bigint, decimals: number): bigint {
  return millionths * 10n ** BigInt(decimals - 6)
}

/** The payment of a transfer in a block of this time, by all amounts asked for until now; null if it has none. */
export function findExpectedPayment(
  history: History,
  transfer: { readonly chain: string; readonly token: string; readonly address: string; readonly amount: bigint },
  blockTime: number,
): string | null {
  const owner = history.byAddress.get(transfer.address)
  if (owner) {
    const { methods, id } = owner
    return methods.some(({ chain, token }) => chain === transfer.chain && token === transfer.token) ? id : null
  }
  const holders = history.holdersOf(transfer, transfer.amount).filter(({ since }) => since - TOLERANCE_MS <= blockTime)
  return holders.at(-1)?.payment.id ?? null
}

/** The state of one of a payment's methods, from its own transfers on the chain. */
export function deriveState(row: Row<'payments'>, terms: Terms, transfers: readonly CountedTransfer[]): MethodState {
  const due = terms.due
  const needed = due - terms.tolerance
  const isCancelled = row.cancelled_at !== null
  const isAccepted = row.accepted_at !== null
  const window = row.late_payments === 'accept' && !isCancelled ? DAY_MS : 0
  const isCounted = ({ time }: CountedTransfer) => time <= row.expires_at + window
  const inTime = (some: readonly CountedTransfer[]) => sumAmounts(some.filter(isCounted))
  const small = transfers.filter(({ amount }) => amount < row.min_transfer)
  const large = transfers.filter((one) => !small.includes(one))
  const isDecisive = inTime(transfers) >= needed && inTime(large) < needed
  const all = isAccepted || isDecisive || sumAmounts(small) >= row.min_transfer ? transfers : large
  const enough = inTime(transfers) >= needed
  const enoughFinal = inTime(transfers.filter(({ final }) => final)) >= needed
  const counted = inTime(all)
  const status = statusOf({ isCancelled, isAccepted, enough, enoughFinal }, row, counted > 0n)
  const noticed = sumAmounts(all)
  const hasEnded = status === 'expired' || status === 'completed'
  const late = all.filter(({ time }) => time > row.expires_at)
  const tooMuch = noticed > due + terms.tail_allowance
  const found: [boolean, PaymentException][] = [
    [hasEnded && noticed > 0n && noticed < needed, 'underpaid'],
    [tooMuch, 'overpaid'],
    [sumAmounts(late) > 0n || (isCancelled && noticed > 0n), 'late'],
    [all.length > 1 && (tooMuch || terms.recognition !== 'address'), 'multiple'],
    [isAccepted, 'manual'],
  ]
  const exceptions = found.filter(([so]) => so).map(([, exception]) => exception)
  return { status, received: sumAmounts(transfers), noticed, counted, exceptions, hasAll: isAccepted || enough }
}

type Facts = {
  readonly isCancelled: boolean
  readonly isAccepted: boolean
  readonly enough: boolean
  readonly enoughFinal: boolean
}

function statusOf(facts: Facts, row: Row<'payments'>, some: boolean): PaymentStatus {
  if (facts.isAccepted) return 'completed'
  if (facts.isCancelled) return 'cancelled'
  if (facts.enoughFinal) return 'completed'
  if (facts.enough) return 'processing'
  if (row.past_deadline_at !== null) return 'expired'
  return some ? 'partially_paid' : 'created'
}

export const rank: Readonly<Record<PaymentStatus, number>> = {
  created: 0,
  cancelled: 0,
  expired: 0,
  partially_paid: 1,
  processing: 2,
  completed: 3,
}

/** Tells whether these types of events, in any order, describe this change of a payment and nothing else. */
export function isExplainedBy(types: readonly string[], before: ReportedState | null, after: ReportedState): boolean {
  if (!before) return types.join() === 'payment.created'
  const isReverted = types.includes('payment.reverted')
  const moved = before.status !== after.status
  const isOther = before.place !== after.place
  const less = isOther ? before.noticed > 0n : after.noticed < before.noticed
  // Too much may have come in another method.
  const lost = less || began('overpaid', after, before)
  const mayRevert = moved ? rank[after.status] < rank[before.status] : lost || began('late', after, before)
  const mustRevert = !moved && lost
  if (isReverted ? !mayRevert : mustRevert) return false
  const expected = [...(isReverted ? ['payment.reverted'] : []), ...changesOf(before, after, isReverted)]
  return expected.sort().join() === types.toSorted().join()
}

function changesOf(before: ReportedState, after: ReportedState, isReverted: boolean): string[] {
  const isNews = after.status !== 'created' && !(isReverted && after.status === 'partially_paid')
  const status = before.status !== after.status && isNews ? [`payment.${after.status}`] : []
  const late = began('late', before, after) ? ['payment.late'] : []
  const method = before.place === after.place ? [] : ['payment.method_changed']
  return [...method, ...status, ...late, ...(began('overpaid', before, after) ? ['payment.overpaid'] : [])]
}

function began(exception: PaymentException, before: ReportedState, after: ReportedState): boolean {
  return after.exceptions.includes(exception) && !before.exceptions.includes(exception)
}

/**
 * Tells whether a refund's money may still leave, or has left. `readUntil`: up to when final blocks were read twice.
 */
export function holdsMoney(row: RefundRow, readUntil: number): boolean {
  if (row.transfer !== null) return true
  if (row.failure !== null) return false
  if (row.cancelled_at === null) return true
  return row.method === 'sign' && readUntil <= row.cancelled_at + DAY_MS
}

/** Tells whether the wallet paid a cancelled refund that no longer held its amount: another refund may have used it. */
export function hasLeftLate(row: RefundRow): boolean {
  return row.cancelled_at !== null && row.transfer !== null && row.transfer.block_time > row.cancelled_at + DAY_MS
}

/** Tells whether more of a payment was refunded than was finally received. */
export function isOverrefunded({ refunded, received_final }: Row<'payments'>): boolean {
  return refunded > received_final
}

/** Tells whether a payment no longer asks for money. */
export function hasEnded(status: string): boolean {
  return status === 'completed' || status === 'expired' || status === 'cancelled'
}

/** Tells whether another payment may ask for an amount that this one asked for. */
export function hasRested({ endedAt }: KnownPayment, now: number): boolean {
  return endedAt !== null && now - endedAt >= REST_MS
}

export function sumAmounts(of: readonly { readonly amount: bigint }[]): bigint {
  return of.reduce((sum, { amount }) => sum + amount, 0n)
}
