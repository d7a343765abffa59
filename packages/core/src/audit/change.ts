/** A change as the audit log records it. */
import type { AuditObject, AuditOperation } from '@crypto-checkout/api-types'

/** Fields as the audit log shows them: what JSON can hold, and never a secret. */
export type RecordedFields = Readonly<Record<string, unknown>>

export type Change = {
  readonly operation: AuditOperation
  readonly object: AuditObject
  readonly objectId: string | null
  /** Null if the object was made, or if nothing of it is recorded. */
  readonly before: RecordedFields | null
  /** Null if the object was deleted. */
  readonly after: RecordedFields | null
}
