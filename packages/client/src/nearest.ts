/** When the client is packed, the core's file replaces this one. */
export { suggestName } from '@crypto-checkout/core/nearest'
