import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type ApiRequest, type ApiResponse, getHeader } from './exchange.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Compressing a smaller body saves no packet. */
const LEAST_BYTES = 1_024
/** The best quality takes a second for half a megabyte, so larger bodies are compressed faster. */
const BEST_BYTES = 131_072
const COMPRESSIBLE = /^(?:text\/|application\/json)/

type Encoding = 'br' | 'gzip'
/** The effort of compression: for a body that is sent again and again, or for one that is sent once. */
type Effort = 'file' | 'page'

/**
 * The client's preferred encoding among ours; null for none. If both are equal, Brotli.
 *
 *     negotiateEncoding('gzip, deflate, br') // 'br'
 *     negotiateEncoding('br;q=0, *;q=0.5') // 'gzip'
 */
export function negotiateEncoding(accepted: string | undefined): Encoding | null {
  const weights = new Map<string, number>()
  for (const part of (accepted ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase())
    const weight = parameters.find((one) => one.startsWith('q='))
    if (name !== '') weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  const getWeight = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [br, gz] = [getWeight('br'), Math.max(getWeight('gzip'), weights.get('x-gzip') ?? 0)]
  // A client that ranks `identity` higher wants neither.
  const best = Math.max(br, gz)
  if (best <= 0 || (weights.get('identity') ?? 0) > best) return null
  return br >= gz ? 'br' : 'gzip'
}

/** Compresses responses for clients that accept it. A file's compressed forms are cached as long as the file. */
export function createCompressor() {
  const cache = new WeakMap<ApiResponse, Map<Encoding, Promise<Uint8Array>>>()

  function compressBody(answer: ApiResponse, encoding: Encoding, effort: Effort): Promise<Uint8Array> {
    if (effort === 'page') return compressed(answer.body, encoding, effort)
    const made = cache.get(answer) ?? new Map<Encoding, Promise<Uint8Array>>()
    cache.set(answer, made)
    const body = made.get(encoding) ?? compressed(answer.body, encoding, effort)
    made.set(encoding, body)
    return body
  }

  return async (request: ApiRequest, answer: ApiResponse, effort: Effort): Promise<ApiResponse> => {
    if (!isCompressible(answer)) return answer
    const { vary } = answer.headers
    const headers = { ...answer.headers, vary: vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding' }
    const encoding = negotiateEncoding(getHeader(request, 'accept-encoding'))
    if (encoding === null) return { ...answer, headers }
    const body = await compressBody(answer, encoding, effort)
    return { ...answer, headers: { ...headers, 'content-encoding': encoding }, body }
  }
}

/** An entity tag identifies one sequence of bytes, so a response with one is sent unchanged. */
function isCompressible({ status, headers, body }: ApiResponse): boolean {
  if (status === 204 || status === 304 || headers.etag !== undefined) return false
  return COMPRESSIBLE.test(headers['content-type'] ?? '') && Buffer.byteLength(body) >= LEAST_BYTES
}

function compressed(body: string | Uint8Array, encoding: Encoding, effort: Effort): Promise<Uint8Array> {
  const bytes = Buffer.from(body)
  if (encoding === 'gzip') return zip(bytes, { level: effort === 'file' ? 9 : 6 })
  const best = bytes.length > BEST_BYTES ? 9 : 11
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: effort === 'file' ? best : 4,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return brotli(bytes, { params })
}
