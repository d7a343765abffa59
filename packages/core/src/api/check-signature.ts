import { createHmac } from 'node:crypto'
import type { Context } from '../context/context.ts'
import { areEqual } from '../domain/are-equal.ts'
import { CheckoutError } from '../domain/error.ts'
import { type ApiRequest, getHeader } from '../http/exchange.ts'
import type { Authenticated } from './authenticate.ts'

const TOLERANCE_MS = 300_000

/** Lower-case hex HMAC-SHA256 of `<timestamp>.<METHOD>.<path>.<body>`, the path from the version segment on. */
export function signatureOf(
  secretKey: string,
  signed: { readonly timestamp: string; readonly method: string; readonly path: string; readonly body: Uint8Array },
): string {
  return createHmac('sha256', secretKey)
    .update(`${signed.timestamp}.${signed.method}.${signed.path}.`)
    .update(signed.body)
    .digest('hex')
}

/** Checks a request's signature if it has one or the key requires one. `path` begins with `/v1`. */
export function checkSignature(ctx: Context, request: ApiRequest, path: string, key: Authenticated): void {
  const signed = 'x-service-timestamp' in request.headers || 'x-service-signature' in request.headers
  if (!signed && !key.requireSignature) return
  const timestamp = getHeader(request, 'x-service-timestamp') ?? ''
  const signature = getHeader(request, 'x-service-signature') ?? ''
  if (!/^\d{1,15}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) {
    throw new CheckoutError(
      'invalid_signature',
      'Send X-Service-Timestamp (milliseconds) and X-Service-Signature (64 lower-case hexadecimal digits).',
    )
  }
  if (Math.abs(ctx.now() - Number(timestamp)) > TOLERANCE_MS) {
    throw new CheckoutError(
      'stale_timestamp',
      "X-Service-Timestamp is more than 300 seconds away from the server's clock.",
    )
  }
  const body = 'bytes' in request.body ? request.body.bytes : new Uint8Array()
  const expected = signatureOf(key.secretKey, { timestamp, method: request.method, path, body })
  if (areEqual(expected, signature)) return
  const hint =
    request.body.kind === 'reencoded'
      ? 'The host parsed the body before the checkout saw its bytes: mount the checkout before express.json().'
      : 'Sign <timestamp>.<METHOD>.<path>.<body> with the secret key, the path from /v1 on, the body as it is sent.'
  throw new CheckoutError('invalid_signature', `The signature does not match. ${hint}`)
}
