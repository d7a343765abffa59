import type { Payment, Refund, Transfer } from '@crypto-checkout/api-types'

type About =
  | Pick<Payment, 'object' | 'id'>
  | Pick<Refund, 'object' | 'paymentId'>
  | Pick<Transfer, 'object' | 'payment'>

/** The payment that a resource is or belongs to; null if there is none, or it is no resource. */
export function paymentOf(resource: unknown): string | null {
  const about = (resource ?? {}) as About | { readonly object?: undefined }
  if (about.object === 'payment') return about.id
  if (about.object === 'refund') return about.paymentId
  return about.object === 'transfer' ? about.payment : null
}
