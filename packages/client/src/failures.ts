/** Failures of requests: as errors for callers, and the time to wait before the next try. */

import { subscribe } from 'node:diagnostics_channel'
import type { ErrorType, Problem } from '@crypto-checkout/api-types'

type ApiRefusal = {
  readonly type: ErrorType
  /** A code from the API's documentation; `unexpected_answer` if the answer is not the checkout's. */
  readonly code: string
  /** The invalid parameter; null if there is none. */
  readonly param: string | null
  /** Identifies the request in the checkout's log; null if the checkout gave none. */
  readonly requestId: string | null
  /** HTTP status. */
  readonly status: number
  /** The time that the answer asks to wait; null if it does not. */
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

const failures = new WeakSet<object>()

// Node's fetch reports here any failure before a connection and its TLS are established. It throws the same error as
// a cause.
subscribe('undici:client:connectError', (message) => {
  const { error } = message as { readonly error?: unknown }
  if (typeof error === 'object' && error !== null) failures.add(error)
})

/**
 * The failure of a request, from the error that `fetch` threw. `detail` names it in a message; empty if there is no
 * short name.
 */
type RequestFailure = { readonly code: 'unreachable' | 'insecure' | 'interrupted'; readonly detail: string }

/** Everything is `interrupted`, except failures that certainly came before the request was sent. */
export function describeFailure(error: unknown): RequestFailure {
  if (!(error instanceof Error)) return { code: 'interrupted', detail: '' }
  return describeBun(error) ?? describeCause(error.cause instanceof Error ? error.cause : null)
}

function describeCause(cause: Error | null): RequestFailure {
  if (cause === null) return { code: 'interrupted', detail: '' }
  const detail = 'code' in cause ? String(cause.code) : ''
  if (failures.has(cause)) return { code: TLS_CODE.test(detail) ? 'insecure' : 'unreachable', detail }
  return describeDeno(cause) ?? { code: 'interrupted', detail }
}

/** Bun puts the system's code on the error that it throws. */
function describeBun(error: Error): RequestFailure | null {
  const detail = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (NO_CONNECTION.has(detail)) return { code: 'unreachable', detail }
  const isTls = TLS_CODE.test(detail) || (detail === 'EPROTO' && /TLS handshake/.test(error.message))
  return isTls ? { code: 'insecure', detail } : null
}

/** From the system calls that look up a host and connect to it, before anything is sent. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ConnectionRefused',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Deno has no codes. Its HTTP library reports `client error (Connect)` if the connection or its TLS cannot be established. */
function describeDeno({ message }: Error): RequestFailure | null {
  const [, reason] = /: client error \(Connect\): (.*)/s.exec(message) ?? []
  if (reason === undefined) return null
  const isTls = /invalid peer certificate|received corrupt message|fatal alert/.test(reason)
  return { code: isTls ? 'insecure' : 'unreachable', detail: reason }
}

/** Codes of OpenSSL and of Node's own checks; the others are OpenSSL's names of reasons to reject a certificate. */
const TLS_CODE = /^ERR_(SSL|TLS)_|CERT|CRL|ISSUER|LEAF_SIGNATURE|^(INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH)$/

/**
 * The resource in an answer. Throws CheckoutApiError for refusals, and for answers that are not the checkout's, such
 * as a proxy's page; none of that text is repeated. `name` describes the request.
 */
export function readAnswer(response: Response, text: string, name: string, secretKey: string): object {
  const { status, headers } = response
  // A proxy may echo what it was sent.
  const value = jsonObject(response.ok ? text : text.replaceAll(secretKey, 'sk_...'))
  if (response.ok && value && 'object' in value) return value
  const known = { status, retryAfterMs: parseRetryAfterMs(headers.get('retry-after'), Date.now()) }
  if (!response.ok && isProblem(value)) {
    const { message, type, code, param, requestId } = value.error
    throw new CheckoutApiError(`${name}: ${message}`, { type, code, param, requestId, ...known })
  }
  throw new CheckoutApiError(
    `${name}: the answer, HTTP ${status}, is not the checkout's: check baseUrl and what stands in between.`,
    { type: 'api_error', code: 'unexpected_answer', param: null, requestId: headers.get('x-request-id'), ...known },
  )
}

function jsonObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

function isProblem(value: object | null): value is Problem {
  const error = value && 'error' in value ? value.error : null
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error
}

const FIRST_MS = 500
const MOST_MS = 8_000
/** The checkout's rate limit counts over a minute: it never asks for more. */
const MOST_ASKED_MS = 60_000

/**
 * Milliseconds before the next try, after `tries` failures. The delay doubles each time, with random spread so that
 * clients that failed together do not return together. It is at least what the answer asked for; null if that is more
 * than a minute. `random` is at least 0 and below 1.
 */
export function computeRetryDelayMs(tries: number, askedMs: number | null, random: number): number | null {
  if (askedMs !== null && askedMs > MOST_ASKED_MS) return null
  const backOffMs = Math.min(MOST_MS, FIRST_MS * 2 ** (tries - 1))
  return (askedMs ?? 0) + backOffMs * (0.5 + random / 2)
}

/** Parses `Retry-After` (RFC 9110, section 10.2.3), in seconds or as a date; null if it is neither. */
export function parseRetryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const ms = Date.parse(header)
  return Number.isNaN(ms) ? null : Math.max(0, ms - nowMs)
}
