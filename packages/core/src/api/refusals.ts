import { toRecord } from '@crypto-checkout/api-types'
import { type RefusalCode, refusalCodes } from '../domain/catalog/refusals.ts'
import { type Route, takesIdempotencyKey } from '../http/route.ts'

/** The codes that every operation can refuse with: limits and fields. */
const common: readonly RefusalCode[] = [
  'unknown_parameter',
  'missing_parameter',
  'invalid_parameter',
  'rate_limited',
  'internal_error',
]

/** The codes of keys and sessions, and of what belongs to others. */
const ofKeys: readonly RefusalCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'wrong_environment',
  'invalid_signature',
  'stale_timestamp',
  'invalid_session',
  'insufficient_scope',
  'cross_origin_request',
  'resource_missing',
]

const ofBodies: readonly RefusalCode[] = ['invalid_json', 'unsupported_media_type', 'body_too_large']
const ofRepeats: readonly RefusalCode[] = ['idempotency_mismatch', 'idempotency_in_progress']

/** Every code with which an operation may refuse: what follows from its form, and what the route names. In the order of the table. */
export function listRefusals(route: Route): RefusalCode[] {
  const { method, local, keyless, reauthentication, refusals = [] } = route
  const own = new Set<RefusalCode>([
    ...common,
    ...(keyless ? [] : ofKeys),
    ...(method === 'GET' ? [] : ofBodies),
    ...(takesIdempotencyKey(route) ? ofRepeats : []),
    ...(isList(route) ? (['invalid_cursor'] as const) : []),
    ...(local ? (['unknown_endpoint'] as const) : []),
    ...(reauthentication ? (['reauthentication_required'] as const) : []),
    ...refusals,
  ])
  return refusalCodes.filter((code) => own.has(code))
}

function isList({ query }: Route): boolean {
  return 'shape' in query && 'starting_after' in toRecord(query.shape)
}
