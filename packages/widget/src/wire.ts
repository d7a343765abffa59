/** The wire shapes that the element reads; types only. */
export type { PaymentStatus, PublicPayment } from '@crypto-checkout/core/wire'
