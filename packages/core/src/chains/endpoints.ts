import {
  countNeededWitnesses,
  type Member,
  type MemberOptions,
  type NodeProgressByUrl,
  openMember,
} from './endpoint.ts'
import { isResting, rankCandidates } from './endpoint-health.ts'
import { createUnreadableError, NodeError } from './node-error.ts'
import type { NodeState, Witnesses } from './roles.ts'
import { countVotes, findMajorityValue, type Rules } from './votes.ts'

type Preference<Endpoint> = {
  /** Endpoints that have done the work already: another one is wanted. */
  readonly besides?: readonly Endpoint[]
  /** Never ask one of `besides`, even while the others are down, unless there are no others. */
  readonly waits?: boolean
  /** These are asked only if the others fail. */
  readonly after?: readonly Endpoint[]
  /** Only endpoints that can do the work; at least one must. */
  readonly able?: (endpoint: Endpoint) => boolean
}

/**
 * The nodes of a network, as a family of chains uses them. A node is believed only while it serves the network's chain.
 */
export type Endpoints<Endpoint> = {
  /**
   * Runs the work with one endpoint after the other, the best first, until one succeeds. All requests of a run go to
   * the same endpoint, so answers of two nodes never mix. Throws the last NodeError when all fail. Any error while
   * reading an answer counts as the node's malformed answer. An error of the checkout itself, such as OwnError, is
   * thrown at once and penalises no node.
   * `besides` are not asked if two witnesses are needed, nor while another endpoint is not known to be down. A second
   * reading must come from another node, and a short silence is not agreement. Neither are they asked after another
   * node failed with a contradiction.
   * A failure `pruned` is thrown only if all endpoints that are not down reported it.
   */
  use<T>(work: (endpoint: Endpoint) => Promise<T>, preference?: Preference<Endpoint>): Promise<T>
  some(able: (endpoint: Endpoint) => boolean): boolean
  /**
   * The answers of all endpoints that have a vote and can do the work. If these are fewer than the witnesses needed,
   * those that are down are tried again. Throws the last NodeError when all fail.
   */
  all<T>(work: (endpoint: Endpoint) => Promise<T>): Promise<T[]>
  /** The number of endpoints with a vote: those that are not known to be down. */
  voters(): number
  /**
   * The answer of at least as many as are needed, and of more than half of those with a vote: those not known to be
   * down. If all answers are the same, nodes that ask to wait are not counted. `toIdentityKey` decides which answers are the
   * same. Null when the votes are divided or too few. A null answer is no vote.
   */
  vote<Answer>(answers: readonly (Answer | null)[], keyOf?: (answer: Answer) => string): Answer | null
  /**
   * The first value, in descending order, that the witnesses and most nodes have reached; null when there are too few.
   */
  reachedByMost<Answer>(descending: readonly Answer[], answers: number): Answer | null
  /**
   * The reason for a vote that decided nothing: too few have answered, or they contradict each other. `contradiction`
   * names the subject.
   */
  undecided(answers: readonly unknown[], contradiction: string): Undecided
  witnesses(): Witnesses
  /**
   * Asks every endpoint that does not rest for its newest blocks. A node that stands still does not fail, so only a
   * comparison with the others shows it. Nodes that do not answer are penalised.
   */
  compare(): Promise<void>
  states(): NodeState[]
}

type EndpointsOptions<Endpoint> = MemberOptions<Endpoint> & {
  /** Called when voters contradict each other. */
  readonly disagreed?: (() => void) | undefined
}

/**
 * No endpoint did the work, or the votes are divided. The endpoints are already penalised: inside other work this error
 * ends that work and penalises no further node.
 */
export class Undecided extends NodeError {}

export function openEndpoints<Endpoint>(options: EndpointsOptions<Endpoint>): Endpoints<Endpoint> {
  return new Pool(options)
}

class Pool<Endpoint> implements Endpoints<Endpoint> {
  readonly #options: EndpointsOptions<Endpoint>
  readonly #members: readonly Member<Endpoint>[]
  /** The number of nodes that must agree. */
  readonly #needed: number

  constructor(options: EndpointsOptions<Endpoint>) {
    const places: NodeProgressByUrl = new Map()
    this.#options = options
    this.#members = options.urls.map((url) => openMember(url, options, places))
    this.#needed = countNeededWitnesses(options)
  }

  async use<T>(work: (endpoint: Endpoint) => Promise<T>, preference: Preference<Endpoint> = {}): Promise<T> {
    const wanted = this.#wantedFor(preference)
    const failures = new Map<Member<Endpoint>, NodeError>()
    for (const member of this.#orderBy(wanted, preference)) {
      // A node that another one contradicts must not confirm itself.
      if (preference.besides?.includes(member.endpoint) && isContradicted(failures)) break
      try {
        return await attempt(member, work)
      } catch (error) {
        if (!(error instanceof NodeError) || error instanceof Undecided) throw error
        failures.set(member, error)
      }
    }
    throw whyNobody(wanted, failures)
  }

