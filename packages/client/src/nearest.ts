/** A packed client brings the core's file in place of this one. */
export { suggestName } from '@crypto-checkout/core/nearest'
