/** The filters of the list of payments: of its address, of the API, and of what comes in meanwhile. */
import type { Event, Payment } from '@crypto-checkout/api-types'
import type { Query } from '../../api/request.ts'
import { toTimeFilter } from './ranges.ts'

const SAME = [
  'q',
  'status',
  'network',
  'cryptocurrency',
  'exception',
  'unresolved',
  'paymentLink',
  'settlement',
] as const

/** The API's parameters for the query of an address. */
export function toPaymentFilter(query: URLSearchParams, timeZone: string, now = Date.now()): Query {
  const same = SAME.map((name) => [name, query.get(name)?.trim() || undefined])
  const chosen = { range: query.get('range'), from: query.get('from'), to: query.get('to') }
  const times = toTimeFilter(chosen, timeZone, now)
  return { ...Object.fromEntries(same), ...times }
}

/**
 * Tells whether an event is about a payment that the list, loaded again, would show. A search is the server's to
 * decide.
 */
export function isWanted({ type, data }: Event, filter: Query): boolean {
  if (data.object.object !== 'payment') return false
  const { status, network, cryptocurrency, exceptions, createdAt, paymentLink, settlement } = data.object
  const fixed: Partial<Payment> = { status, network, cryptocurrency, paymentLink, settlement }
  const isSame = Object.entries(fixed).every(([name, value]) => filter[name] === undefined || filter[name] === value)
  const isUnusual = filter.exception === undefined || exceptions.some((one) => one === filter.exception)
  const { unresolved } = filter
  const waits = ['expired', 'cancelled'].includes(status) && exceptions.some((one) => one === unresolved)
  const { created_gte: from = '', created_lt: until = '\uffff' } = filter
  const isInTime = createdAt >= String(from) && createdAt < String(until)
  const comesIn = type === 'payment.created' || filter.status !== undefined || filter.exception !== undefined || waits
  return comesIn && isSame && isUnusual && (waits || unresolved === undefined) && isInTime && filter.q === undefined
}
