import type { PaymentStatus, PublicPayment } from '@crypto-checkout/api-types'
import { parseWebAddress } from './format.ts'

/** A payment's status as shown to the payer, at one moment of the server's clock. */
export type Phase =
  | 'awaiting'
  | 'remainder'
  | 'checking'
  | 'seen'
  | 'confirming'
  | 'completed'
  | 'expired'
  | 'late'
  | 'cancelled'

/** A message to the payer in addition to the phase. */
export type Notice =
  | 'network_unread'
  | 'delayed'
  | 'reported'
  | 'claimed'
  | 'claim_not_found'
  | 'claim_unrelated'
  | 'dropped'
  | 'underpaid'
  | 'overpaid'
  | 'multiple'

const PHASES: Readonly<Record<PaymentStatus, Phase>> = {
  created: 'awaiting',
  partially_paid: 'remainder',
  processing: 'seen',
  completed: 'completed',
  expired: 'expired',
  cancelled: 'cancelled',
}

export function isStatus(value: unknown): value is PaymentStatus {
  return typeof value === 'string' && Object.hasOwn(PHASES, value)
}

/**
 * From the deadline on the payer is no longer asked to pay, though the payment stays open until the network has been
 * read that far. `nowMs` is the server's clock.
 */
export function derivePhase(
  payment: Pick<PublicPayment, 'status' | 'expiresAt' | 'confirmations' | 'exceptions'>,
  nowMs: number,
): Phase {
  const phase = PHASES[payment.status]
  if (asksForMoney(phase)) return nowMs >= Date.parse(payment.expiresAt) ? 'checking' : phase
  if (phase === 'seen') return (payment.confirmations?.seen ?? 0) > 1 ? 'confirming' : 'seen'
  return phase !== 'completed' && payment.exceptions.includes('late') ? 'late' : phase
}

export function asksForMoney(phase: Phase): boolean {
  return phase === 'awaiting' || phase === 'remainder'
}

/** Whether the full amount is on the network, final or not. */
export function isPaid(phase: Phase): boolean {
  return phase === 'completed' || isOnItsWay(phase)
}

/** Whether the payer only has to wait until the payment is final. */
export function isOnItsWay(phase: Phase): boolean {
  return phase === 'seen' || phase === 'confirming'
}

/** Whether a payer may choose among several ways to pay. */
export function takesChoice({ methods }: Pick<PublicPayment, 'methods'>, phase: Phase): boolean {
  return phase === 'awaiting' && methods.length > 1
}

/** Whether a payer who has paid elsewhere can name the transaction: while money may arrive, unless claims are off. */
export function takesClaims({ claims }: Pick<PublicPayment, 'claims'>, phase: Phase): boolean {
  return claims !== 'off' && !isPaid(phase)
}

/** The notices of a phase, the most urgent first. `nowMs` is the server's clock. */
export function listNotices(
  payment: Pick<
    PublicPayment,
    'exceptions' | 'networkHealthy' | 'confirmationsDelayed' | 'amountReceived' | 'reported' | 'transactions'
  >,
  phase: Phase,
  nowMs: number,
): Notice[] {
  const open = asksForMoney(phase) || phase === 'checking'
  const has = (exception: PublicPayment['exceptions'][number]) => payment.exceptions.includes(exception)
  const notices: Notice[] = []
  if (open || isOnItsWay(phase)) notices.push(...findDelay(payment, phase))
  const claims = isPaid(phase) ? [] : listClaims(payment.reported, nowMs)
  notices.push(...claims)
  if (open && payment.reported.some(({ status }) => status === 'sent')) notices.push('reported')
  // While another transaction is on its way, the payer must not send again.
  const isExpected = notices.includes('reported') || notices.includes('claimed')
  if (!isExpected && asksForMoney(phase) && payment.transactions.some(({ status }) => status === 'orphaned')) {
    notices.push('dropped')
  }
  if (phase === 'expired' && !isZero(payment.amountReceived)) notices.push('underpaid')
  if (isPaid(phase) && has('overpaid')) notices.push('overpaid')
  if (isPaid(phase) && has('multiple')) notices.push('multiple')
  return notices
}

/** A transaction that is not found by then is probably mistyped, or on another network. */
const FOUND_WITHIN_MS = 600_000

/** What became of the transactions that the payer has named. */
function listClaims(reported: PublicPayment['reported'], nowMs: number): Notice[] {
  const notices = reported.flatMap(({ status, reportedAt }): Notice[] => {
    if (status === 'unrelated') return ['claim_unrelated']
    if (status !== 'claimed') return []
    return [nowMs - Date.parse(reportedAt) < FOUND_WITHIN_MS ? 'claimed' : 'claim_not_found']
  })
  return [...new Set(notices)]
}

/** The delay of an open payment. A payer who has not paid yet waits for no confirmation. */
function findDelay(
  { networkHealthy, confirmationsDelayed }: Pick<PublicPayment, 'networkHealthy' | 'confirmationsDelayed'>,
  phase: Phase,
): Notice[] {
  if (!networkHealthy) return ['network_unread']
  return confirmationsDelayed && !asksForMoney(phase) ? ['delayed'] : []
}

/** Whether there are messages besides the phase. Then the page must stay open for the payer to read them. */
export function hasNotices(payment: PublicPayment, phase: Phase): boolean {
  const notices = listNotices(payment, phase, Date.parse(payment.serverTime))
  return payment.misdirected.length > 0 || payment.claimable.length > 0 || notices.length > 0
}

/** Phases and notices in which the payer depends on the merchant. */
const NEEDS_HELP: readonly (Phase | Notice)[] = [
  ...(['expired', 'late', 'cancelled'] as const),
  ...(['claim_not_found', 'claim_unrelated', 'underpaid', 'overpaid', 'multiple'] as const),
]

/** Whether the way to the merchant is the payer's next step. `nowMs` is the server's clock. */
export function needsHelp(payment: PublicPayment, phase: Phase, nowMs: number): boolean {
  return (
    payment.misdirected.length > 0 ||
    payment.claimable.length > 0 ||
    [phase, ...listNotices(payment, phase, nowMs)].some((one) => NEEDS_HELP.includes(one))
  )
}

/** Where the payer reaches the merchant: a page, or an e-mail that names the payment; null if neither is known. */
export function getContactUrl({ id, supportEmail, supportUrl }: PublicPayment): string | null {
  if (supportUrl) return parseWebAddress(supportUrl)
  // RFC 6068 writes the @ as it is.
  return supportEmail ? `mailto:${encodeURIComponent(supportEmail).replace('%40', '@')}?subject=${id}` : null
}

/** Whether a crypto amount is zero: `'0.000000'`. */
export function isZero(amount: string): boolean {
  return /^[0.]*$/.test(amount)
}
