import { sampleChanges as changesAt, samplePayment as paymentAt } from '@crypto-checkout/core/payer/testing'
import type { PublicPayment } from '../wire.ts'

/** The core's sample payment, with its 29 minutes counted from now, or from the server's clock. */
export function samplePayment(change: Partial<PublicPayment> = {}, serverMs: number = Date.now()): PublicPayment {
  return paymentAt(change, serverMs)
}

export const sampleChanges = changesAt(Date.now())