  some(able: (endpoint: Endpoint) => boolean): boolean {
    return this.#members.some((member) => able(member.endpoint))
  }

  async all<T>(work: (endpoint: Endpoint) => Promise<T>): Promise<T[]> {
    const up = this.#listVoters()
    const asked = this.#orderBy(up.length < this.#needed ? this.#members : up)
    const outcomes = await Promise.allSettled(asked.map((member) => attempt(member, work, false)))
    return fulfilled(outcomes)
  }

  async compare(): Promise<void> {
    const now = this.#options.elapsed()
    const awake = this.#members.filter((member) => !isResting(member.health(), now))
    const outcomes = await Promise.allSettled(awake.map((member) => attempt(member, () => member.locate(), false)))
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') awake[index]?.updateLag()
      else if (!(outcome.reason instanceof NodeError)) throw outcome.reason
    }
  }

  voters(): number {
    return this.#listVoters().length
  }

  vote<Answer>(answers: readonly (Answer | null)[], keyOf: (answer: Answer) => string = String): Answer | null {
    const { sides, winner } = countVotes(answers, keyOf, rulesFor(this.#listVoters(), this.#needed))
    if (sides > 1) this.#options.disagreed?.()
    return winner
  }

  reachedByMost<Answer>(descending: readonly Answer[], answers: number): Answer | null {
    return findMajorityValue(descending, answers, rulesFor(this.#listVoters(), this.#needed))
  }

  undecided(answers: readonly unknown[], contradiction: string): Undecided {
    return whyUndecided(answers, contradiction, this.#needed)
  }

  witnesses(): Witnesses {
    return witnessesAmong(this.#members, this.#needed)
  }

  states(): NodeState[] {
    return this.#members.map((member) => member.state())
  }

  /** The endpoints that may do the work. */
  #wantedFor({ besides = [], waits = false, able = () => true }: Preference<Endpoint>): Member<Endpoint>[] {
    const candidates = this.#members.filter((member) => able(member.endpoint))
    const others = candidates.filter((member) => !besides.includes(member.endpoint))
    const needsSecond = this.#needed > 1
    if (needsSecond && besides.length > 0 && others.every((member) => this.#isAway(member))) throw noOther(others)
    const patient = others.length > 0 && (waits || needsSecond || others.some((member) => !member.isDown()))
    return patient ? others : candidates
  }

  /** Was down and rests, so it need not be asked. */
  #isAway(member: Member<Endpoint>): boolean {
    return member.isDown() && isResting(member.health(), this.#options.elapsed())
  }

  /** The endpoints that are not down. If all are down, any of them may still be right. */
  #listVoters(): readonly Member<Endpoint>[] {
    const up = this.#members.filter((member) => !member.isDown())
    return up.length > 0 ? up : this.#members
  }

  /** The members to ask, the best first. Throws when all of them asked to wait. */
  #orderBy(
    wanted: readonly Member<Endpoint>[],
    { besides = [], after = [] }: Preference<Endpoint> = {},
  ): Member<Endpoint>[] {
    const candidates = wanted.map((member) => ({
      member,
      health: member.health(),
      lags: member.lags(),
      unwanted: besides.includes(member.endpoint) || after.includes(member.endpoint),
    }))
    const ordered = rankCandidates(candidates, this.#options.elapsed()).map(({ member }) => member)
    if (ordered.length > 0) return ordered
    const waitMs = Math.min(...candidates.map(({ health }) => health.restsUntil)) - this.#options.elapsed()
    throw new Undecided('busy', `all nodes ask to wait, for ${Math.ceil(waitMs / 1_000)} s`, {
      retryAfterMs: waitMs,
    })
  }
}

/** Counts those with a vote, and those of them that ask to wait. */
function rulesFor<Endpoint>(voters: readonly Member<Endpoint>[], needed: number): Rules {
  return { needed, voters: voters.length, busy: voters.filter((member) => member.isBusy()).length }
}

/** The answers of the endpoints that succeeded. Throws the last NodeError if none did, and any other error at once. */
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

/** Reports `pruned` only if all endpoints that are not down reported it. */
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

/** One node's answer needs a second node, and there is none. */
function noOther<Endpoint>(others: readonly Member<Endpoint>[]): Undecided {
  const reason = others.map((member) => member.failure()).findLast((failure) => failure !== null)
  return new Undecided('unreachable', `no other node answers, and one is not enough: ${reason ?? 'it stands still'}`)
}

function nobodyAnswered(failures: readonly NodeError[]): Undecided {
  const last = failures.at(-1)
  return new Undecided(last?.kind ?? 'unreachable', last?.message ?? 'there is no node', last)
}

/** `redeems`: success makes up for earlier failures. Answering a vote does not prove that the node can be read. */
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
    const error = isOfLanguage(thrown) ? createUnreadableError('the node', thrown) : thrown
    if (error instanceof NodeError && !(error instanceof Undecided)) member.failed(error)
    throw error
  }
}

/**
 * Errors that JavaScript throws when a value is not what its reader expects. A run reads nothing but the node's
 * answers.
 */
function isOfLanguage(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
}
