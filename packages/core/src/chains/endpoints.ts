import type { NodeState } from './chain.ts'
import {
  afterFailure,
  afterSuccess,
  type EndpointHealth,
  hasFailedLong,
  inOrder,
  isResting,
  isWell,
  newHealth,
  scoreAt,
} from './endpoint-health.ts'
import { NodeError } from './node-error.ts'

type Preference<Endpoint> = {
  readonly besides?: Endpoint
  /** `besides` is not asked even while the others are down, unless it is the only one. */
  readonly waits?: boolean
  /** These are asked only where the others fail. */
  readonly after?: readonly Endpoint[]
  /** Only those that can do the work; at least one must. */
  readonly able?: (endpoint: Endpoint) => boolean
}

/** The nodes of a network, as one family of chains asks them. Each is believed only while it serves the network's chain. */
export type Endpoints<Endpoint> = {
  /**
   * Runs the work with one endpoint after the other, the best first, until one does it. All that the
   * work asks is asked of that endpoint, so that answers of two nodes never mix. Throws the last
   * NodeError when none can; an error that is none is thrown at once and blames nobody.
   * `besides` is not asked while another endpoint is not known to be down: a second opinion is
   * another node's, and to be silent for a moment makes nobody agree. A failure `pruned` is thrown only
   * where all that are not down have said so.
   */
  use<T>(work: (endpoint: Endpoint) => Promise<T>, preference?: Preference<Endpoint>): Promise<T>
  some(able: (endpoint: Endpoint) => boolean): boolean
  /** What every endpoint answers that has a vote and can do the work. Throws the last NodeError when none can. */
  all<T>(work: (endpoint: Endpoint) => Promise<T>): Promise<T[]>
  /** How many have a vote: those that are not known to be down. */
  voters(): number
  /**
   * What more than half of those say that have a vote, where `keyOf` tells whether two say the same; null when they are
   * divided. Null is no vote.
   */
  vote<Answer>(answers: readonly (Answer | null)[], keyOf?: (answer: Answer) => string): Answer | null
  /**
   * Asks every endpoint that does not rest how far it has got. One that stands still fails at nothing:
   * only beside the others it shows. Those that do not answer have their blame.
   */
  compare(): Promise<void>
  states(): NodeState[]
}

