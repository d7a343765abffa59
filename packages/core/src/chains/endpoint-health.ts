import type { NodeError } from './node-error.ts'

/** The health of one endpoint. Times are milliseconds of one monotonic clock. */
export type EndpointHealth = {
  /** From 0 to 1, as of `scoredAt`: it recovers with time. */
  readonly score: number
  readonly scoredAt: number
  /** Failures since the last success that make the endpoint rest. */
  readonly failures: number
  /** The failures without an answer. Requests to wait do not count: such a node is busy, not down. */
  readonly silences: number
  /** Requests to wait since the last answer. The rest doubles with each. */
  readonly refusals: number
  readonly restsUntil: number
  /** It rests because it asked to wait. */
  readonly busy: boolean
}

type Effect = { readonly scoreFactor: number; readonly rest: 'none' | 'back-off' | 'asked' | 'long' }

/** The effect of each kind of failure on the endpoint that failed. */
const effects: Readonly<Record<NodeError['kind'], Effect>> = {
  unreachable: { scoreFactor: 0.5, rest: 'back-off' },
  malformed: { scoreFactor: 0.5, rest: 'back-off' },
  too_much: { scoreFactor: 0.5, rest: 'back-off' },
  contradiction: { scoreFactor: 0.5, rest: 'none' },
  busy: { scoreFactor: 0.8, rest: 'asked' },
  behind: { scoreFactor: 0.8, rest: 'none' },
  // Every node prunes old blocks. It can still serve newer ones.
  pruned: { scoreFactor: 1, rest: 'none' },
  refused: { scoreFactor: 0.8, rest: 'none' },
  wrong_chain: { scoreFactor: 0.5, rest: 'long' },
}

/** This many failures in a row, with a quarter of a minute of rests, are no short interruption. */
const LONG_FAILURES = 4

/** From this score on an endpoint counts as well; the configured order ranks the well ones. */
const WELL_SCORE = 0.75
/** In this time half of the missing score comes back. */
const HALF_RECOVERY_MS = 60_000
const MIN_REST_MS = 1_000
const MAX_REST_MS = 60_000
/** The longest rest that a provider can ask for, even if it asks for a day: plans change, and counters may reset. */
const MAX_ASKED_REST_MS = 600_000

export const newHealth: EndpointHealth = {
  score: 1,
  scoredAt: 0,
  failures: 0,
  silences: 0,
  refusals: 0,
  restsUntil: 0,
  busy: false,
}

/** The score recovers half of what is missing with each success and each minute. */
export function scoreAt(health: EndpointHealth, now: number): number {
  return 1 - (1 - health.score) * 2 ** -((now - health.scoredAt) / HALF_RECOVERY_MS)
}

export function recordSuccess(health: EndpointHealth, now: number): EndpointHealth {
  // A requested rest still holds if this answer was already on its way.
  const restsUntil = health.busy ? health.restsUntil : 0
  return { ...health, score: (1 + scoreAt(health, now)) / 2, scoredAt: now, failures: 0, silences: 0, restsUntil }
}

/** An answer to a single request. A node that answers some requests throttles, and need not rest for longer and longer. */
export function recordAnswer(health: EndpointHealth): EndpointHealth {
  return health.refusals === 0 ? health : { ...health, refusals: 0 }
}

/** `alone`: there is no other endpoint, so this one rests only when it asks to. Its callers pause by themselves. */
export function recordFailure(
  health: EndpointHealth,
  error: Pick<NodeError, 'kind' | 'retryAfterMs'>,
  now: number,
  alone: boolean,
): EndpointHealth {
  const { scoreFactor, rest } = effects[error.kind]
  const counted = { none: 0, 'back-off': 1, asked: 1, long: LONG_FAILURES }[rest]
  const failures = health.failures + counted
  const silences = health.silences + (rest === 'asked' ? 0 : counted)
  const refusals = health.refusals + (rest === 'asked' ? counted : 0)
  const backOffMs = Math.min(MAX_REST_MS, MIN_REST_MS * 2 ** ((rest === 'asked' ? refusals : failures) - 1))
  const restMs = {
    none: 0,
    'back-off': alone ? 0 : backOffMs,
    long: alone ? 0 : MAX_REST_MS,
    asked: Math.min(MAX_ASKED_REST_MS, error.retryAfterMs ?? backOffMs),
  }[rest]
  return {
    score: scoreAt(health, now) * scoreFactor,
    scoredAt: now,
    failures,
    silences,
    refusals,
    restsUntil: Math.max(health.restsUntil, now + restMs),
    busy: health.restsUntil > now + restMs ? health.busy : rest === 'asked',
  }
}

export function isResting(health: EndpointHealth, now: number): boolean {
  return health.restsUntil > now
}

/** Does not answer at all. Wrong answers and requests to wait do not count. */
export function hasFailedLong(health: EndpointHealth): boolean {
  return health.silences >= LONG_FAILURES
}

/** Has asked to wait since its last success. */
export function hasAskedToWait(health: EndpointHealth): boolean {
  return health.failures > health.silences
}

/** Has asked to wait again and again. */
export function isBusyLong(health: EndpointHealth): boolean {
  return health.failures - health.silences >= LONG_FAILURES
}

/** Cannot be asked now. */
export function isSilent(health: EndpointHealth, now: number): boolean {
  return health.failures > 0 || isResting(health, now)
}

export function isWell(health: EndpointHealth, now: number): boolean {
  return !isResting(health, now) && scoreAt(health, now) >= WELL_SCORE
}

export type Candidate = {
  readonly health: EndpointHealth
  /** Was seen behind another endpoint. */
  readonly lags: boolean
  /** Asked only after the others. */
  readonly unwanted: boolean
}

/**
 * The endpoints to ask, the best first. Resting ones are left out. If all rest, the one whose rest ends first is asked
 * anyway, unless it asked for the rest. Empty when all asked for it.
 */
export function rankCandidates<T extends Candidate>(candidates: readonly T[], now: number): T[] {
  const awake = candidates.filter((one) => !isResting(one.health, now))
  if (awake.length > 0) {
    const rank = ({ health }: T) => (isWell(health, now) ? 1 : scoreAt(health, now))
    const first = (a: T, b: T) =>
      Number(a.unwanted) - Number(b.unwanted) || Number(a.lags) - Number(b.lags) || rank(b) - rank(a)
    return awake.sort(first)
  }
  const patient = candidates.filter((one) => !one.health.busy)
  return patient.sort((a, b) => a.health.restsUntil - b.health.restsUntil).slice(0, 1)
}
