import type { Payment } from '@crypto-checkout/api-types'
import { qrContent } from '@crypto-checkout/payer-ui'
import { qrPng } from './qr.ts'

/** A payment as events store it: without the QR code, which is generated from the rest. */
export type PaymentSnapshot = Omit<Payment, 'qrCode'>

export function withQrCode(snapshot: PaymentSnapshot): Payment {
  return { ...snapshot, qrCode: qrPng(qrContent(snapshot)) }
}
