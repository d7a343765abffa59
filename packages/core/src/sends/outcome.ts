import type { Receipt } from '../chains/transactor.ts'
import type { Context } from '../context.ts'
import type { SendPurpose } from '../domain/send.ts'
import type { Tx } from '../storage/database.ts'
import type { Send } from './send.ts'

/**
 * How a send ended.
 * - `succeeded`, `reverted`: it was mined, finally
 * - `replaced`: its nonce was finally used by a transaction that is none of its own; it will never be mined
 * - `refused`: nothing was ever signed, because its contract would refuse it
 */
export type SendOutcome =
  | { readonly kind: 'succeeded' | 'reverted'; readonly hash: string; readonly receipt: Receipt }
  | { readonly kind: 'replaced' | 'refused'; readonly reason: string }

/**
 * Hears of each send of a purpose once, in the transaction that ends it. What it throws undoes both,
 * and it is told again.
 */
type Tell = (ctx: Context, tx: Tx, send: Send, outcome: SendOutcome) => Promise<void>

/**
 * Asks nodes for what the outcome depends on, before that transaction, and answers what to do in it. Where it throws
 * NodeError the send stays undecided, and it is asked again.
 */
type Prepare = (ctx: Context, send: Send, outcome: SendOutcome) => Promise<(tx: Tx) => Promise<void>>

type OutcomeHandler = Tell | { readonly prepare: Prepare }

export type OutcomeHandlers = Partial<Record<Exclude<SendPurpose, 'fill'>, OutcomeHandler>>
