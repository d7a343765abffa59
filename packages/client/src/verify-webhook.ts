import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Event } from '@crypto-checkout/api-types'
import { checkOptions, isFunction, type OptionChecks } from './check-options.ts'

export type VerifyOptions = {
  /** The greatest difference between the sender's clock and this one, either way; 300 by default. */
  readonly toleranceS?: number
  /** Milliseconds since 1970; the system's clock by default. */
  readonly now?: () => number
}

export const verifyChecks: OptionChecks = {
  toleranceS: (value) => (typeof value === 'number' && value >= 0 ? null : 'must be a number of seconds, 0 or more'),
  now: isFunction,
}

/** Node's `request.headers`, a fetch `Headers`, or any record; names in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export type VerificationCode =
  | 'missing_header'
  | 'invalid_timestamp'
  | 'too_old'
  | 'too_new'
  | 'invalid_signature'
  | 'invalid_body'

/**
 * The message is not the checkout's, or is not fresh. The error's message says what to check and contains no secret.
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly code: VerificationCode

  constructor(code: VerificationCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * The event of a webhook whose signature is valid: https://www.standardwebhooks.com
 * `body` is the received body, byte for byte. Any of the secrets (`whsec_...`) may have signed it.
 * Throws WebhookVerificationError, and TypeError for invalid options, invalid secrets and a parsed body.
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Event {
  checkOptions('verifyWebhook', options, verifyChecks)
  const { toleranceS = 300, now = Date.now } = options
  const keys = decodeKeys(secrets)
  const id = needed(headers, 'webhook-id')
  const timestamp = needed(headers, 'webhook-timestamp')
  const signatures = needed(headers, 'webhook-signature')
  checkTime(timestamp, toleranceS, now())
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  if (!(bytes instanceof Uint8Array)) {
    throw new TypeError(
      'body must be the text or the bytes that were received: what a parser made of them is signed by nobody.',
    )
  }
  if (!isSigned(keys, `${id}.${timestamp}.`, bytes, signatures)) {
    throw new WebhookVerificationError(
      'invalid_signature',
      'No signature matches: check the secret, and that the body is what was received, to the byte.',
    )
  }
  return parseEvent(bytes)
}

/** Throws TypeError for invalid secrets. */
export function decodeKeys(secrets: string | readonly string[]): Uint8Array[] {
  // An unset variable is undefined, whatever the types say.
  const list = typeof secrets === 'string' ? [secrets] : (secrets ?? [])
  if (list.length === 0) throw new TypeError('Give the secret of the webhook: whsec_...')
  if (!Array.isArray(list)) throw new TypeError('secrets must be the secret of the webhook, or a list: whsec_...')
  return (list as readonly string[]).map((secret) => {
    const text = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1] ?? ''
    const key = Buffer.from(text, 'base64')
    // Anyone could sign with an empty or a short key.
    if (key.length >= 24 && key.toString('base64') === text) return key
    throw new TypeError('A secret of a webhook is whsec_ and at least 24 bytes in base64, as it was shown.')
  })
}

function needed(headers: WebhookHeaders, name: string): string {
  const value = readHeader(headers, name)
  if (value) return value
  throw new WebhookVerificationError('missing_header', `The header ${name} is missing or repeated.`)
}

function readHeader(headers: WebhookHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name)
  const found = Object.entries(headers).filter(([key]) => key.toLowerCase() === name)
  const value = found.length === 1 ? found[0]?.[1] : null
  return typeof value === 'string' ? value : null
}

function checkTime(timestamp: string, toleranceS: number, now: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('invalid_timestamp', 'webhook-timestamp must be whole seconds since 1970.')
  }
  const ageS = now / 1_000 - Number(timestamp)
  if (ageS > toleranceS) throw new WebhookVerificationError('too_old', `Signed more than ${toleranceS} s ago.`)
  if (-ageS > toleranceS) {
    throw new WebhookVerificationError(
      'too_new',
      `Signed more than ${toleranceS} s in the future: is the clock of this machine right?`,
    )
  }
}

/** Compares every pair, so that the timing does not reveal which secret signed. */
function isSigned(keys: readonly Uint8Array[], prefix: string, body: Uint8Array, signatures: string): boolean {
  const candidates = signatures.split(' ').map((signature) => Buffer.from(signature))
  let signed = false
  for (const key of keys) {
    const expected = Buffer.from(`v1,${createHmac('sha256', key).update(prefix).update(body).digest('base64')}`)
    for (const one of candidates) if (one.length === expected.length && timingSafeEqual(one, expected)) signed = true
  }
  return signed
}

function parseEvent(bytes: Uint8Array): Event {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (isEvent(value)) return value
  } catch {
    // Reported below, like JSON that is not an event.
  }
  throw new WebhookVerificationError('invalid_body', 'The body is signed but is not an event.')
}

function isEvent(value: unknown): value is Event {
  return typeof value === 'object' && value !== null && 'object' in value && value.object === 'event'
}
