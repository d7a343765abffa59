export { eventTypes } from './event-types.ts'
export type * from './operations.ts'
export { nearest, suggestName } from './suggest-name.ts'
export type * from './wire.ts'
