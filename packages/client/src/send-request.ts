import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { findInexact } from '@crypto-checkout/api-types'
import { CheckoutApiError, ConnectionError, computeRetryDelayMs, describeFailure, readAnswer } from './failures.ts'

export type Connection = {
  readonly baseUrl: string
  readonly publicKey: string
  readonly secretKey: string
  readonly sign: boolean
  readonly timeoutMs: number
  readonly retries: number
  readonly fetch: typeof fetch
}

export type ApiCall = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/v1`. */
  readonly path: string
  readonly query?: object | undefined
  readonly body?: object | undefined
}

export type RequestOptions = {
  /** Aborts the request, or the wait before a retry, with the signal's reason. */
  readonly signal?: AbortSignal
}

export type PostOptions = RequestOptions & {
  /** 1 to 255 printable characters, the same for the same intent; random by default. */
  readonly idempotencyKey?: string
}

type Prepared = {
  readonly name: string
  readonly url: string
  readonly method: ApiCall['method']
  readonly signedPath: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Proxies answer 502 and 504 while the checkout is down. */
const REPEATED_STATUS = [429, 500, 502, 503, 504]

/** Sends until there is a final answer. Throws CheckoutApiError, ConnectionError, and the signal's reason. */
export async function sendRequest(connection: Connection, call: ApiCall, options: PostOptions = {}): Promise<object> {
  const { signal } = options
  const request = prepare(connection, call, options)
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted()
    try {
      return await sendOnce(connection, request, signal)
    } catch (error) {
      const delayMs = tries <= connection.retries ? computeDelay(error, call.method, tries) : null
      if (delayMs === null) throw error
      // The sleep's own error would hide the signal's reason, which is thrown above.
      await sleep(delayMs, undefined, signal ? { signal } : {}).catch(() => {})
    }
  }
}

/** The parts that stay the same on a retry, above all the Idempotency-Key. */
function prepare(connection: Connection, call: ApiCall, { idempotencyKey }: PostOptions): Prepared {
  if (
    idempotencyKey !== undefined &&
    !(typeof idempotencyKey === 'string' && /^[\x20-\x7e]{1,255}$/.test(idempotencyKey))
  ) {
    throw new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters.')
  }
  const inexact = findInexact(call.body ?? {})
  if (inexact) throw new TypeError(`${inexact.path.join('.')} ${inexact.problem}.`)
  const parameters = Object.entries(call.query ?? {}).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(
    parameters.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return {
    name: `${call.method} ${call.path}`,
    url: `${connection.baseUrl}${call.path}${query && `?${query}`}`,
    method: call.method,
    signedPath: `/v1${call.path}`,
    headers: {
      authorization: `Bearer ${connection.publicKey}`,
      'x-api-secret': connection.secretKey,
      accept: 'application/json',
      // Frameworks refuse changes without a type, in case a form of another site made them.
      ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(call.method === 'POST' ? { 'idempotency-key': idempotencyKey ?? randomUUID() } : {}),
    },
    body: call.body ? JSON.stringify(call.body) : '',
  }
}

async function sendOnce(connection: Connection, request: Prepared, signal: AbortSignal | undefined): Promise<object> {
  const own = new AbortController()
  const timer = setTimeout(() => own.abort(), connection.timeoutMs)
  const abort = () => own.abort()
  signal?.addEventListener('abort', abort)
  const { method, body } = request
  // Cloudflare Workers reject fetch if it is called as a method of another object.
  const { fetch } = connection
  let response: Response
  let text: string
  try {
    response = await fetch(request.url, {
      method,
      headers: connection.sign ? signed(request, connection.secretKey) : request.headers,
      ...(body ? { body } : {}),
      // A redirect would send the secret key to another origin.
      redirect: 'manual',
      signal: own.signal,
    })
    text = await response.text()
  } catch (error) {
    signal?.throwIfAborted()
    throw connectionError(connection, request.name, own.signal.aborted, error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
  return readAnswer(response, text, request.name, connection.secretKey)
}

/** HMAC-SHA256 of `<timestamp>.<METHOD>.<path>.<body>`, signed now: the checkout rejects signatures that are 300 s old. */
function signed({ method, signedPath, headers, body }: Prepared, secretKey: string): Record<string, string> {
  const timestamp = String(Date.now())
  const signature = createHmac('sha256', secretKey).update(`${timestamp}.${method}.${signedPath}.${body}`).digest('hex')
  return { ...headers, 'x-service-timestamp': timestamp, 'x-service-signature': signature }
}

function connectionError(connection: Connection, name: string, late: boolean, cause: unknown): ConnectionError {
  if (late) return new ConnectionError('timeout', `${name}: no answer within ${connection.timeoutMs} ms.`, cause)
  const { code, detail } = describeFailure(cause)
  const shown = detail && ` (${detail})`
  const { origin } = new URL(connection.baseUrl)
  const text = {
    interrupted: `the connection to ${origin} broke${shown}.`,
    unreachable: `${origin} cannot be reached${shown}.`,
    insecure: `no secure connection to ${origin}${shown}: check its certificate, and that it speaks https.`,
  }[code]
  return new ConnectionError(code, `${name}: ${text}`, cause)
}

/** Milliseconds until a retry; null if the request must not be repeated. A POST can be: its key makes it take effect once. */
function computeDelay(error: unknown, method: ApiCall['method'], tries: number): number | null {
  const repeatable = method === 'GET' || method === 'POST'
  if (error instanceof ConnectionError) {
    if (error.code === 'insecure') return null
    return repeatable || error.code === 'unreachable' ? computeRetryDelayMs(tries, null, Math.random()) : null
  }
  if (!(error instanceof CheckoutApiError) || !repeatable) return null
  // An earlier try got no answer and is still being processed.
  const passing = REPEATED_STATUS.includes(error.status) || error.code === 'idempotency_in_progress'
  return passing ? computeRetryDelayMs(tries, error.retryAfterMs, Math.random()) : null
}
