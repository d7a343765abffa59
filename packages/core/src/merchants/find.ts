export { findFirstMerchant, findMerchant } from './store.ts'
