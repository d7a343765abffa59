import { subscribe } from 'node:diagnostics_channel'
import type { Problem } from '@crypto-checkout/api-types'
import { CheckoutApiError } from './client-errors.ts'
import { parseRetryAfterMs } from './retry-delay.ts'

const failures = new WeakSet<object>()

// Node's fetch reports here any failure before a connection and its TLS are established. It throws the same error as
// a cause.
subscribe('undici:client:connectError', (message) => {
  const { error } = message as { readonly error?: unknown }
  if (typeof error === 'object' && error !== null) failures.add(error)
})

/** How a request failed, from the error that `fetch` threw. `detail` names it in a message; empty if there is no short name. */
export type RequestFailure = { readonly code: 'unreachable' | 'insecure' | 'interrupted'; readonly detail: string }

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
