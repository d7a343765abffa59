import { findDate, findDay, isDate, type Span } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { CheckoutError } from '../domain/error.ts'
import { DAY_MS } from '../domain/time.ts'
import { time } from '../http/fields.ts'

const MAX_DAYS = 366
/** Clocks may be put back within the span. */
const MAX_SPAN_MS = MAX_DAYS * DAY_MS + DAY_MS / 2

const date = z.string().refine(isDate, 'must be a date such as 2026-11-21')

export const spanQuery = z.strictObject({
  from: date.optional().meta({
    description: "The first day in the shop's zone, as 2026-11-01. Default: the first of the month of `to`",
  }),
  to: date.optional().meta({ description: 'The last day, included; at most 366 days in all. Default: today' }),
  created_gte: time.optional().meta({
    description: 'Instead of days: entries booked at or after this ISO 8601 time. It needs `created_lt`',
  }),
  created_lt: time.optional().meta({ description: 'Instead of days: entries booked before this ISO 8601 time' }),
})
export type ValidSpanQuery = z.output<typeof spanQuery>

/** A span of time. `days`: its first and last day; null for a span of times. */
export type ReportSpan = Span & { readonly days: { readonly from: string; readonly to: string } | null }

/** The span of a query. Throws `invalid_parameter` for one that ends before it begins, or has more than 366 days. */
export function findSpan(query: ValidSpanQuery, timeZone: string, now: number): ReportSpan {
  const { created_gte: start, created_lt: end } = query
  if (start === undefined && end === undefined) return findDays(query, timeZone, now)
  if (query.from !== undefined || query.to !== undefined)
    throw refuse('Give either days, from and to, or times, created_gte and created_lt.', 'created_gte')
  if (start === undefined) throw refuse('created_gte is needed with created_lt.', 'created_gte')
  if (end === undefined) throw refuse('created_lt is needed with created_gte.', 'created_lt')
  requireLength({ from: start, to: end }, 'created_gte')
  return { from: start, to: end, days: null }
}

function findDays({ from: first, to: last }: ValidSpanQuery, timeZone: string, now: number): ReportSpan {
  const to = last ?? findDate(timeZone, now)
  const from = first ?? `${to.slice(0, 8)}01`
  const span = { from: findDay(timeZone, from).from, to: findDay(timeZone, to).to }
  requireLength(span, 'from')
  return { ...span, days: { from, to } }
}

function requireLength({ from, to }: Span, param: string): void {
  if (from >= to) throw refuse('The span must end after it begins.', param)
  if (to - from > MAX_SPAN_MS) throw refuse(`The span must have at most ${MAX_DAYS} days.`, param)
}

function refuse(problem: string, param: string): CheckoutError {
  return new CheckoutError('invalid_parameter', problem, param)
}
