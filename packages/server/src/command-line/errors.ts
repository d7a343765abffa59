import { userInfo } from 'node:os'

/** The command was used wrongly. The message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** An error that the operator can fix. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

const DENIED: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS']

/** The message of an error. That of a file which this user may not use says what to do too. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!('code' in error && 'path' in error && DENIED.includes(error.code))) return error.message
  return `${error.message}. Give the user that runs this, ${userInfo().uid}, the right to it, or name another place`
}
