import { CheckoutError } from '../domain/error.ts'
import { type ApiRequest, getHeader, MAX_BODY_BYTES } from './exchange.ts'

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

/** The object in a body; an empty one if there is no body. Throws `unsupported_media_type` and `invalid_json`. */
export function parseJsonBody(request: ApiRequest, maxBytes = MAX_BODY_BYTES): object {
  const bytes = readBodyBytes(request, maxBytes)
  if (bytes.length === 0) return {}
  const type = getHeader(request, 'content-type') ?? ''
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new CheckoutError('unsupported_media_type', 'Send the body as Content-Type: application/json.')
  }
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch {
    throw new CheckoutError('invalid_json', 'The body is not valid JSON in UTF-8.')
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new CheckoutError('invalid_json', 'The body must be a JSON object.')
}
