import type { Recipients } from './chain.ts'
import type { BlockRange } from './refusals.ts'

/**
 * - `unreachable`: no answer, or an error of a gateway in front of a broken node
 * - `malformed`: the answer is not JSON-RPC, or not what the method returns
 * - `busy`: it asks the client to wait
 * - `too_much`: it would answer for fewer blocks
 * - `refused`: it understood the request and will not or cannot answer
 * - `behind`: it is behind its own earlier state, or behind another node
 * - `pruned`: it no longer has blocks that old
 * - `wrong_chain`: it serves another chain
 * - `contradiction`: its answers contradict one another
 */
type NodeErrorKind =
  | 'unreachable'
  | 'malformed'
  | 'busy'
  | 'too_much'
  | 'refused'
  | 'behind'
  | 'pruned'
  | 'wrong_chain'
  | 'contradiction'

type NodeErrorFacts = {
  readonly retryAfterMs?: number | null
  readonly suggestedRange?: BlockRange | null
  readonly rpcCode?: number | null
  readonly timedOut?: boolean
  readonly status?: number | null
  readonly cause?: unknown
}

/** Any fault of a node. No other error is blamed on a node. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly kind: NodeErrorKind
  /** The time that a busy node asks the client to wait. */
  readonly retryAfterMs: number | null
  /** For `too_much`: the range that the provider suggests. */
  readonly suggestedRange: BlockRange | null
  readonly rpcCode: number | null
  /** For `unreachable`: it timed out. A request for too much can be the reason. */
  readonly timedOut: boolean
  /** The HTTP status of the node's answer; null without one. */
  readonly status: number | null

  constructor(kind: NodeErrorKind, message: string, facts: NodeErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.kind = kind
    this.retryAfterMs = facts.retryAfterMs ?? null
    this.suggestedRange = facts.suggestedRange ?? null
    this.rpcCode = facts.rpcCode ?? null
    this.timedOut = facts.timedOut ?? false
    this.status = facts.status ?? null
  }
}

/** A node's answer that made its reader throw `error`. */
export function createUnreadableError(what: string, error: unknown): NodeError {
  const why = error instanceof Error ? error.message : String(error)
  return new NodeError('malformed', `${what}: the answer cannot be read: ${why}`, { cause: error })
}

/** An error of the checkout itself, such as one of its database, while it reads a node. No node is penalised for it. */
export class OwnError extends Error {
  override readonly name = 'OwnError'

  constructor(cause: unknown) {
    super('the checkout failed while it read a node', { cause })
  }
}

/** Reads with recipients whose errors penalise no node and are rethrown unchanged. */
export async function readGuarded<T>(recipients: Recipients, read: (guarded: Recipients) => Promise<T>): Promise<T> {
  try {
    return await read({
      all: () => recipients.all().catch(rejectAsOwn),
      intersect: (addresses) => recipients.intersect(addresses).catch(rejectAsOwn),
    })
  } catch (error) {
    throw error instanceof OwnError ? error.cause : error
  }
}

function rejectAsOwn(error: unknown): never {
  throw new OwnError(error)
}
