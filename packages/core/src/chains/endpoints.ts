import type { NodeState, Witnesses } from './chain.ts'
import { type Member, type MemberOptions, openMember, type Places, witnessesOf } from './endpoint.ts'
import { inOrder, isResting } from './endpoint-health.ts'
import { NodeError, unreadable } from './node-error.ts'
import { countVotes, type Rules, reachedByMost } from './votes.ts'

type Preference<Endpoint> = {
  /** Those that have done it already: another one is wanted. */
  readonly besides?: readonly Endpoint[]
  /** None of `besides` is asked even while the others are down, unless there are no others. */
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
   * `besides` are not asked where two witnesses are needed, nor while another endpoint is not known to be
   * down: a second opinion is another node's, and to be silent for a moment makes nobody agree; nor after another one has
   * failed by a contradiction. A failure `pruned` is thrown only where all that are not down have said so.
   */
  use<T>(work: (endpoint: Endpoint) => Promise<T>, preference?: Preference<Endpoint>): Promise<T>
  some(able: (endpoint: Endpoint) => boolean): boolean
  /**
   * What every endpoint answers that has a vote and can do the work; where these are fewer than the witnesses that are
   * needed, those that are down are tried again. Throws the last NodeError when none can.
   */
  all<T>(work: (endpoint: Endpoint) => Promise<T>): Promise<T[]>
  /** How many have a vote: those that are not known to be down. */
  voters(): number
  /**
   * What at least as many as are needed say, and more than half of those that have a vote: of those that are not
   * known to be down. Where all answers are the same, nodes that ask to wait are not counted. `keyOf` tells whether two say the same. Null when they are divided, or too few. Null is no vote.
   */
  vote<Answer>(answers: readonly (Answer | null)[], keyOf?: (answer: Answer) => string): Answer | null
  /** Of what nodes have reached, in descending order, what the witnesses and most have; null when these are too few. */
  reachedByMost<Answer>(descending: readonly Answer[], answers: number): Answer | null
  /** Why a vote decided nothing: too few have answered, or they contradict each other. `contradiction` says about what. */
  undecided(answers: readonly unknown[], contradiction: string): Undecided
  witnesses(): Witnesses
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
  const needed = witnessesOf(options)

  /** Those that may do the work. */
  function wantedFor({ besides = [], waits = false, able = () => true }: Preference<Endpoint>): Member<Endpoint>[] {
    const candidates = members.filter((member) => able(member.endpoint))
    const others = candidates.filter((member) => !besides.includes(member.endpoint))
    if (needed > 1 && besides.length > 0 && others.every(isAway)) throw noOther(others)
    const patient = others.length > 0 && (waits || needed > 1 || others.some((member) => !member.isDown()))
    return patient ? others : candidates
  }

  /** It need not be asked: it was down, and rests. */
  function isAway(member: Member<Endpoint>): boolean {
    return member.isDown() && isResting(member.health(), elapsed())
  }

  /** Those that are not down; where all are, each may still be right. */
  function voters(): readonly Member<Endpoint>[] {
    const up = members.filter((member) => !member.isDown())
    return up.length > 0 ? up : members
  }

  /** The members to ask, the best first. Throws when all of them asked to wait. */
  function inOrderOf(
    wanted: readonly Member<Endpoint>[],
    { besides = [], after = [] }: Preference<Endpoint> = {},
  ): Member<Endpoint>[] {
    const candidates = wanted.map((member) => ({
      member,
      health: member.health(),
      lags: member.lags(),
      unwanted: besides.includes(member.endpoint) || after.includes(member.endpoint),
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
        if (preference.besides?.includes(member.endpoint) && isContradicted(failures)) break
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
      const up = voters()
      const asked = inOrderOf(up.length < needed ? members : up)
      const outcomes = await Promise.allSettled(asked.map((member) => attempt(member, work, false)))
      return fulfilled(outcomes)
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
    voters: () => voters().length,
    vote(answers, keyOf = String) {
      const { sides, winner } = countVotes(answers, keyOf, rulesFor(voters(), needed))
      if (sides > 1) options.disagreed?.()
      return winner
    },
    reachedByMost: (descending, answers) => reachedByMost(descending, answers, rulesFor(voters(), needed)),
    undecided: (answers, contradiction) => whyUndecided(answers, contradiction, needed),
    witnesses: () => witnessesAmong(members, needed),
    states: () => members.map((member) => member.state()),
  }
}

/** How many have a vote, and how many of these ask to wait. */
function rulesFor<Endpoint>(voters: readonly Member<Endpoint>[], needed: number): Rules {
  return { needed, voters: voters.length, busy: voters.filter((member) => member.isBusy()).length }
}

/** The answers of those that could do the work. Throws the last NodeError when none could, and any other error at once. */
function fulfilled<T>(outcomes: readonly PromiseSettledResult<T>[]): T[] {
  const failures: NodeError[] = []
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue
    if (!(outcome.reason instanceof NodeError)) throw outcome.reason
    failures.push(outcome.reason)
  }
  if (failures.length === outcomes.length) throw nobodyAnswered(failures)
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
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

function witnessesAmong<Endpoint>(members: readonly Member<Endpoint>[], needed: number): Witnesses {
  const missing = members.filter((member) => !member.answers())
  const told = missing.map((member) => `${new URL(member.state().url).host}: ${member.failure() ?? 'stands still'}`)
  return { needed, present: members.length - missing.length, missing: told }
}

function whyUndecided(answers: readonly unknown[], contradiction: string, needed: number): Undecided {
  const votes = answers.filter((answer) => answer !== null).length
  if (votes >= needed) return new Undecided('contradiction', contradiction)
  return new Undecided(
    'unreachable',
    `${contradiction}: ${votes} of the ${needed} that must agree (witnesses) can tell`,
  )
}

/** What one node says waits for another one. */
function noOther<Endpoint>(others: readonly Member<Endpoint>[]): Undecided {
  const reason = others.map((member) => member.failure()).findLast((failure) => failure !== null)
  return new Undecided('unreachable', `no other node answers, and one is not enough: ${reason ?? 'it stands still'}`)
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
