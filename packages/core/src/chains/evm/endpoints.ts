import type { Finality } from '../../catalog/networks.ts'
import type { BlockRef, NodeState } from '../chain.ts'
import { decodeQuantity } from './decode.ts'
import {
  afterFailure,
  afterSuccess,
  type EndpointHealth,
  inOrder,
  isResting,
  isWell,
  newHealth,
  scoreAt,
} from './endpoint-health.ts'
import { type EvmNode, evmNode } from './node.ts'
import { NodeError, type Rpc } from './rpc.ts'

/** One node of a network. It is believed only while it serves the network's chain. */
export type Endpoint = { readonly node: EvmNode; readonly rpc: Rpc }

/** The nodes of a network. */
export type Endpoints = {
  /**
   * Runs the work with one endpoint after the other, the best first, until one does it. All that the
   * work asks is asked of that endpoint, so that answers of two nodes never mix. Throws the last
   * NodeError when none can; an error that is none is thrown at once and blames nobody.
   * `besides` is asked last: a second opinion is another node's where there is one.
   */
  use<T>(work: (endpoint: Endpoint) => Promise<T>, preference?: { readonly besides?: Endpoint }): Promise<T>
  /** What every endpoint that can do the work answers, for a vote. Throws the last NodeError when none can. */
  all<T>(work: (endpoint: Endpoint) => Promise<T>): Promise<T[]>
  /**
   * Asks every endpoint that does not rest how far it has got. One that stands still fails at nothing:
   * only beside the others it shows. Those that do not answer have their blame.
   */
  compare(): Promise<void>
  states(): NodeState[]
}

type EndpointsOptions = {
  /** The preferred one first. */
  readonly urls: readonly string[]
  readonly chainId: number
  readonly connect: (url: string) => Rpc
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  readonly tokens: readonly string[]
  readonly finality: Finality
}

type Member = {
  readonly endpoint: Endpoint
  health(): EndpointHealth
  /** Whether it was far behind another one when it named its newest or its final block last. */
  lags(): boolean
  /** Compares what it named last with what the others did. */
  judge(): void
  succeeded(): void
  failed(error: NodeError): void
  state(): NodeState
}

/** No endpoint did the work. Each has had its blame: within another work this blames nobody anew. */
class NobodyAnswered extends NodeError {}

/** So many blocks a node may be behind the others before they are preferred. */
const MAX_LAG_BLOCKS = 3
/** The same for what is final, which comes in epochs of 32 blocks on Ethereum. */
const MAX_FINAL_LAG_BLOCKS = 40
const LAG_REMEMBERED_MS = 30_000

/** What an endpoint named last. Null before that; as final also while it can not tell. */
type Place = { head: number | null; final: number | null }

export function openEndpoints(options: EndpointsOptions): Endpoints {
  const { elapsed } = options
  const places: Place[] = []
  const members = options.urls.map((url) => openMember(url, options, places))

  /** The members to ask, the best first. Throws when all of them asked to wait. */
  function toAsk(besides?: Endpoint): Member[] {
    const candidates = members.map((member) => ({
      member,
      health: member.health(),
      lags: member.lags(),
      unwanted: member.endpoint === besides,
    }))
    const ordered = inOrder(candidates, elapsed()).map(({ member }) => member)
    if (ordered.length > 0) return ordered
    const waitMs = Math.min(...candidates.map(({ health }) => health.restsUntil)) - elapsed()
    throw new NobodyAnswered('busy', `all nodes ask to wait, for ${Math.ceil(waitMs / 1_000)} s`, {
      retryAfterMs: waitMs,
    })
  }

  return {
    async use(work, { besides } = {}) {
      const failures: NodeError[] = []
      for (const member of toAsk(besides)) {
        try {
          return await attempt(member, work)
        } catch (error) {
          if (!(error instanceof NodeError)) throw error
          failures.push(error)
        }
      }
      throw nobodyAnswered(failures)
    },
    async all(work) {
      const outcomes = await Promise.allSettled(toAsk().map((member) => attempt(member, work)))
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
          attempt(member, async ({ node }) => {
            await node.finalNumber(await node.head())
            return member
          }),
        ),
      )
      for (const outcome of outcomes) {
        if (outcome.status === 'fulfilled') outcome.value.judge()
        else if (!(outcome.reason instanceof NodeError)) throw outcome.reason
      }
    },
    states: () => members.map((member) => member.state()),
  }
}

