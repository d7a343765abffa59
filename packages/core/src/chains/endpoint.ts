import type { NodeState } from './chain.ts'
import {
  afterFailure,
  afterSuccess,
  type EndpointHealth,
  hasAskedToWait,
  hasFailedLong,
  isBusyLong,
  isResting,
  isSilent,
  isWell,
  newHealth,
  scoreAt,
} from './endpoint-health.ts'
import type { NodeError } from './node-error.ts'

/** What an endpoint tells of itself while it is asked. */
export type Watch = {
  /** How long an answer took. */
  answered(ms: number): void
  /** It has named its newest block, and the newest that is final: null while it cannot tell. */
  reached(head: number, final: number | null): void
}

export type Opened<Endpoint> = {
  readonly endpoint: Endpoint
  /** Asks how far it has got; `reached` hears of it. */
  locate(): Promise<unknown>
  /** How many transfers could not be read and were left out. */
  malformedLogs(): number
  /** How many blocks it is asked for at once. */
  range(): number
}

export type MemberOptions<Endpoint> = {
  /** Of all endpoints, the preferred one first. */
  readonly urls: readonly string[]
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  /** How many endpoints must show what is final; two, where there are two, when left out. */
  readonly witnesses?: number | undefined
  readonly open: (url: string, watch: Watch) => Opened<Endpoint>
}

export function witnessesOf({ urls, witnesses }: Pick<MemberOptions<unknown>, 'urls' | 'witnesses'>): number {
  return witnesses ?? Math.min(2, urls.length)
}

/** One endpoint of a network, with how it does. */
export type Member<Endpoint> = {
  readonly endpoint: Endpoint
  locate(): Promise<unknown>
  health(): EndpointHealth
  /** Whether it was far behind another one when it named its newest or its final block last. */
  lags(): boolean
  /**
   * It has failed again and again, or stands still while others go on. One that is busy is down only where the operator
   * has chosen that one witness is enough.
   */
  isDown(): boolean
  /** It asks to wait, where more than one witness is needed. */
  isBusy(): boolean
  /** Whether it answers now, as far as is known. */
  answers(): boolean
  /** Why it failed last; null after a success. */
  failure(): string | null
  /** Compares what it named last with what the others did. */
  judge(): void
  succeeded(): void
  failed(error: NodeError): void
  state(): NodeState
}

/** So many blocks a node may be behind the others before they are preferred. */
const MAX_LAG_BLOCKS = 3
/** The same for what is final, which comes in epochs of 32 blocks on Ethereum. */
const MAX_FINAL_LAG_BLOCKS = 40
const LAG_REMEMBERED_MS = 30_000
/** A node whose newest block stays the same for so long, while most others have newer ones, stands still. */
const STANDSTILL_MS = 300_000

/** What an endpoint named last, and since when its newest block is that one. As final null also while it cannot tell. */
type Place = { head: number; final: number | null; at: number; since: number }

/** By URL, of those that have named one. */
export type Places = Map<string, Place>

/** Whether an endpoint is so far behind what another one named lately that the other is preferred. */
function isFarBehind(place: Place, places: Places): boolean {
  const lately = [...places.values()].filter((one) => place.at - one.at < LAG_REMEMBERED_MS)
  const head = Math.max(...lately.map((one) => one.head))
  const final = Math.max(...lately.map((one) => one.final ?? -1))
  if (head - place.head > MAX_LAG_BLOCKS) return true
  return place.final === null ? final >= 0 : final - place.final > MAX_FINAL_LAG_BLOCKS
}

/** Whether most of the others that have named a block lately are far ahead: one alone may have made it up. */
function isOutrun(place: Place, places: Places): boolean {
  const others = [...places.values()].filter((one) => one !== place && place.at - one.at < LAG_REMEMBERED_MS)
  const ahead = others.filter((one) => one.head - place.head > MAX_LAG_BLOCKS)
  return ahead.length > others.length / 2
}

export function openMember<Endpoint>(url: string, options: MemberOptions<Endpoint>, places: Places): Member<Endpoint> {
  const { urls, elapsed, open } = options
  const isOneEnough = witnessesOf(options) === 1
  let health = newHealth
  let error: string | null = null
  let latencyMs: number | null = null
  let lagsUntil = 0

  function judge(): void {
    const place = places.get(url)
    lagsUntil = place && isFarBehind(place, places) ? elapsed() + LAG_REMEMBERED_MS : 0
  }

  const { endpoint, locate, malformedLogs, range } = open(url, {
    answered: (ms) => (latencyMs = Math.round(ms)),
    reached(head, final) {
      const before = places.get(url)
      const at = elapsed()
      places.set(url, { head, final, at, since: before?.head === head ? before.since : at })
      judge()
    },
  })

  function standsStill(): boolean {
    const place = places.get(url)
    return lagsUntil > elapsed() && !!place && elapsed() - place.since > STANDSTILL_MS && isOutrun(place, places)
  }

  return {
    endpoint,
    locate,
    health: () => health,
    lags: () => lagsUntil > elapsed(),
    isDown: () => hasFailedLong(health) || standsStill() || (isOneEnough && isBusyLong(health)),
    isBusy: () => !isOneEnough && hasAskedToWait(health),
    answers: () => !isSilent(health, elapsed()) && !standsStill(),
    failure: () => error,
    judge,
    succeeded() {
      health = afterSuccess(health, elapsed())
      error = null
    },
    failed(failure) {
      health = afterFailure(health, failure, elapsed(), urls.length === 1)
      error = failure.message
    },
    state() {
      const now = elapsed()
      const restingMs = isResting(health, now) ? health.restsUntil - now : 0
      return {
        url: originOf(url),
        healthy: isWell(health, now),
        score: Math.round(scoreAt(health, now) * 100) / 100,
        restingSeconds: Math.ceil(restingMs / 1_000),
        error,
        latencyMs,
        head: places.get(url)?.head ?? null,
        malformedLogs: malformedLogs(),
        range: range(),
      }
    },
  }
}

function originOf(url: string): string {
  return new URL(url).origin
}
