/** A packed client brings the core's file in place of this one. */
export { eventTypes } from '@crypto-checkout/core/event-types'
