import type { PaymentStatus, PublicPayment } from '@crypto-checkout/api-types'
import type { FailureCode } from './fetch-status.ts'

/** The payloads of the element's events. All events bubble and cross shadow boundaries. */
export type CheckoutEvents = {
  'checkout-status-change': { from: PaymentStatus | null; to: PaymentStatus; payment: PublicPayment }
  'checkout-method-change': { payment: PublicPayment }
  'checkout-payment-created': { payment: PublicPayment }
  'checkout-completed': { payment: PublicPayment }
  'checkout-expired': { payment: PublicPayment }
  'checkout-close': { payment: PublicPayment | null }
  'checkout-error': { code: FailureCode; retryable: boolean }
  'checkout-wallet-connected': { wallet: string | null; account: string }
  'checkout-transaction-sent': { hash: string }
}

export type CheckoutEventMap = { [Name in keyof CheckoutEvents]: CustomEvent<CheckoutEvents[Name]> }

declare global {
  interface GlobalEventHandlersEventMap extends CheckoutEventMap {}
}

export function emit<Name extends keyof CheckoutEvents>(
  target: EventTarget,
  name: Name,
  detail: CheckoutEvents[Name],
): void {
  target.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
}

/** Emits the events of a status: first the change, then the event for the new status. */
export function emitStatus(target: EventTarget, from: PaymentStatus | null, payment: PublicPayment): void {
  const to = payment.status
  if (from === to) return
  emit(target, 'checkout-status-change', { from, to, payment })
  if (to === 'completed') emit(target, 'checkout-completed', { payment })
  if (to === 'expired') emit(target, 'checkout-expired', { payment })
}
