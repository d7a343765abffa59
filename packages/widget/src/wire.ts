/** The wire types that the element reads; types only. */
export type { OfferedAsset, PaymentStatus, PublicPayment, WalletTerms } from '@crypto-checkout/core/wire'
