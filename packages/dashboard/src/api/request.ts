/** Requests to the checkout's API, with the session of the signed-in user. */
import type { Problem, Scope } from '@crypto-checkout/api-types'
import { mount, type Shop } from '../router.ts'
import { session } from '../session.ts'

/** A refusal of the API, or `unreachable` if there was no answer. */
export class RequestError extends Error {
  readonly status: number
  readonly code: string
  readonly param: string | null
  /** The right that the user lacks; null if that is not the reason. */
  readonly scope: Scope | null
  readonly requestId: string | null

  constructor(status: number, { code, message, param, scope, requestId }: Partial<Problem['error']>) {
    super(message ?? '')
    this.status = status
    this.code = code ?? 'unreachable'
    this.param = param ?? null
    this.scope = scope ?? null
    this.requestId = requestId ?? null
  }

  /** The refusal of a field in the form's name of it, where the API has another: `param`. */
  withParam(param: string): RequestError {
    const { status, code, scope, requestId } = this
    const begins = this.param !== null && this.message.startsWith(`${this.param} `)
    const message = begins ? param + this.message.slice(this.param.length) : this.message
    return new RequestError(status, { code, message, param, ...(scope && { scope }), ...(requestId && { requestId }) })
  }
}

/** Tells whether a request may have been carried out all the same. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof RequestError && ['unreachable', 'unreadable'].includes(error.code)
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

type Sent = {
  readonly query?: Query
  readonly body?: object
  readonly signal?: AbortSignal
  /** The same key repeats the answer instead of the change: for whatever is not to happen twice. */
  readonly idempotencyKey?: string
}

let askAgain: (() => Promise<boolean>) | null = null

/** Registers what asks the user for a password or passkey again. It resolves to false if the user does not want to. */
export function setReauthentication(ask: () => Promise<boolean>): void {
  askAgain = ask
}

/**
 * Sends a request below `/v1` or `/sandbox/v1`. Where the API wants the password or passkey again, the user is asked, and the
 * request is sent once more. Throws RequestError.
 */
export async function callApi<Answer>(
  shop: Shop,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  sent: Sent = {},
): Promise<Answer> {
  const address = formatApiAddress(shop, path, sent.query)
  const headers = new Headers(merchantHeader(shop))
  if (sent.idempotencyKey) headers.set('idempotency-key', sent.idempotencyKey)
  return sendJson(address, { method, headers, ...sent })
}

export function merchantHeader({ merchant }: Shop): Record<string, string> {
  return merchant ? { 'x-merchant': merchant } : {}
}

export function formatApiAddress({ environment }: Pick<Shop, 'environment'>, path: string, query: Query = {}): string {
  const url = new URL(`${environment === 'sandbox' ? 'sandbox/' : ''}v1${path}`, mount)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  return url.href
}

type JsonRequest = {
  readonly method: string
  readonly headers?: Headers
  readonly body?: object
  readonly signal?: AbortSignal
}

/** Sends JSON and returns the answer's JSON. Throws RequestError. */
export async function sendJson<Answer>(address: string, request: JsonRequest): Promise<Answer> {
  const { method, headers = new Headers(), body, signal } = request
  if (body) headers.set('content-type', 'application/json')
  const init = { method, headers, signal: signal ?? null, body: body ? JSON.stringify(body) : null }
  const response = await fetch(address, init).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new RequestError(0, {})
  })
  if (response.ok) return response.json()
  const error = await readError(response)
  if (error.code === 'reauthentication_required' && (await askAgain?.())) return sendJson(address, request)
  if (error.code === 'invalid_session' || error.code === 'missing_api_key') session.lapse()
  throw error
}

/** A proxy in between may answer something else than JSON. */
async function readError(response: Response): Promise<RequestError> {
  try {
    const { error }: Problem = await response.json()
    return new RequestError(response.status, error)
  } catch {
    return new RequestError(response.status, { code: 'unreadable' })
  }
}
