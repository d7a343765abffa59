import { eventTypes } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { listQuery } from '../http/fields.ts'

const sequence = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
  z.int().min(0),
)

export const eventQuery = listQuery.extend({
  type: z.enum(eventTypes).optional(),
  after: sequence.optional().meta({
    type: 'integer',
    minimum: 0,
    description: 'Events after this sequence number, oldest first, without gaps; 0: from the oldest that is kept',
  }),
})
export type ValidEventQuery = z.output<typeof eventQuery>
