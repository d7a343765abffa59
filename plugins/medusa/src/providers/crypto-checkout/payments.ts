/** Questions about a payment that several methods of the provider ask. */
import type { Payment } from '@crypto-checkout/client'

/** It is offered no more, and was not paid. */
export function isEnded({ status }: Payment): boolean {
  return status === 'expired' || status === 'cancelled'
}

/** Money was seen in time, so the payment belongs to an order. */
export function isTaken(payment: Payment): boolean {
  return payment.status !== 'created' && !isEnded(payment)
}

/** Money came, whenever. */
export function hasMoney({ transactionCount }: Payment): boolean {
  return transactionCount > 0
}

/** `Payment pay_... is processing, 10.000000 USDC was seen` */
export function describe({ id, status, amountReceived, cryptocurrency }: Payment): string {
  return `Payment ${id} is ${status}, ${amountReceived} ${cryptocurrency} was seen`
}
