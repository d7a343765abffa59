import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

const PREFIX = 'whsec_'

/**
 * The header `webhook-signature` of Standard Webhooks 1.0.0: HMAC-SHA256 over `id.timestamp.body` with each secret
 * (`whsec_` and base64), as `v1,<base64>`, separated by spaces. `timestampS` is the attempt's time in seconds since the
 * epoch; `body` is sent byte for byte.
 */
export function signWebhook(secrets: readonly string[], id: string, timestampS: number, body: string): string {
  const content = `${id}.${timestampS}.${body}`
  return secrets.map((secret) => `v1,${createHmac('sha256', keyOf(secret)).update(content).digest('base64')}`).join(' ')
}

function keyOf(secret: string): KeyObject {
  if (!secret.startsWith(PREFIX)) throw new TypeError(`a webhook secret begins with ${PREFIX}`)
  return createSecretKey(secret.slice(PREFIX.length), 'base64')
}
