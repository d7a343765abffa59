import type { NodeState } from './chain.ts'
import { type Member, type MemberOptions, openMember, type Places } from './endpoint.ts'
import { inOrder, isResting } from './endpoint-health.ts'
import { NodeError, unreadable } from './node-error.ts'

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
   * NodeError when none can. Whatever reading an answer throws is the node's malformed answer; an error of
   * the work's own kind, as OwnError, is thrown at once and blames nobody.
   * `besides` is not asked while another endpoint is not known to be down: a second opinion is
   * another node's, and to be silent for a moment makes nobody agree; nor is it after another one has
   * failed by a contradiction. A failure `pruned` is thrown only where all that are not down have said so.
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

type EndpointsOptions<Endpoint> = MemberOptions<Endpoint> & {
  /** Hears when those that voted contradicted one another. */
  readonly disagreed?: (() => void) | undefined
}

/**
 * No endpoint did the work, or they are divided. Each has had its blame: within another work this
 * ends it, and blames nobody anew.
 */
export class Undecided extends NodeError {}

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
  } catch (thrown) {
    const error = isOfLanguage(thrown) ? unreadable('the node', thrown) : thrown
    if (error instanceof NodeError && !(error instanceof Undecided)) member.failed(error)
    throw error
  }
}

/** What JavaScript itself throws where a value is not what its reader takes it for. Works read nothing but the node's answers. */
function isOfLanguage(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
}
