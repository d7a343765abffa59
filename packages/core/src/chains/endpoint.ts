import {
  type EndpointHealth,
  hasAskedToWait,
  hasFailedLong,
  isBusyLong,
  isResting,
  isSilent,
  isWell,
  newHealth,
  recordAnswer,
  recordFailure,
  recordSuccess,
  scoreAt,
} from './endpoint-health.ts'
import type { NodeError } from './node-error.ts'
import type { NodeState } from './roles.ts'

/** Reports of an endpoint while it is in use. */
export type Watch = {
  /** Reports an answer and the time that it took. */
  answered(ms: number): void
  /** Its newest block, and its newest final one: null while it cannot tell. */
  reached(head: number, final: number | null): void
}

export type Opened<Endpoint> = {
  readonly endpoint: Endpoint
  /** Asks for its newest blocks and reports them to `reached`. */
  locate(): Promise<unknown>
  /** The number of transfers that could not be read and were skipped. */
  malformedLogs(): number
  /** The number of blocks requested at once. */
  range(): number
}

export type MemberOptions<Endpoint> = {
  /** All endpoints, the preferred one first. */
  readonly urls: readonly string[]
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  /** The number of endpoints that must show what is final. By default two, or one if there is only one. */
  readonly witnesses?: number | undefined
  readonly open: (url: string, watch: Watch) => Opened<Endpoint>
}

export function countNeededWitnesses({ urls, witnesses }: Pick<MemberOptions<unknown>, 'urls' | 'witnesses'>): number {
  return witnesses ?? Math.min(2, urls.length)
}

/** One endpoint of a network, with its health. */
export type Member<Endpoint> = {
  readonly endpoint: Endpoint
  locate(): Promise<unknown>
  health(): EndpointHealth
  /** Tells whether it was far behind another endpoint when the two were last compared. */
  lags(): boolean
  /**
   * Tells whether it has failed again and again, or stands still while others go on. A busy one is down only if the
   * operator has set one witness as enough.
   */
  isDown(): boolean
  /** Tells whether it asks to wait, if more than one witness is needed. */
  isBusy(): boolean
  /** Tells whether it answers now, as far as is known. */
  answers(): boolean
  /** The last error; null after a success. */
  failure(): string | null
  /** Compares its last reported blocks with those of the others. */
  updateLag(): void
  succeeded(): void
  failed(error: NodeError): void
  state(): NodeState
}

/** A node this many blocks behind the others is asked after them. */
const MAX_LAG_BLOCKS = 3
/** The same for final blocks, which come in epochs of 32 blocks on Ethereum. */
const MAX_FINAL_LAG_BLOCKS = 40
const LAG_REMEMBERED_MS = 30_000
/** A node stands still when its newest block has not changed for this long while most others have newer ones. */
const STANDSTILL_MS = 300_000

/**
 * The blocks an endpoint last reported, and since when its newest block is that one. `final` is null while it cannot
 * tell.
 */
type NodeProgress = { head: number; final: number | null; at: number; since: number }

/** By URL, for the endpoints that have reported a block. */
export type NodeProgressByUrl = Map<string, NodeProgress>

/** Tells whether another endpoint lately reported blocks so far ahead that it is preferred. */
function isFarBehind(progress: NodeProgress, reports: NodeProgressByUrl): boolean {
  const lately = [...reports.values()].filter((one) => progress.at - one.at < LAG_REMEMBERED_MS)
  const head = Math.max(...lately.map((one) => one.head))
  const final = Math.max(...lately.map((one) => one.final ?? -1))
  if (head - progress.head > MAX_LAG_BLOCKS) return true
  return progress.final === null ? final >= 0 : final - progress.final > MAX_FINAL_LAG_BLOCKS
}

/** Tells whether most endpoints with a recent report are far ahead. A single one may have made its block up. */
function isOutrun(progress: NodeProgress, reports: NodeProgressByUrl): boolean {
  const others = [...reports.values()].filter((one) => one !== progress && progress.at - one.at < LAG_REMEMBERED_MS)
  const ahead = others.filter((one) => one.head - progress.head > MAX_LAG_BLOCKS)
  return ahead.length > others.length / 2
}

export function openMember<Endpoint>(
  url: string,
  options: MemberOptions<Endpoint>,
  reports: NodeProgressByUrl,
): Member<Endpoint> {
  const { urls, elapsed, open } = options
  const isOneEnough = countNeededWitnesses(options) === 1
  let health = newHealth
  let error: string | null = null
  let latencyMs: number | null = null
  let lagsUntil = 0

  function judge(): void {
    const own = reports.get(url)
    lagsUntil = own && isFarBehind(own, reports) ? elapsed() + LAG_REMEMBERED_MS : 0
  }

  const { endpoint, locate, malformedLogs, range } = open(url, {
    answered(ms) {
      latencyMs = Math.round(ms)
      health = recordAnswer(health)
    },
    reached(head, final) {
      const before = reports.get(url)
      const at = elapsed()
      reports.set(url, { head, final, at, since: before?.head === head ? before.since : at })
      judge()
    },
  })

  function standsStill(): boolean {
    const own = reports.get(url)
    return lagsUntil > elapsed() && !!own && elapsed() - own.since > STANDSTILL_MS && isOutrun(own, reports)
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
    updateLag: judge,
    succeeded() {
      health = recordSuccess(health, elapsed())
      error = null
    },
    failed(failure) {
      health = recordFailure(health, failure, elapsed(), urls.length === 1)
      error = failure.message
    },
    state() {
      const now = elapsed()
      const restingMs = isResting(health, now) ? health.restsUntil - now : 0
      return {
        url: readOrigin(url),
        healthy: isWell(health, now),
        score: Math.round(scoreAt(health, now) * 100) / 100,
        restingSeconds: Math.ceil(restingMs / 1_000),
        error,
        latencyMs,
        head: reports.get(url)?.head ?? null,
        malformedLogs: malformedLogs(),
        range: range(),
      }
    },
  }
}

function readOrigin(url: string): string {
  return new URL(url).origin
}
