import { z } from 'zod'
import { parseTime } from '../domain/time.ts'
import { listQuery, time } from '../http/fields.ts'

export const settlementStatuses = ['pending', 'completed', 'failed'] as const

const DAY_MS = 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Where a span of time ends, in milliseconds: with the whole of a day (UTC), or before a time. */
const end = z.string().transform((text, issues) => {
  const start = parseTime(text)
  if (start === null) issues.addIssue('must be an ISO 8601 date or time such as 2026-11-21')
  return (start ?? 0) + (DATE.test(text) ? DAY_MS : 0)
})

export const settlementQuery = listQuery.extend({
  status: z.enum(settlementStatuses).optional(),
  startDate: time.optional().meta({ description: 'Made at or after this ISO 8601 date or time' }),
  endDate: end.optional().meta({
    type: 'string',
    description: 'Made before this ISO 8601 time, or until the end of this date (UTC)',
  }),
})
export type ValidSettlementQuery = z.output<typeof settlementQuery>
