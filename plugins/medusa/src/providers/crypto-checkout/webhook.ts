import type { Event, WebhookHeaders } from '@crypto-checkout/client'
import type { ProviderWebhookPayload } from '@medusajs/framework/types'

/**
 * Reads the event of a webhook. An event bus hands the raw body over as text, as bytes, or as a serialised Buffer:
 * `{ type: 'Buffer', data: [...] }`. `verify` gets the bytes that were received. Throws what `verify` throws.
 */
export function readEvent(
  { rawData, headers }: ProviderWebhookPayload['payload'],
  verify: (body: string | Uint8Array, headers: WebhookHeaders) => Event,
): Event {
  return verify(readBody(rawData), headers as WebhookHeaders)
}

function readBody(rawData: unknown): string | Uint8Array {
  if (typeof rawData === 'string' || rawData instanceof Uint8Array) return rawData
  const { data } = (rawData ?? {}) as { readonly data?: unknown }
  return Array.isArray(data) ? Uint8Array.from(data) : ''
}
