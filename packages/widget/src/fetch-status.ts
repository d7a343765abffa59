import type { PublicPayment } from '@crypto-checkout/api-types'
import { isStatus } from '@crypto-checkout/payer-ui'

export type StatusAnswer =
  | { kind: 'payment'; payment: PublicPayment; etag: string | null }
  | { kind: 'unchanged' }
  | { kind: 'failure'; failure: Failure }

type Endpoint =
  | (
      | 'status'
      | 'payments'
      | 'method'
      | 'funds'
      | 'wallet'
      | 'transactions'
      | 'claim'
      | 'email'
      | 'authorization'
      | 'authorizations'
    )
  | `stellar/${'assets' | 'transaction' | 'submit'}`
  | `claims/${'challenge' | 'prove'}`

/** An address below the page of a payment or a link at `src`; null if `src` is not a web address. */
export function getEndpointUrl(src: string, base: string, name: Endpoint): string | null {
  try {
    // Not `URL.parse`: browsers inside wallets may lack it.
    const url = new URL(src, base)
    if (!/^https?:$/.test(url.protocol) || !src.trim()) return null
    url.search = ''
    url.hash = ''
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/${name}`
    return url.href
  } catch {
    return null
  }
}

/** Reads a payment's status once. Never throws: every failure is a kind of answer. */
export async function fetchStatus(
  fetch: typeof globalThis.fetch,
  url: string,
  etag: string | null,
  signal: AbortSignal,
): Promise<StatusAnswer> {
  try {
    const response = await fetch(url, {
      headers: etag === null ? {} : { 'if-none-match': etag },
      // The element compares the tag itself, so the browser's cache must not answer instead.
      cache: 'no-store',
      credentials: 'omit',
      signal,
    })
    if (response.status === 304 && etag !== null) return { kind: 'unchanged' }
    if (!response.ok) return { kind: 'failure', failure: describeRefusal(response) }
    const payment = readPayment(await response.text())
    if (payment === null) return { kind: 'failure', failure: createFailure('invalid_response') }
    return { kind: 'payment', payment, etag: response.headers.get('etag') }
  } catch {
    return { kind: 'failure', failure: createFailure('unreachable') }
  }
}

/** The failure that an answer of the server means. */
export function describeRefusal(response: Response): Failure {
  if (response.status === 404 || response.status === 410) return createFailure('not_found')
  const waitMs = retryAfterMs(response.headers.get('retry-after'))
  if (response.status === 429) return createFailure('rate_limited', waitMs)
  return createFailure(response.status >= 500 ? 'server_error' : 'invalid_response', waitMs)
}

/** `Retry-After` in seconds. The date form would need the server's clock and is not used. */
function retryAfterMs(header: string | null): number | null {
  return /^\d+$/.test(header ?? '') ? Number(header) * 1000 : null
}

/** The reason for which the status of a payment could not be read. */
export type FailureCode =
  | 'invalid_src'
  | 'not_found'
  | 'rate_limited'
  | 'server_error'
  | 'invalid_response'
  | 'unreachable'

export type Failure = {
  code: FailureCode
  /** True if the element retries by itself. */
  retryable: boolean
  /** The wait that the server asked for, in milliseconds. */
  retryAfterMs: number | null
}

export function createFailure(code: FailureCode, retryAfterMs: number | null = null): Failure {
  return { code, retryable: code !== 'invalid_src' && code !== 'not_found', retryAfterMs }
}

const TEXTS = [
  'id',
  'currency',
  'cryptoAmount',
  'cryptocurrency',
  'network',
  'networkTitle',
  'address',
  'paymentUri',
  'recognition',
  'amountReceived',
  'amountDue',
  'expiresAt',
  'serverTime',
  'merchantName',
] as const
const LISTS = ['exceptions', 'transactions', 'claimable', 'misdirected', 'reported', 'methods', 'lineItems'] as const

/** Parses the public view of a payment from JSON; null if the text is anything else. */
export function readPayment(json: string): PublicPayment | null {
  try {
    const value: unknown = JSON.parse(json)
    return isPayment(value) ? value : null
  } catch {
    return null
  }
}

function isPayment(value: unknown): value is PublicPayment {
  if (typeof value !== 'object' || value === null) return false
  const fields: Partial<Record<keyof PublicPayment, unknown>> = value
  return (
    isStatus(fields.status) &&
    typeof fields.amount === 'number' &&
    TEXTS.every((name) => typeof fields[name] === 'string') &&
    LISTS.every((name) => Array.isArray(fields[name])) &&
    (fields.memo === null || typeof fields.memo === 'string') &&
    Number.isFinite(Date.parse(String(fields.expiresAt))) &&
    Number.isFinite(Date.parse(String(fields.serverTime)))
  )
}
