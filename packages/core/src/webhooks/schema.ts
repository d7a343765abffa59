import { eventTypes } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { listQuery, time, webUrl } from '../http/fields.ts'

/** `*`, the families such as `payment.*`, and each type. */
const families = [...new Set(eventTypes.map((type) => `${type.slice(0, type.indexOf('.'))}.*`))]
export const eventPatterns = ['*', ...families, ...eventTypes] as const

const events = z.array(z.enum(eventPatterns)).min(1).max(eventPatterns.length).meta({
  description: 'Types, and patterns such as `payment.*`. Default of a new webhook: `*`, all but `booking.*`',
})
const description = z.string().max(500)

export const webhookInput = z.strictObject({
  url: webUrl.meta({ description: 'Your address, to which events are posted. In production it must use https' }),
  events: events.optional(),
  description: description.optional().meta({ description: 'Your note about it, at most 500 characters' }),
})
export type ValidWebhookInput = z.output<typeof webhookInput>

export const webhookChanges = z.strictObject({
  url: webUrl.optional().meta({ description: 'Your address, to which events are posted from now on' }),
  events: events.optional(),
  description: description
    .nullable()
    .optional()
    .meta({
      type: ['string', 'null'],
      maxLength: 500,
      description: 'Your note about it, at most 500 characters. Null removes it',
    }),
  enabled: z.boolean().optional().meta({ description: 'True if it gets events' }),
})
export type ValidWebhookChanges = z.output<typeof webhookChanges>

export const webhookQuery = listQuery.extend({
  state: z.enum(['failing', 'given_up']).optional().meta({
    description:
      'Those in this state. `failing`: enabled, but not accepted at present. `given_up`: turned off by the checkout',
  }),
})
export type ValidWebhookQuery = z.output<typeof webhookQuery>

export const sinceInput = z.strictObject({
  since: time.meta({
    type: 'string',
    format: 'date-time',
    description: 'ISO 8601 time. Failed deliveries that were made at or after it are sent again',
  }),
})

/** Tells whether an endpoint with these patterns wants events of a type. Bookings are sent only to those that ask for them. */
export function wantsEvent(eventTypes: readonly string[], type: string): boolean {
  return eventTypes.some(
    (pattern) =>
      (pattern === '*' && type !== 'booking.created') ||
      pattern === type ||
      (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  )
}
