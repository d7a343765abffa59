export type { ReportRow } from './store.ts'
export { findReportsOf } from './store.ts'
