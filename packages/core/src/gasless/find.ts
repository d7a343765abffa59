/** The queries on authorizations for other resources. */
export { relayedWithin } from './store.ts'
