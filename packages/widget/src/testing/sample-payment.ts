import type { PublicPayment } from '@crypto-checkout/api-types'
import { sampleChanges as changesAt, samplePayment as paymentAt } from '@crypto-checkout/payer-ui/testing'

/** The core's sample payment, with its 29 minutes counted from now, or from the server's clock. */
export function samplePayment(change: Partial<PublicPayment> = {}, serverMs: number = Date.now()): PublicPayment {
  return paymentAt(change, serverMs)
}

export const sampleChanges = changesAt(Date.now())
