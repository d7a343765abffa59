import type { PaymentStatus, PublicPayment } from '../wire.ts'

/** What a payer is shown: a payment's status, seen at one moment of the server's clock. */
export type Phase = 'awaiting' | 'remainder' | 'checking' | 'processing' | 'completed' | 'expired' | 'cancelled'

/** What a payer is told beside the phase. */
export type Notice = 'network_unread' | 'late' | 'underpaid' | 'overpaid' | 'multiple'

const PHASES: Readonly<Record<PaymentStatus, Phase>> = {
  created: 'awaiting',
  partially_paid: 'remainder',
  processing: 'processing',
  completed: 'completed',
  expired: 'expired',
  cancelled: 'cancelled',
}

/**
 * From the deadline on nobody is asked to pay, though the payment is open until the network has
 * been read that far. `nowMs` is the server's clock.
 */
export function phaseOf(payment: Pick<PublicPayment, 'status' | 'expiresAt'>, nowMs: number): Phase {
  const phase = PHASES[payment.status]
  return asksForMoney(phase) && nowMs >= Date.parse(payment.expiresAt) ? 'checking' : phase
}

export function asksForMoney(phase: Phase): boolean {
  return phase === 'awaiting' || phase === 'remainder'
}

/** The notices of a phase, the most pressing first. */
export function noticesOf(
  payment: Pick<PublicPayment, 'exceptions' | 'networkHealthy' | 'amountReceived'>,
  phase: Phase,
): Notice[] {
  const ended = phase === 'completed' || phase === 'expired' || phase === 'cancelled'
  const paid = phase === 'completed' || phase === 'processing'
  const has = (exception: PublicPayment['exceptions'][number]) => payment.exceptions.includes(exception)
  const notices: Notice[] = []
  if (!ended && !payment.networkHealthy) notices.push('network_unread')
  if ((phase === 'expired' || phase === 'cancelled') && has('late')) notices.push('late')
  else if (phase === 'expired' && !isZero(payment.amountReceived)) notices.push('underpaid')
  if (paid && has('overpaid')) notices.push('overpaid')
  if (paid && has('multiple')) notices.push('multiple')
  return notices
}

/** Whether a crypto amount is nothing: `'0.000000'`. */
export function isZero(amount: string): boolean {
  return /^[0.]*$/.test(amount)
}
