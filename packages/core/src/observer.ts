import type { Environment } from './catalog/environments.ts'
import type { EventType } from './wire.ts'

/**
 * What logs and numbers may name of a request that was answered. Nothing that a payer or a merchant sent is in it but
 * ids that were looked for.
 */
export type Answered = {
  /** Upper case, as it was sent. */
  readonly method: string
  /** The path's pattern, as in `/v1/payments/{id}`; `none` where it is none of the checkout's. */
  readonly route: string
  readonly status: number
  /** Milliseconds from the whole request to the whole answer. */
  readonly ms: number
  readonly requestId: string
  readonly paymentId: string | null
  /** The refusal's code; null where nothing was refused. */
  readonly code: string | null
  /** An answer that was kept for its Idempotency-Key. */
  readonly replayed: boolean
}

/** An event that is committed. */
export type Recorded = {
  readonly type: EventType
  readonly environment: Environment
  /** Of what the event tells of; null where it is about no network. */
  readonly network: string | null
  readonly coin: string | null
  /** The payment that it is about; null where it is about none. */
  readonly paymentId: string | null
}

/** Why a transfer pays nothing by itself. */
export type StrayReason = 'other_token' | 'no_memo' | 'unknown_memo' | 'unknown_amount'

/**
 * - `delivered`: accepted with 2xx
 * - `refused`: answered otherwise
 * - `failed`: no answer
 * - `blocked`: its address may not be reached, so nothing was sent
 */
export type AttemptOutcome = 'delivered' | 'refused' | 'failed' | 'blocked'

/** A transaction of this checkout's own has ended. */
type Ended = {
  readonly environment: Environment
  readonly network: string
  /** Of the key that signs; display form. */
  readonly address: string
  readonly outcome: string
  /** What it cost, in wei; null where none of its bytes were mined. */
  readonly cost: bigint | null
}

/** One try to deliver an event. */
export type Attempted = {
  readonly outcome: AttemptOutcome
  readonly deliveryId: string
  /** Of what the event is about; null where it is about none. */
  readonly paymentId: string | null
}

/** Hears of what operators count, when it happens and at once. What it throws is nobody's to catch. */
export type Observer = {
  answered(answered: Answered): void
  recorded(event: Recorded): void
  /** A transfer to a watched wallet was recorded that pays nothing by itself. */
  strayed(stray: { readonly environment: Environment; readonly network: string; readonly reason: StrayReason }): void
  /** A chain was reorganised, and so many of its blocks that were read are no longer on it. */
  reorganised(where: { readonly environment: Environment; readonly network: string }, blocks: number): void
  /**
   * A node was asked. `host`: its host and port only. `method`: as JSON-RPC names it, of Horizon how and below which path.
   * `outcome`: `ok`, or the kind of its failure.
   */
  asked(host: string, method: string, outcome: string): void
  /** Nodes were asked about the same, and contradicted one another. */
  disagreed(where: { readonly environment: Environment; readonly network: string }): void
  /** A webhook was sent once. */
  attempted(attempt: Attempted): void
  ended(send: Ended): void
  /** Work was committed, so many milliseconds after it was handed over: it waits for what is under way. */
  committed(ms: number): void
}

const nothing = () => {}

/** Counts nothing. */
export const silent: Observer = {
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
