/** Why the status of a payment could not be read. */
export type FailureCode =
  | 'invalid_src'
  | 'not_found'
  | 'rate_limited'
  | 'server_error'
  | 'invalid_response'
  | 'unreachable'

export type Failure = {
  code: FailureCode
  /** Whether the element retries by itself. */
  retryable: boolean
  /** The wait that the server asked for, in milliseconds. */
  retryAfterMs: number | null
}

export function createFailure(code: FailureCode, retryAfterMs: number | null = null): Failure {
  return { code, retryable: code !== 'invalid_src' && code !== 'not_found', retryAfterMs }
}
