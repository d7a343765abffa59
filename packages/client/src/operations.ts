/** What the API does and takes; types only. A packed client brings the core's in place of this file. */
export type * from '@crypto-checkout/core/operations'
