/** The command was used wrongly. The message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** An error that the operator can fix. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
