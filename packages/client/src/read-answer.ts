import type { Problem } from '@crypto-checkout/api-types'
import { CheckoutApiError } from './client-errors.ts'
import { parseRetryAfterMs } from './retry-delay.ts'

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
