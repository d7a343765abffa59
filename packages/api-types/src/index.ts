/** The API as types, and the lists of names that programs need. Those in files named `generated` come from the core's schemas. */

export type * from './answers.generated.ts'
export { cryptocurrencies, paymentExceptions, paymentStatuses } from './answers.generated.ts'
export { type AuditObject, type AuditOperation, auditObjects, auditOperations } from './audit.ts'
export { getDecimals, getPrintedDecimals, printPrice } from './currencies.ts'
export { findInexact, INEXACT_NUMBER, type Inexact, isExactNumber } from './inexact.ts'
export type * from './inputs.generated.ts'
export {
  type EntryKind,
  type EventPattern,
  type EventType,
  entryKinds,
  eventTypes,
  type Role,
  roles,
  type Scope,
  scopes,
} from './lists.ts'
export {
  findDate,
  findDay,
  findFirstInstant,
  findMonth,
  isDate,
  isTimeZone,
  type Span,
  shiftDate,
  toWallTime,
} from './local-time.ts'
export type * from './operations.generated.ts'
export type * from './payer-pages.ts'
export { askingStatuses, isAsking } from './payer-pages.ts'
export type * from './receipts.ts'
export { createRecord, isKey, isRecord, listKeys, toRecord } from './record.ts'
export type * from './sign-in.ts'

/** The known name closest to an unknown one; null when none is close. */
export function nearest(name: string, known: readonly string[]): string | null {
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = ranked
  if (!best) return null
  const { candidate, distance } = best
  // "no" is not "on": some of a short name must be right.
  const isClose = distance <= Math.max(2, Math.floor(candidate.length / 3)) && distance < candidate.length
  return isClose ? candidate : null
}

/** The Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...b].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** The end of an error about an unknown name: the nearest known name, or all of them when none is close. */
export function suggestName(name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  return meant === null ? `use one of ${known.join(', ')}.` : `did you mean ${meant}?`
}
