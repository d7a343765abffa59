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
  /** Whether it is tried again by itself. */
  retryable: boolean
  /** What the server asked to wait for, milliseconds. */
  retryAfterMs: number | null
}

export function failure(code: FailureCode, retryAfterMs: number | null = null): Failure {
  return { code, retryable: code !== 'invalid_src' && code !== 'not_found', retryAfterMs }
}
