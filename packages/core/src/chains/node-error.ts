import type { BlockRange } from './refusals.ts'

/**
 * - `unreachable`: no answer, or one of a gateway before a node that does not work
 * - `malformed`: the answer is not JSON-RPC, or not what the method answers
 * - `busy`: it asks to wait
 * - `too_much`: it would answer for fewer blocks
 * - `refused`: it understood and will not or cannot
 * - `behind`: it has not got as far as it was, or another one is
 * - `pruned`: it no longer has what is so old
 * - `wrong_chain`: it serves another chain
 * - `contradiction`: its answers do not fit one another
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
  readonly cause?: unknown
}

/** Anything that is the node's fault. Nothing else is blamed on a node. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly kind: NodeErrorKind
  /** How long a busy node asks to be left alone. */
  readonly retryAfterMs: number | null
  /** Of `too_much`: what the provider says would work. */
  readonly suggestedRange: BlockRange | null
  readonly rpcCode: number | null
  /** Of `unreachable`: time ran out, which too large a question may be the reason for. */
  readonly timedOut: boolean

  constructor(kind: NodeErrorKind, message: string, facts: NodeErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.kind = kind
    this.retryAfterMs = facts.retryAfterMs ?? null
    this.suggestedRange = facts.suggestedRange ?? null
    this.rpcCode = facts.rpcCode ?? null
    this.timedOut = facts.timedOut ?? false
  }
}

/** A node's answer that made its reader throw: `error` is what it threw. */
export function unreadable(what: string, error: unknown): NodeError {
  const why = error instanceof Error ? error.message : String(error)
  return new NodeError('malformed', `${what}: the answer cannot be read: ${why}`, { cause: error })
}

/** An error of the checkout itself, such as one of its database, that occurs while a node is read. No node is blamed for it. */
export class OwnError extends Error {
  override readonly name = 'OwnError'

  constructor(cause: unknown) {
    super('the checkout failed while it read a node', { cause })
  }
}
