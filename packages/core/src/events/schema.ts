import { z } from 'zod'
import { listQuery } from '../http/fields.ts'

export const eventTypes = [
  'payment.created',
  'payment.partially_paid',
  'payment.processing',
  'payment.completed',
  'payment.expired',
  'payment.cancelled',
  'payment.late',
  'payment.overpaid',
  'payment.reverted',
  'payment.refunded',
  'settlement.created',
  'settlement.completed',
  'settlement.failed',
  'transfer.unattributed',
  'transfer.assigned',
  'refund.created',
  'refund.submitted',
  'refund.completed',
  'refund.failed',
  'refund.cancelled',
  'webhook.disabled',
  'webhook.ping',
] as const

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