function nobodyAnswered(failures: readonly NodeError[]): NobodyAnswered {
  const last = failures.at(-1)
  return new NobodyAnswered(last?.kind ?? 'unreachable', last?.message ?? 'there is no node', last)
}

async function attempt<T>(member: Member, work: (endpoint: Endpoint) => Promise<T>): Promise<T> {
  try {
    const answer = await work(member.endpoint)
    member.succeeded()
    return answer
  } catch (error) {
    if (error instanceof NodeError && !(error instanceof NobodyAnswered)) member.failed(error)
    throw error
  }
}

/** Whether an endpoint is so far behind another one that the other is preferred. */
function isFarBehind(place: Place, places: readonly Place[]): boolean {
  const head = Math.max(...places.map((one) => one.head ?? 0))
  const final = Math.max(...places.map((one) => one.final ?? -1))
  if (head - (place.head ?? head) > MAX_LAG_BLOCKS) return true
  return place.final === null ? final >= 0 : final - place.final > MAX_FINAL_LAG_BLOCKS
}

function openMember(url: string, options: EndpointsOptions, places: Place[]): Member {
  const { elapsed } = options
  const place: Place = { head: null, final: null }
  places.push(place)
  let health = newHealth
  let error: string | null = null
  let latencyMs: number | null = null
  let lagsUntil = 0

  const rpc = onChain(
    options.chainId,
    timed(options.connect(url), elapsed, (ms) => (latencyMs = ms)),
  )
  const node = evmNode(rpc, options.tokens, options.finality)

  function judge(): void {
    lagsUntil = isFarBehind(place, places) ? elapsed() + LAG_REMEMBERED_MS : 0
  }

  async function head() {
    const named = await node.head()
    place.head = named.number
    return named
  }

  /** Asked after the head: both are compared with what the others have named. */
  async function finalNumber(newest: BlockRef) {
    place.final = await node.finalNumber(newest)
    judge()
    return place.final
  }

  return {
    endpoint: { node: { ...node, head, finalNumber }, rpc },
    health: () => health,
    lags: () => lagsUntil > elapsed(),
    judge,
    succeeded() {
      health = afterSuccess(health, elapsed())
      error = null
    },
    failed(failure) {
      health = afterFailure(health, failure, elapsed(), options.urls.length === 1)
      error = failure.message
    },
    state() {
      const now = elapsed()
      const restingMs = isResting(health, now) ? health.restsUntil - now : 0
      const score = Math.round(scoreAt(health, now) * 100) / 100
      const counts = { malformedLogs: node.malformedLogs(), range: node.range() }
      const restingSeconds = Math.ceil(restingMs / 1_000)
      return {
        url: originOf(url),
        healthy: isWell(health, now),
        score,
        restingSeconds,
        error,
        latencyMs,
        head: place.head,
        ...counts,
      }
    },
  }
}

/** Believes a node only while it serves the expected chain: asked first, and again after each failure. */
function onChain(chainId: number, rpc: Rpc): Rpc {
  let checked: Promise<void> | null = null

  async function check(): Promise<void> {
    const answered = decodeQuantity(await rpc('eth_chainId', []))
    if (answered === chainId) return
    throw new NodeError('wrong_chain', `the node serves chain ${answered}, not ${chainId}: check rpcUrls`)
  }

  function forget(): void {
    checked = null
  }

  return async (method, params) => {
    checked ??= check().catch((error: unknown) => {
      forget()
      throw error
    })
    await checked
    try {
      return await rpc(method, params)
    } catch (error) {
      if (!(error instanceof NodeError && (error.kind === 'refused' || error.kind === 'too_much'))) forget()
      throw error
    }
  }
}

function timed(rpc: Rpc, elapsed: () => number, note: (ms: number) => void): Rpc {
  return async (method, params) => {
    const begun = elapsed()
    const answer = await rpc(method, params)
    note(Math.round(elapsed() - begun))
    return answer
  }
}

function originOf(url: string): string {
  return new URL(url).origin
}
