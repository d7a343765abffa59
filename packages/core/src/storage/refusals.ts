/** The errors by which a database refuses a statement or a commit, as opposed to one that cannot be reached. */

const SQLITE_FULL = 13
/** PostgreSQL's code of a full disk. */
const DISK_FULL = '53100'

type Refusal = Error & { readonly code: unknown; readonly errcode?: unknown }

/** True if the database understood what it was asked, and refused it. */
export function isDatabaseError(error: unknown): error is Refusal {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === 'ERR_SQLITE_ERROR' || 'severity' in error
}

/** True if there is no space for what was written. */
export function isOutOfSpace(error: unknown): boolean {
  return isDatabaseError(error) && (error.errcode === SQLITE_FULL || error.code === DISK_FULL)
}
