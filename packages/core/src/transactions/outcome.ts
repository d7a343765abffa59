import type { Receipt } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import type { SendPurpose } from '../domain/send.ts'
import type { Moved } from '../domain/worth.ts'
import type { Db, Tx } from '../storage/database.ts'
import type { Send } from './send.ts'

/**
 * How a send ended.
 * - `succeeded`, `reverted`: it was mined, finally
 * - `replaced`: another transaction finally used its nonce; it will never be mined
 * - `refused`: it was never signed, because its contract would refuse it
 */
export type SendOutcome =
  | { readonly kind: 'succeeded' | 'reverted'; readonly hash: string; readonly receipt: Receipt }
  | { readonly kind: 'replaced' | 'refused'; readonly reason: string }

/**
 * Called once for each send of a purpose, in the transaction that ends it. If it throws, both are rolled back, and it
 * is called again.
 */
export type HandleOutcome = (ctx: Context, tx: Tx, send: Send, outcome: SendOutcome) => Promise<void>

/**
 * Requests from nodes what the outcome depends on, before that transaction, and returns the work for it. If it throws
 * NodeError, the send stays undecided, and it is called again.
 */
type Prepare = (ctx: Context, send: Send, outcome: SendOutcome) => Promise<(tx: Tx) => Promise<void>>

/**
 * The coins that a send moves, as recorded with its order; null if that is not known. Its network fee may not exceed
 * their value.
 */
type FindMoved = (db: Db, send: Pick<Send, 'id' | 'subject'>) => Promise<Moved | null>

type OutcomeHandler =
  | HandleOutcome
  | (({ readonly record: HandleOutcome } | { readonly prepare: Prepare }) & { readonly findMoved?: FindMoved })

/** The handlers of each purpose: for the outcome of sends, and for what they move. */
export type OutcomeHandlers = Partial<Record<Exclude<SendPurpose, 'fill'>, OutcomeHandler>>
