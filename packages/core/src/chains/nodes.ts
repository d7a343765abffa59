/** The nodes of a network, as the checkout knows them. */

/** The state of one of a network's nodes, for health views. */
export type NodeState = {
  /** Scheme, host and port only: the path and the query can contain keys. */
  readonly url: string
  readonly healthy: boolean
  /** From 0 to 1. Each failure lowers it (many halve it); answers and time restore it. */
  readonly score: number
  /** For how long it is not asked. */
  readonly restingSeconds: number
  /** The last error; null after a success. */
  readonly error: string | null
  readonly latencyMs: number | null
  /** The newest block that it last reported. */
  readonly head: number | null
  /** The number of logs that could not be read and were skipped. */
  readonly malformedLogs: number
  /** How many blocks are requested at once. */
  readonly range: number
}

/** How many nodes must show a block for it to be final, and how many answer now, as far as is known. */
export type Witnesses = {
  readonly needed: number
  readonly present: number
  /** Host and reason of each node that does not answer. */
  readonly missing: readonly string[]
}

/** Asks for no part of the chain, except to compare the nodes. */
export type ChainNodes = {
  /** The configured nodes. */
  states(): readonly NodeState[]
  /** How many nodes must show what is final, and how many answer. */
  witnesses(): Witnesses
  /** Finds the nodes that lag behind the others, so that the others are preferred. */
  compare(): Promise<void>
}
