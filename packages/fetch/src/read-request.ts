import type { ApiRequest, Checkout, RequestBody } from '@crypto-checkout/core'

/** Enough for the largest body on any connection. The body is read before any keys are checked. */
const BODY_WITHIN_MS = 10_000
const NOTHING: RequestBody = { kind: 'bytes', bytes: new Uint8Array() }

/**
 * Converts a Request to plain data. Null if it was aborted or its body took too long. Bodies for paths that are not the
 * checkout's are left unread. Throws if something else has read the body.
 */
export async function readRequest(
  request: Request,
  place: Omit<ApiRequest, 'method' | 'body'>,
  bodyLimit: Checkout['bodyLimit'],
  bodyWithinMs = BODY_WITHIN_MS,
): Promise<ApiRequest | null> {
  const method = request.method.toUpperCase()
  const maxBytes = bodyLimit(method, place.path)
  const body = maxBytes > 0 ? await readBody(request, maxBytes, bodyWithinMs) : NOTHING
  return body && { ...place, method, body }
}

/** Reads at most the largest allowed body; the rest of a larger one is read and discarded, so that its sender gets the answer. */
async function readBody(request: Request, maxBytes: number, withinMs: number): Promise<RequestBody | null> {
  if (request.bodyUsed) {
    throw new Error(
      'The body was read before the checkout saw the request: pass the request on before anything reads it.',
    )
  }
  if (request.body === null) return NOTHING
  const reader = request.body.getReader()
  const leave = () => void reader.cancel().catch(() => {})
  let isLate = false
  const deadline = setTimeout(() => {
    isLate = true
    leave()
  }, withinMs)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength
      if (size <= maxBytes) chunks.push(part.value)
      else chunks.length = 0
    }
  } catch {
    // The client has gone.
    return null
  } finally {
    clearTimeout(deadline)
  }
  if (isLate) return null
  return size > maxBytes ? { kind: 'too_large' } : { kind: 'bytes', bytes: Buffer.concat(chunks) }
}
