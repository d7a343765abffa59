/** What others may know of authorizations. */
export { relayedWithin } from './store.ts'
