import type { IncomingMessage } from 'node:http'
import { type ApiRequest, MAX_BODY_BYTES, type RequestBody } from '@crypto-checkout/core'

/** What of Express's request is used; a host's body parser may have left `body`, and `rawBody` if it keeps it. */
export type HostRequest = IncomingMessage & {
  readonly ip?: string | undefined
  readonly body?: unknown
  readonly rawBody?: unknown
}

/** A host's request as plain data. `url` is relative to the mount path. */
export async function toApiRequest(request: HostRequest): Promise<ApiRequest> {
  const url = request.url ?? '/'
  const split = url.indexOf('?')
  return {
    method: request.method ?? 'GET',
    path: split < 0 ? url : url.slice(0, split),
    query: split < 0 ? '' : url.slice(split + 1),
    headers: request.headers,
    body: await bodyOf(request),
    address: request.ip ?? request.socket.remoteAddress ?? '',
  }
}

async function bodyOf(request: HostRequest): Promise<RequestBody> {
  const { rawBody, body } = request
  if (rawBody instanceof Uint8Array) return limited({ kind: 'bytes', bytes: rawBody })
  if (!request.readableEnded || body === undefined) return readBody(request)
  if (body instanceof Uint8Array) return limited({ kind: 'bytes', bytes: body })
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return limited({ kind: 'reencoded', bytes: Buffer.from(text) })
}

function limited(body: RequestBody & { bytes: Uint8Array }): RequestBody {
  return body.bytes.length > MAX_BODY_BYTES ? { kind: 'too_large' } : body
}

/** Reads at most the largest body there may be; the rest of a larger one is read and thrown away. */
function readBody(request: IncomingMessage): Promise<RequestBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= MAX_BODY_BYTES) chunks.push(chunk)
      else chunks.length = 0
    })
    request.on('end', () => {
      resolve(size > MAX_BODY_BYTES ? { kind: 'too_large' } : { kind: 'bytes', bytes: Buffer.concat(chunks) })
    })
    request.on('error', reject)
  })
}
