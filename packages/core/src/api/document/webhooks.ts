/** The webhooks of the API document: what is posted for each type of events. */
import { type EventType, eventTypes } from '@crypto-checkout/api-types'
import { eventMeanings } from '../../domain/catalog/event-meanings.ts'
import { findEventExample } from './examples.ts'
import { nameFamilyEvent, refer } from './schemas.ts'

type Json = { readonly [name: string]: unknown }

/** The headers of Standard Webhooks. */
export const webhookParameters = {
  WebhookId: describe(
    'webhook-id',
    'The id of the event. A message that is sent again has the same one',
    'evt_01m7y9ep8cfx4tmmxsjxta759q',
  ),
  WebhookTimestamp: describe(
    'webhook-timestamp',
    'The time when it was sent, in seconds since 1970. Refuse old ones',
    '1767225600',
  ),
  WebhookSignature: describe(
    'webhook-signature',
    'HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret, in base64 after `v1,`. After a rotation there are two, with a space between them',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
}

function describe(name: string, description: string, example: string): Json {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example }
}

export function createWebhooks(): Record<string, Json> {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: describeMessage(type) }]))
}

function describeMessage(type: EventType): Json {
  const example = findEventExample(type)
  return {
    tags: ['Webhooks'],
    operationId: `on${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: type,
    description: eventMeanings[type],
    security: [],
    parameters: Object.keys(webhookParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: refer(nameFamilyEvent(type)), ...(example ? { example } : {}) } },
    },
    responses: {
      '2XX': { description: 'You have it. Answer within 10 seconds, and work afterwards' },
      410: { description: 'You want no more of them: the webhook is disabled' },
      default: { description: 'It is sent again, up to nine times in three days' },
    },
  }
}
