/** When the client is packed, the core's file replaces this one. */
export { eventTypes } from '@crypto-checkout/core/event-types'
