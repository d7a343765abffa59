import type { PaymentStatus, PublicPayment } from '../wire.ts'

/** What a payer is shown: a payment's status, seen at one moment of the server's clock. */
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

/** What a payer is told beside the phase. */
export type Notice = 'network_unread' | 'reported' | 'underpaid' | 'overpaid' | 'multiple'

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
 * From the deadline on nobody is asked to pay, though the payment is open until the network has
 * been read that far. `nowMs` is the server's clock.
 */
export function phaseOf(
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

/** Whether there is nothing to do but to wait until the payment is final. */
export function isOnItsWay(phase: Phase): boolean {
  return phase === 'seen' || phase === 'confirming'
}

/** The notices of a phase, the most pressing first. */
export function noticesOf(
  payment: Pick<
    PublicPayment,
    'exceptions' | 'networkHealthy' | 'amountReceived' | 'reported' | 'transactions' | 'serverTime'
  >,
  phase: Phase,
): Notice[] {
  const open = asksForMoney(phase) || phase === 'checking'
  const has = (exception: PublicPayment['exceptions'][number]) => payment.exceptions.includes(exception)
  const notices: Notice[] = []
  if ((open || isOnItsWay(phase)) && !payment.networkHealthy) notices.push('network_unread')
  if (open && (payment.reported.length > 0 || wasDropped(payment))) notices.push('reported')
  if (phase === 'expired' && !isZero(payment.amountReceived)) notices.push('underpaid')
  if (isPaid(phase) && has('overpaid')) notices.push('overpaid')
  if (isPaid(phase) && has('multiple')) notices.push('multiple')
  return notices
}

/** Whether the network has lately dropped a transaction, which mostly is in another block soon. */
function wasDropped({ transactions, serverTime }: Pick<PublicPayment, 'transactions' | 'serverTime'>): boolean {
  const since = Date.parse(serverTime) - 3_600_000
  return transactions.some(({ status, seenAt }) => status === 'orphaned' && Date.parse(seenAt) > since)
}

/** Whether a crypto amount is nothing: `'0.000000'`. */
export function isZero(amount: string): boolean {
  return /^[0.]*$/.test(amount)
}
