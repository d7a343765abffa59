import type { IncomingMessage } from 'node:http'
import type { ApiRequest, Checkout, RequestBody } from '@crypto-checkout/core'

/** The parts of Express's request that are used. A host's body parser may have set `body`, and `rawBody` if it keeps it. */
export type HostRequest = IncomingMessage & {
  readonly ip?: string | undefined
  readonly body?: unknown
  readonly rawBody?: unknown
}

/** Enough for the largest body on any connection. The body is read before any keys are checked. */
const BODY_WITHIN_MS = 10_000
const NOTHING: RequestBody = { kind: 'bytes', bytes: new Uint8Array() }

/**
 * Converts a host's request to plain data. Null if it was aborted or its body took too long. `url` is relative to the
 * mount path. Bodies for paths that are not the checkout's are left to the host. Throws if something else consumed
 * the body and kept nothing of it.
 */
export async function toApiRequest(
  request: HostRequest,
  address: string,
  bodyLimit: Checkout['bodyLimit'],
  bodyWithinMs = BODY_WITHIN_MS,
): Promise<ApiRequest | null> {
  const url = request.url ?? '/'
  const split = url.indexOf('?')
  const path = split < 0 ? url : url.slice(0, split)
  const method = request.method ?? 'GET'
  // Finding the limit takes longer than seeing that there is nothing to read, as for most requests.
  const maxBytes = hasNoBody(request) ? 0 : bodyLimit(method, path)
  const body = maxBytes > 0 ? await takeBody(request, maxBytes, bodyWithinMs) : NOTHING
  return (
    body && {
      method,
      path,
      query: split < 0 ? '' : url.slice(split + 1),
      headers: request.headers,
      body,
      address,
    }
  )
}

async function takeBody(request: HostRequest, maxBytes: number, withinMs: number): Promise<RequestBody | null> {
  const { rawBody, body } = request
  if (rawBody instanceof Uint8Array) return limited({ kind: 'bytes', bytes: rawBody }, maxBytes)
  if (typeof rawBody === 'string') return limited({ kind: 'bytes', bytes: Buffer.from(rawBody) }, maxBytes)
  if (!request.readableEnded) return readBody(request, maxBytes, withinMs)
  // Parsers turn an empty body into an object, too.
  if (isEmpty(request)) return NOTHING
  if (body instanceof Uint8Array) return limited({ kind: 'bytes', bytes: body }, maxBytes)
  if (body === undefined) {
    throw new Error('The body was read before the checkout saw the request: mount the checkout before what reads it.')
  }
  const text = typeof body === 'string' ? body : toJson(body)
  return text === null ? { kind: 'too_deep' } : limited({ kind: 'reencoded', bytes: Buffer.from(text) }, maxBytes)
}

/** Null on a stack overflow: parsers accept deeper nesting than `JSON.stringify` does. */
function toJson(value: unknown): string | null {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** A body of HTTP/1 is announced by a header. A host that has kept one may have changed the headers. */
function hasNoBody(request: HostRequest): boolean {
  return request.rawBody === undefined && request.httpVersionMajor === 1 && isEmpty(request)
}

function isEmpty({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
}

function limited(body: RequestBody & { bytes: Uint8Array }, maxBytes: number): RequestBody {
  return body.bytes.length > maxBytes ? { kind: 'too_large' } : body
}

/**
 * Reads at most the largest allowed body; the rest of a larger one is read and discarded. Null if the request is
 * aborted. A body that takes too long ends its connection.
 */
function readBody(request: IncomingMessage, maxBytes: number, withinMs: number): Promise<RequestBody | null> {
  return new Promise((resolve) => {
    if (request.destroyed) return resolve(null)
    const deadline = setTimeout(() => request.destroy(), withinMs)
    const finish = (body: RequestBody | null) => {
      clearTimeout(deadline)
      resolve(body)
    }
    const chunks: Uint8Array[] = []
    let size = 0
    request.on('data', (chunk: Uint8Array | string) => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      size += bytes.length
      if (size <= maxBytes) chunks.push(bytes)
      else chunks.length = 0
    })
    request.on('end', () => {
      finish(size > maxBytes ? { kind: 'too_large' } : { kind: 'bytes', bytes: Buffer.concat(chunks) })
    })
    request.on('error', () => finish(null))
    request.on('close', () => finish(null))
  })
}
