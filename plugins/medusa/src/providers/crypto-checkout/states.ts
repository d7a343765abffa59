import type { Payment, PaymentStatus } from '@crypto-checkout/client'
import type { PaymentActions, PaymentSessionStatus } from '@medusajs/framework/types'

/** `placed`: an order exists before any money was seen. `seen`: only once the full amount is on the chain. */
export type OrderWhen = 'placed' | 'seen'

/** A payment in Medusa's words: the session's status, and the action that a webhook asks for. */
export type Mapped = {
  readonly status: `${PaymentSessionStatus}`
  readonly action: PaymentActions
}

const PENDING: Mapped = { status: 'pending_authorization', action: 'pending' }
const MORE: Mapped = { status: 'requires_more', action: 'requires_more' }
const CANCELED: Mapped = { status: 'canceled', action: 'canceled' }

const byStatus: { readonly [Status in Exclude<PaymentStatus, 'created'>]: Mapped } = {
  partially_paid: MORE,
  // Never `authorized`: Medusa may complete another cart if the session was deleted meanwhile.
  processing: PENDING,
  // As `authorized` it would wait for a capture, which Medusa could then make for a part of the amount.
  completed: { status: 'captured', action: 'captured' },
  expired: CANCELED,
  cancelled: CANCELED,
}

type Known = Pick<Payment, 'status' | 'exceptions' | 'supersededBy'>

/**
 * The one table from payments to Medusa's states. The exceptions `overpaid`, `multiple` and `manual` change nothing:
 * the order is paid. `underpaid` and `late` money of an ended payment waits for the merchant. A replaced payment asks for
 * nothing, also if its money is accepted: the session lives on with another payment.
 */
export function mapPayment({ status, exceptions, supersededBy }: Known, orderWhen: OrderWhen): Mapped {
  if (status === 'created') {
    return orderWhen === 'placed' ? PENDING : { status: 'requires_more', action: 'pending' }
  }
  const mapped = byStatus[status]
  const isUndecided = mapped === CANCELED && exceptions.includes('late')
  return isUndecided || supersededBy !== null ? { status: 'canceled', action: 'not_supported' } : mapped
}
