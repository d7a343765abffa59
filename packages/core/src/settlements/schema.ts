import { z } from 'zod'
import { settlementStatuses } from '../domain/schedule.ts'
import { parseEnd } from '../domain/time.ts'
import { listQuery, time } from '../http/fields.ts'

const end = z.string().transform((text, issues) => {
  const before = parseEnd(text)
  if (before === null) issues.addIssue('must be an ISO 8601 date or time such as 2026-11-21')
  return before ?? 0
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
