import { CheckoutError } from '../domain/error.ts'
import { NOT_JSON, parseJson } from './parse-json.ts'

/** A request from a host: plain data, no sockets. */
export type ApiRequest = {
  /** Upper case. */
  readonly method: string
  /** Below the mount path, beginning with a slash, as sent (percent-encoded), without the query. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: RequestBody
  /** The client's address, as far as the host trusts it. */
  readonly address: string
}

/**
 * The exact bytes. Or text rebuilt from what the host's own parser left, which differs from the original only in white
 * space and the like. Or nothing: the body was too large, or nested so deeply that it could not be rebuilt.
 */
export type RequestBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'reencoded'; readonly bytes: Uint8Array }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'too_deep' }

export type ApiResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Each is the value of a `Set-Cookie` header. */
  readonly cookies?: readonly string[]
  /** Follows the body, which is empty then, for as long as it lasts. */
  readonly stream?: BodyStream
  readonly trace?: Trace
}

/** A file served below the mount path. */
export type Asset = {
  readonly name: string
  readonly contentType: string
  readonly body: Uint8Array
  /** True if its name changes with its content, so that browsers can cache it for ever. */
  readonly immutable?: boolean
}

/**
 * Texts or bytes to send one by one: the host asks for the next ones when the client has taken the last ones, and calls
 * `return()` when the client has gone. If `ended` resolves while a client takes nothing, the host closes the connection.
 */
export type BodyStream<Part extends string | Uint8Array = string | Uint8Array> = AsyncIterableIterator<Part> & {
  readonly ended: Promise<void>
}

/** A stream of events. */
export type TextStream = BodyStream<string>

/** A request's facts for operators; not sent to the client. */
export type Trace = {
  /** The route's pattern, as in `/v1/payments/{id}`. */
  route?: string
  paymentId?: string
  /** The code of the refusal. */
  code?: string
  /** Milliseconds that it only waited for a change. */
  waitedMs?: number
  /** The author who was authenticated. */
  author?: { readonly merchantId: string; readonly by: `key_${string}` | `usr_${string}` }
}

/** Largest body that is read, unless a route takes a larger one. */
export const MAX_BODY_BYTES = 64 * 1_024

/** A header that is sent once; undefined when it is missing or repeated. */
export function getHeader(request: Pick<ApiRequest, 'headers'>, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Tells whether a request reads: those of files and pages do. */
export function isReading({ method }: Pick<ApiRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** The exact bytes. Throws `body_too_large`, and `invalid_json` for a body that is nested too deeply. */
export function readBodyBytes({ body }: ApiRequest, maxBytes = MAX_BODY_BYTES): Uint8Array {
  if (body.kind === 'too_deep') throw new CheckoutError('invalid_json', 'The body is nested too deeply.')
  if (body.kind !== 'too_large' && body.bytes.length <= maxBytes) return body.bytes
  throw new CheckoutError('body_too_large', `The body is larger than ${maxBytes / 1_024} KiB.`)
}

/** The fields of an HTML form. A body that is too large or nested too deeply counts as empty. */
export function parseFormBody({ body }: ApiRequest): URLSearchParams {
  const bytes = 'bytes' in body && body.bytes.length <= MAX_BODY_BYTES ? body.bytes : new Uint8Array()
  const text = Buffer.from(bytes).toString()
  // A host's own form parser leaves an object.
  const isObject = body.kind === 'reencoded' && text.startsWith('{')
  return new URLSearchParams(isObject ? JSON.parse(text) : text)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The object in a body; an empty one if there is no body. Throws `unsupported_media_type`, `invalid_json`, and
 * `invalid_parameter` for a number that would not stay the same.
 */
export function parseJsonBody(request: ApiRequest, maxBytes = MAX_BODY_BYTES): object {
  const bytes = readBodyBytes(request, maxBytes)
  if (bytes.length === 0) return {}
  const type = getHeader(request, 'content-type') ?? ''
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new CheckoutError('unsupported_media_type', 'Send the body as Content-Type: application/json.')
  }
  const value = parseBody(request, bytes)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new CheckoutError('invalid_json', 'The body must be a JSON object.')
}

/** Hosts that decompress may leave the header, so it only explains what cannot be read. */
function parseBody(request: ApiRequest, bytes: Uint8Array): unknown {
  try {
    return parseJson(decodeText(bytes))
  } catch (error) {
    const encoding = getHeader(request, 'content-encoding') ?? 'identity'
    const isEncoded = error instanceof CheckoutError && error.code === 'invalid_json' && encoding !== 'identity'
    if (isEncoded)
      throw new CheckoutError('unsupported_media_type', 'Send the body uncompressed, without Content-Encoding.')
    throw error
  }
}

function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new CheckoutError('invalid_json', NOT_JSON)
  }
}

/** A query string as an object. Throws `invalid_parameter` for repeated names and malformed percent-encoding. */
export function parseQuery(query: string): Record<string, string> {
  const values = new Map<string, string>()
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const split = pair.indexOf('=')
    const name = decode(split < 0 ? pair : pair.slice(0, split), 'the query')
    if (values.has(name)) throw new CheckoutError('invalid_parameter', `${name} is given more than once.`, name)
    values.set(name, split < 0 ? '' : decode(pair.slice(split + 1), name))
  }
  return Object.fromEntries(values)
}

function decode(text: string, name: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new CheckoutError('invalid_parameter', `${name}: the percent-encoding is malformed.`, name)
  }
}
