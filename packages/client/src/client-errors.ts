import type { ErrorType } from '@crypto-checkout/api-types'

export type ApiRefusal = {
  readonly type: ErrorType
  /** A code from the API's documentation; `unexpected_answer` if the answer is not the checkout's. */
  readonly code: string
  /** The invalid parameter; null if there is none. */
  readonly param: string | null
  /** Identifies the request in the checkout's log; null if the checkout gave none. */
  readonly requestId: string | null
  /** HTTP status. */
  readonly status: number
  /** How long the answer asks to wait; null if it does not. */
  readonly retryAfterMs: number | null
}

/**
 * The checkout refused, or the answer is not the checkout's. The message says what to do next and contains no secret.
 */
export class CheckoutApiError extends Error implements ApiRefusal {
  override readonly name = 'CheckoutApiError'
  readonly type: ErrorType
  readonly code: string
  readonly param: string | null
  readonly requestId: string | null
  readonly status: number
  readonly retryAfterMs: number | null

  constructor(message: string, refusal: ApiRefusal) {
    super(message)
    this.type = refusal.type
    this.code = refusal.code
    this.param = refusal.param
    this.requestId = refusal.requestId
    this.status = refusal.status
    this.retryAfterMs = refusal.retryAfterMs
  }
}

/**
 * `unreachable`: no connection was made. `insecure`: TLS failed, by the certificate or the handshake. In both cases
 * nothing was sent. `interrupted` and `timeout`: the request may or may not have been carried out.
 */
export type ConnectionFailure = 'unreachable' | 'insecure' | 'interrupted' | 'timeout'

/** No answer came after all tries; `insecure` is tried once. `cause` is the error that `fetch` threw. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly code: ConnectionFailure

  constructor(code: ConnectionFailure, message: string, cause: unknown) {
    super(message, { cause })
    this.code = code
  }
}
