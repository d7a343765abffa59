/** The JSON shapes as they travel; types only. A packed client brings the core's in place of this file. */
export type * from '@crypto-checkout/core/wire'
