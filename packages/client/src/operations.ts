/** The API's operations and their parameters; types only. When the client is packed, the core's file replaces this one. */
export type * from '@crypto-checkout/core/operations'
