import type { Payment, PaymentException } from '@crypto-checkout/api-types'
import { toMillionths } from '../../parts/millionths.ts'

type Sums = Pick<Payment, 'status' | 'amountReceived' | 'amountRefunded' | 'cryptoAmount'>

/** The outcome of something unusual: it waits for somebody, was accepted, or went back. Null if it asks for nothing. */
export type Outcome = 'open' | 'accepted' | 'refunded' | null

/** Tells whether what is unusual about a payment still asks for a decision. Money of other methods is not compared. */
export function findOutcome(exception: PaymentException, payment: Sums): Outcome {
  if (exception !== 'underpaid' && exception !== 'late' && exception !== 'overpaid') return null
  const received = toMillionths(payment.amountReceived)
  const refunded = toMillionths(payment.amountRefunded)
  if (exception === 'overpaid') {
    const surplus = received - toMillionths(payment.cryptoAmount)
    return refunded > 0n && refunded >= surplus ? 'refunded' : 'open'
  }
  if (payment.status === 'completed') return 'accepted'
  return refunded > 0n && refunded >= received ? 'refunded' : 'open'
}
