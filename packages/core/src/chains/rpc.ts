import { isRecord } from '@crypto-checkout/api-types'
import { exchangeHttp, type HttpRequest, type HttpResponse, TooLong } from '../outbound/http-exchange.ts'
import { createUnreadableError, NodeError } from './node-error.ts'
import { parseRefusal } from './refusals.ts'

/** Sends a request to a node. Throws NodeError for every fault of the node. */
export type Rpc<Params = readonly unknown[]> = (method: string, params: Params) => Promise<unknown>

/** JSON-RPC 2.0 over HTTP. */
export function createHttpRpc(
  url: string,
  options: { readonly timeoutMs?: number } = {},
): Rpc<readonly unknown[] | object> {
  const ask = createHttpClient(url, options)
  let lastId = 0
  return (method, params) => {
    lastId += 1
    const id = lastId
    const body = { jsonrpc: '2.0', id, method, params }
    return ask({ name: method, body, read: (answer) => readResult(method, id, answer) })
  }
}

function readResult(method: string, id: number, { status, body, retryAfterMs }: HttpAnswer): unknown {
  const refusal = parseRefusal(method, status, body?.error)
  if (refusal) {
    throw new NodeError(refusal.kind, `${method}: ${refusal.message}`, {
      ...refusal,
      status,
      retryAfterMs: retryAfterMs ?? refusal.retryAfterMs,
    })
  }
  const answered = `${method}: the node answered ${status}`
  if (!body) throw new NodeError('malformed', `${answered} with something that is not JSON`, { status })
  if (status !== 200 || !('result' in body))
    throw new NodeError('malformed', `${answered} without a result`, { status })
  if (body.id !== id) throw new NodeError('malformed', `${method}: the node answered another question`)
  return body.result
}

const TIMEOUT_MS = 10_000
const FORM = 'application/x-www-form-urlencoded'
/** About 25,000 logs. Parsing a larger answer would block everything else. */
const MAX_ANSWER_BYTES = 16 * 1_024 * 1_024
const MAX_MESSAGE = 300
/** Only this much of a message is searched for keys. */
const MAX_SEARCHED = 100_000
/** Control and format characters and line separators, which could forge log lines. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu
/** A gateway answers these when the node behind it takes too long. */
const TIMEOUT_STATUSES: readonly number[] = [408, 502, 504, 524]

/** A node's answer, unless a gateway failed. */
export type HttpAnswer = {
  readonly status: number
  /** Null if it is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>> | null
  /** The time that the node asks the client to wait. */
  readonly retryAfterMs: number | null
}

type Question<T> = {
  /** As errors name it. */
  readonly name: string
  /** Appended to the node's URL. By default the URL itself. */
  readonly path?: string
  /** Sent by POST, as JSON. Without `body` and `form` the request is a GET. */
  readonly body?: unknown
  /** Sent by POST, as a form. */
  readonly form?: URLSearchParams
  readonly read: (answer: HttpAnswer) => T
}

/** Sends a request to a node over HTTP. Throws NodeError for every fault of the node. */
type HttpClient = <T>(question: Question<T>) => Promise<T>

/** Credentials in the URL are sent as Basic authentication. Error messages contain no keys. */
export function createHttpClient(url: string, { timeoutMs = TIMEOUT_MS } = {}): HttpClient {
  const target = new URL(url)
  const authorized = authorization(target)
  target.username = ''
  target.password = ''
  return async ({ name, path, body, form, read }) => {
    const content = createContent(body, form)
    const headers = { accept: 'application/json', ...content.headers, ...authorized }
    const address = path === undefined ? target : below(target, path)
    const response = await exchange(name, address, { ...content, headers }, timeoutMs)
    try {
      return read(toAnswer(name, response))
    } catch (error) {
      const failure = error instanceof NodeError ? error : createUnreadableError(name, error)
      throw new NodeError(failure.kind, tellable(failure.message, target), failure)
    }
  }
}

function createContent(body: unknown, form?: URLSearchParams): HttpRequest {
  if (form) return { method: 'POST', headers: { 'content-type': FORM }, body: form.toString() }
  if (body === undefined) return { method: 'GET', headers: {}, body: '' }
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** A node may be served below a path, and its key may be in the query. */
function below(node: URL, path: string): URL {
  const url = new URL(node)
  const [pathname = '', query = ''] = path.split('?')
  url.pathname = `${node.pathname.replace(/\/$/, '')}${pathname}`
  url.search = [node.search.slice(1), query].filter((part) => part !== '').join('&')
  return url
}

function toAnswer(name: string, { status, headers, text }: HttpResponse): HttpAnswer {
  if (status >= 500 || status === 408) {
    throw new NodeError('unreachable', `${name}: the node answered ${status}`, {
      status,
      timedOut: TIMEOUT_STATUSES.includes(status),
    })
  }
  return { status, body: parseObject(text), retryAfterMs: toSeconds(headers['retry-after']) }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/**
 * A provider's message, safe for a log. Keys are replaced before the text is cut: part of a key could not be found any
 * more. A very long text is cut before that as well, and loses the end that may be part of a key.
 */
function tellable(message: string, url: URL): string {
  const hidden = hideKeys(message.slice(0, MAX_SEARCHED), url)
  const whole = message.length > MAX_SEARCHED ? hidden.slice(0, -url.href.length) : hidden
  return whole.slice(0, MAX_MESSAGE).replace(UNPRINTABLE, ' ')
}

function authorization({ username, password }: URL): { authorization?: string } {
  if (!username && !password) return {}
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
}

async function exchange(name: string, url: URL, request: HttpRequest, timeoutMs: number): Promise<HttpResponse> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await exchangeHttp(url, request, { signal, maxBytes: MAX_ANSWER_BYTES })
  } catch (error) {
    if (error instanceof TooLong) throw new NodeError('too_much', `${name}: the answer is too large`)
    if (signal.aborted) throw new NodeError('unreachable', `${name}: no answer in time`, { timedOut: true })
    throw new NodeError('unreachable', `${name}: the node cannot be reached`, { cause: error })
  }
}

/** The header may also be a date, which is ignored: it would need the node's clock. */
function toSeconds(retryAfter: string | undefined): number | null {
  return retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : null
}

/** Shorter parts of a URL are names, not keys. */
const MIN_KEY = 16

/** A node's URL for reports: without a query, and without the parts of its path that look like keys. */
export function describeNodeUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  const parts = pathname === '/' ? [] : pathname.split('/').slice(1)
  return [origin, ...parts.map((part) => (looksLikeKey(part) ? '(key)' : part))].join('/')
}

/** Names in paths, such as `v2` and `soroban`, are short or have no digits. */
function looksLikeKey(part: string): boolean {
  return part.length >= MIN_KEY || (part.length >= 6 && /\d/.test(part) && /[a-z]/i.test(part))
}

/**
 * Removes the keys in a node URL's path or query from a text. Providers repeat them when they refuse a request, and
 * they must not get into logs, health views and reports.
 */
function hideKeys(text: string, url: string | URL): string {
  const { pathname, search } = new URL(url)
  const keys = `${pathname}${search}`.split(/[/?&=]/).filter((part) => part.length >= MIN_KEY)
  return keys.reduce((shown, key) => shown.replaceAll(key, '(key)'), text)
}
