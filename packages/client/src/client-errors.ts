import type { ErrorType } from './wire.ts'

export type ApiRefusal = {
  readonly type: ErrorType
  /** As the API's documentation lists them; `unexpected_answer` where what answered is not the checkout. */
  readonly code: string
  /** The parameter that is wrong; null where none is. */
  readonly param: string | null
  /** Names the request in the checkout's log; null where the checkout gave none. */
  readonly requestId: string | null
  /** HTTP status. */
  readonly status: number
  /** How long the answer asks to wait; null where it does not. */
  readonly retryAfterMs: number | null
}

/** An answer that is a refusal, or not of the checkout. The message says what to do next and holds no secret. */
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
 * `unreachable`: no connection was made. `insecure`: TLS failed, by the certificate or the handshake. In both nothing
 * was sent. `interrupted` and `timeout`: the request may or may not have been carried out.
 */
export type ConnectionFailure = 'unreachable' | 'insecure' | 'interrupted' | 'timeout'

/** No answer came, however often it was tried; `insecure` is tried once. `cause` is what `fetch` threw. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly code: ConnectionFailure

  constructor(code: ConnectionFailure, message: string, cause: unknown) {
    super(message, { cause })
    this.code = code
  }
}
