import type { PublicPayment } from '@crypto-checkout/api-types'
import { createFailure, type Failure } from './failure.ts'
import { readPayment } from './read-payment.ts'

export type StatusAnswer =
  | { kind: 'payment'; payment: PublicPayment; etag: string | null }
  | { kind: 'unchanged' }
  | { kind: 'failure'; failure: Failure }

type Endpoint =
  | ('status' | 'wallet' | 'transactions' | 'authorization' | 'authorizations')
  | `stellar/${'assets' | 'transaction' | 'submit'}`
  | `claims/${'challenge' | 'prove'}`

/** An address below the payment page at `src`; null if `src` is not a web address. */
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
      headers: { accept: 'application/json', ...(etag === null ? {} : { 'if-none-match': etag }) },
      // The element compares the tag itself, so the browser's cache must not answer instead.
      cache: 'no-store',
      credentials: 'omit',
      signal,
    })
    if (response.status === 304 && etag !== null) return { kind: 'unchanged' }
    if (!response.ok) return { kind: 'failure', failure: refusal(response) }
    const payment = readPayment(await response.text())
    if (payment === null) return { kind: 'failure', failure: createFailure('invalid_response') }
    return { kind: 'payment', payment, etag: response.headers.get('etag') }
  } catch {
    return { kind: 'failure', failure: createFailure('unreachable') }
  }
}

function refusal(response: Response): Failure {
  if (response.status === 404 || response.status === 410) return createFailure('not_found')
  const waitMs = retryAfterMs(response.headers.get('retry-after'))
  if (response.status === 429) return createFailure('rate_limited', waitMs)
  return createFailure(response.status >= 500 ? 'server_error' : 'invalid_response', waitMs)
}

/** `Retry-After` in seconds. The date form would need the server's clock and is not used. */
function retryAfterMs(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header.trim()) ? Number(header) * 1000 : null
}
