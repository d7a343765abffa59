import type { Payment } from '@crypto-checkout/api-types'
import { getQrContent } from '@crypto-checkout/payer-ui'
import { renderQrPng } from './qr.ts'

/** A payment as events store it: without the QR code, which is generated from the rest. */
export type PaymentSnapshot = Omit<Payment, 'qrCode'>

export function addQrCode(snapshot: PaymentSnapshot): Payment {
  return { ...snapshot, qrCode: renderQrPng(getQrContent(snapshot)) }
}