/** What an endpoint tells of itself while it is asked. */
export type Watch = {
  /** How long an answer took. */
  answered(ms: number): void
  /** It has named its newest block, and the newest that is final: null while it can not tell. */
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

type EndpointsOptions<Endpoint> = {
  /** The preferred one first. */
  readonly urls: readonly string[]
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  readonly open: (url: string, watch: Watch) => Opened<Endpoint>
  /** Hears when those that voted contradicted one another. */
  readonly disagreed?: (() => void) | undefined
}

type Member<Endpoint> = {
  readonly endpoint: Endpoint
  locate(): Promise<unknown>
  health(): EndpointHealth
  /** Whether it was far behind another one when it named its newest or its final block last. */
  lags(): boolean
  /** It has failed again and again, or stands still while others go on. */
  isDown(): boolean
  /** Compares what it named last with what the others did. */
  judge(): void
  succeeded(): void
  failed(error: NodeError): void
  state(): NodeState
}

/**
 * No endpoint did the work, or they are divided. Each has had its blame: within another work this
 * ends it, and blames nobody anew.
 */
export class Undecided extends NodeError {}

/** So many blocks a node may be behind the others before they are preferred. */
const MAX_LAG_BLOCKS = 3
/** The same for what is final, which comes in epochs of 32 blocks on Ethereum. */
const MAX_FINAL_LAG_BLOCKS = 40
const LAG_REMEMBERED_MS = 30_000
/** A node whose newest block stays the same for so long, while most others have newer ones, stands still. */
const STANDSTILL_MS = 300_000

/** What an endpoint named last, and since when its newest block is that one. As final null also while it can not tell. */
type Place = { head: number; final: number | null; at: number; since: number }

export function openEndpoints<Endpoint>(options: EndpointsOptions<Endpoint>): Endpoints<Endpoint> {
  const { elapsed } = options
  const places: Places = new Map()
  const members = options.urls.map((url) => openMember(url, options, places))

  /** Those that may do the work. */
  function wantedFor({ besides, waits = false, able = () => true }: Preference<Endpoint>): Member<Endpoint>[] {
    const candidates = members.filter((member) => able(member.endpoint))
    const others = candidates.filter((member) => member.endpoint !== besides)
    const patient = others.length > 0 && (waits || others.some((member) => !member.isDown()))
    return patient ? others : candidates
  }

  /** The members to ask, the best first. Throws when all of them asked to wait. */
  function inOrderOf(
    wanted: readonly Member<Endpoint>[],
    { besides, after = [] }: Preference<Endpoint> = {},
  ): Member<Endpoint>[] {
    const candidates = wanted.map((member) => ({
      member,
      health: member.health(),
      lags: member.lags(),
      unwanted: member.endpoint === besides || after.includes(member.endpoint),
    }))
    const ordered = inOrder(candidates, elapsed()).map(({ member }) => member)
    if (ordered.length > 0) return ordered
    const waitMs = Math.min(...candidates.map(({ health }) => health.restsUntil)) - elapsed()
    throw new Undecided('busy', `all nodes ask to wait, for ${Math.ceil(waitMs / 1_000)} s`, {
      retryAfterMs: waitMs,
    })
  }

  return {
    async use(work, preference = {}) {
      const wanted = wantedFor(preference)
      const failures = new Map<Member<Endpoint>, NodeError>()
      for (const member of inOrderOf(wanted, preference)) {
        // Whom another one contradicts does not confirm itself.
        if (member.endpoint === preference.besides && isContradicted(failures)) break
        try {
          return await attempt(member, work)
        } catch (error) {
          if (!(error instanceof NodeError) || error instanceof Undecided) throw error
          failures.set(member, error)
        }
      }
      throw whyNobody(wanted, failures)
    },
    some: (able) => members.some((member) => able(member.endpoint)),
    async all(work) {
      const voters = inOrderOf(votersAmong(members))
      const outcomes = await Promise.allSettled(voters.map((member) => attempt(member, work, false)))
      const failures: NodeError[] = []
      for (const outcome of outcomes) {
        if (outcome.status === 'fulfilled') continue
        if (!(outcome.reason instanceof NodeError)) throw outcome.reason
        failures.push(outcome.reason)
      }
      if (failures.length === outcomes.length) throw nobodyAnswered(failures)
      return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    },
    async compare() {
      const awake = members.filter((member) => !isResting(member.health(), elapsed()))
      const outcomes = await Promise.allSettled(
        awake.map((member) =>
          attempt(
            member,
            async () => {
              await member.locate()
              return member
            },
            false,
          ),
        ),
      )
      for (const outcome of outcomes) {
        if (outcome.status === 'fulfilled') outcome.value.judge()
        else if (!(outcome.reason instanceof NodeError)) throw outcome.reason
      }
    },
    voters: () => votersAmong(members).length,
    vote(answers, keyOf = String) {
      const votes = answers.filter((answer) => answer !== null)
      const half = (votersAmong(members).length - (answers.length - votes.length)) / 2
      const sides = [...Map.groupBy(votes, keyOf).values()]
      if (sides.length > 1) options.disagreed?.()
      return sides.find((side) => side.length > half)?.[0] ?? null
    },
    states: () => members.map((member) => member.state()),
  }
}

/** Those that are not down; where all are, each may still be right. */
function votersAmong<Endpoint>(members: readonly Member<Endpoint>[]): readonly Member<Endpoint>[] {
  const up = members.filter((member) => !member.isDown())
  return up.length > 0 ? up : members
}

function isContradicted<Endpoint>(failures: ReadonlyMap<Member<Endpoint>, NodeError>): boolean {
  return [...failures.values()].some(({ kind }) => kind === 'contradiction')
}

/** That something is forgotten is so only where all say it that are not down. */
function whyNobody<Endpoint>(
  wanted: readonly Member<Endpoint>[],
  failures: ReadonlyMap<Member<Endpoint>, NodeError>,
): Undecided {
  const told = [...failures.values()]
  const forgotten = told.filter(({ kind }) => kind === 'pruned')
  if (forgotten.length === 0) return nobodyAnswered(told)
  const open = wanted.filter((member) => !member.isDown() && failures.get(member)?.kind !== 'pruned')
  if (open.length === 0) return nobodyAnswered(forgotten)
  const other = told.findLast(({ kind }) => kind !== 'pruned')
  return other
    ? nobodyAnswered([other])
    : new Undecided('busy', 'a node rests that may have what others have forgotten')
}

function nobodyAnswered(failures: readonly NodeError[]): Undecided {
  const last = failures.at(-1)
  return new Undecided(last?.kind ?? 'unreachable', last?.message ?? 'there is no node', last)
}

/** `redeems`: that it could do this makes up for failures before. To answer a vote is no proof that it can be read. */
async function attempt<Endpoint, T>(
  member: Member<Endpoint>,
  work: (endpoint: Endpoint) => Promise<T>,
  redeems = true,
): Promise<T> {
  try {
    const answer = await work(member.endpoint)
    if (redeems) member.succeeded()
    return answer
  } catch (error) {
    if (error instanceof NodeError && !(error instanceof Undecided)) member.failed(error)
    throw error
  }
}

/** By URL, of those that have named one. */
type Places = Map<string, Place>

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

function openMember<Endpoint>(
  url: string,
  { urls, elapsed, open }: EndpointsOptions<Endpoint>,
  places: Places,
): Member<Endpoint> {
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
    isDown: () => hasFailedLong(health) || standsStill(),
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
