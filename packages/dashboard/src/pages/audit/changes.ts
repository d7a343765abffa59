import type { AuditEntry } from '@crypto-checkout/api-types'

type Change = { readonly field: string; readonly before: string | null; readonly after: string | null }

/** The fields that a change made, changed or removed, with their values as text. Null: there was, or is, no value. */
export function listChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields].map((field) => ({ field, before: toText(before?.[field]), after: toText(after?.[field]) }))
}

function toText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
