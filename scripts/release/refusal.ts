/** A release that is refused. The message says what to do. */
export class ReleaseError extends Error {
  override readonly name: string = 'ReleaseError'
}

/** The command was used wrongly. */
export class UsageError extends ReleaseError {
  override readonly name = 'UsageError'
}
