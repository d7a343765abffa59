import type { PublicPayment } from '../wire.ts'

/**
 * What a payment's QR code says. The plain address on EVM networks: some wallets that misread an
 * ERC-681 code send the money to the token's contract. On Stellar the SEP-7 URI, without `msg`,
 * which makes the code denser and says nothing that the wallet needs.
 */
export function qrContent(payment: Pick<PublicPayment, 'network' | 'address' | 'paymentUri'>): string {
  if (payment.network !== 'stellar') return payment.address
  return payment.paymentUri.replace(/([?&])msg=[^&]*(&|$)/, (_, before: string, after: string) => (after ? before : ''))
}
