import type { EventType } from '@crypto-checkout/api-types'
import type { Environment } from '../domain/catalog/networks.ts'
import type { Tx } from '../storage/database.ts'

/**
 * The parts of an answered request that logs and metrics may name. Of the data that payers and merchants sent, it
 * contains only ids that were looked up.
 */
export type Answered = {
  /** Upper case, as sent. */
  readonly method: string
  /** The path's pattern, as in `/v1/payments/{id}`; `none` if the path is not the checkout's. */
  readonly route: string
  readonly status: number
  /** Milliseconds from the complete request to the complete answer, less the time that it waited for a change. */
  readonly ms: number
  readonly requestId: string
  readonly paymentId: string | null
  /** The refusal's code; null if the request was not refused. */
  readonly code: string | null
  /** True if the answer was stored for its Idempotency-Key. */
  readonly replayed: boolean
}

/** An event that is committed. */
export type Recorded = {
  readonly type: EventType
  readonly environment: Environment
  /** The network of the event's resource; null if it has none. */
  readonly network: string | null
  readonly coin: string | null
  /** The payment of the event's resource; null if it has none. */
  readonly paymentId: string | null
}

/** The reason for which a transfer is unattributed. */
export type StrayReason = 'other_token' | 'no_memo' | 'unknown_memo' | 'unknown_amount' | 'own_wallet'

/**
 * - `delivered`: accepted with 2xx
 * - `refused`: answered otherwise
 * - `failed`: no answer
 * - `blocked`: its address may not be reached, so nothing was sent
 */
export type AttemptOutcome = 'delivered' | 'refused' | 'failed' | 'blocked'

/** The end of one of the checkout's own transactions. */
type Ended = {
  readonly environment: Environment
  readonly network: string
  /** The address of the signing key, in display form. */
  readonly address: string
  readonly outcome: string
  /** Its cost in wei; null if none of its attempts was mined. */
  readonly cost: bigint | null
}

/** One attempt to deliver an event. */
export type Attempted = {
  readonly outcome: AttemptOutcome
  readonly deliveryId: string
  /** The payment of the event's resource; null if it has none. */
  readonly paymentId: string | null
}

/** Called synchronously with everything that operators count. Its errors are not caught. */
export type Observer = {
  answered(answered: Answered): void
  recorded(event: Recorded): void
  /** An unattributed transfer to a watched wallet was recorded. */
  strayed(stray: { readonly environment: Environment; readonly network: string; readonly reason: StrayReason }): void
  /** A chain was reorganised, and this many of its read blocks are no longer on it. */
  reorganised(where: { readonly environment: Environment; readonly network: string }, blocks: number): void
  /**
   * A request to a node. `host`: its host and port only. `method`: JSON-RPC's name, or for Horizon the HTTP method and
   * the path's prefix. `outcome`: `ok`, or the kind of its failure.
   */
  asked(host: string, method: string, outcome: string): void
  /** Nodes contradicted one another in their answers to the same request. */
  disagreed(where: { readonly environment: Environment; readonly network: string }): void
  /** A webhook was sent once. */
  attempted(attempt: Attempted): void
  ended(send: Ended): void
  /** Work was committed this many milliseconds after it was submitted: it waits for the current commit. */
  committed(ms: number): void
}

const nothing = () => {}

/** Ignores everything. */
export const silentObserver: Observer = {
  answered: nothing,
  recorded: nothing,
  strayed: nothing,
  reorganised: nothing,
  asked: nothing,
  disagreed: nothing,
  attempted: nothing,
  ended: nothing,
  committed: nothing,
}

type Telling = (observer: Observer) => void

/** Pieces of work that share a transaction run one after the other. New hooks belong to the piece that began last. */
const told = new WeakMap<Tx, Telling[]>()

/** Starts collecting after-commit hooks for a piece of work. Hooks of a piece that failed or is retried are dropped. */
export function collectAfterCommit(tx: Tx): readonly Telling[] {
  const tellings: Telling[] = []
  told.set(tx, tellings)
  return tellings
}

/** Calls observers after the commit. */
export function runAfterCommit(tx: Tx, telling: Telling): void {
  told.get(tx)?.push(telling)
}
