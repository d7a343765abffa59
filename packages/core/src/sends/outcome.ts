import type { Receipt } from '../chains/transactor.ts'
import type { Context } from '../context.ts'
import type { SendPurpose } from '../domain/send.ts'
import type { Moved } from '../domain/worth.ts'
import type { Db, Tx } from '../storage/database.ts'
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
export type TellOutcome = (ctx: Context, tx: Tx, send: Send, outcome: SendOutcome) => Promise<void>

/**
 * Asks nodes for what the outcome depends on, before that transaction, and answers what to do in it. Where it throws
 * NodeError the send stays undecided, and it is asked again.
 */
type Prepare = (ctx: Context, send: Send, outcome: SendOutcome) => Promise<(tx: Tx) => Promise<void>>

/** What a send moves, as its order wrote it down; null where that is not known. Its network fee is worth no more. */
type FindMoved = (db: Db, send: Pick<Send, 'id' | 'subject'>) => Promise<Moved | null>

type OutcomeHandler =
  | TellOutcome
  | (({ readonly tell: TellOutcome } | { readonly prepare: Prepare }) & { readonly findMoved?: FindMoved })

/** What each purpose's orders are asked: how sends ended, and what they move. */
export type OutcomeHandlers = Partial<Record<Exclude<SendPurpose, 'fill'>, OutcomeHandler>>
