import { createQrPath, type QrPath } from './qr-path.ts'

/** The QR code of a payment; null for text longer than a code can hold. `show` gets a code that is drawn only later. */
export function drawPaymentCode(content: string, _show: (code: QrPath | null) => void): QrPath | null {
  return createQrPath(content)
}
