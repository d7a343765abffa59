/** A transaction of ours as other rooms see it: its data, its search, and its end. */

import type { Network } from '../chains/network.ts'
import type { Receipt, SentTransaction, Signer } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import type { Moved } from '../domain/fee.ts'
import type { SendPurpose, SendTrouble } from '../domain/send.ts'
import type { Db, Tx } from '../storage/database.ts'
import { pick } from '../storage/tables.ts'
import { type Account, countOpen, findSendsOfSubject, findSigned, findSubjects, type SendRow } from './store.ts'

/**
 * The columns that a send shows under their own names. `chain` is CAIP-2. `subject` is the id of the object that the send
 * serves, as in `set_...`. A `state` of `queued` has no nonce and nothing signed; `signed` has a nonce, and bytes that may
 * be mined. The others are final; `abandoned` was never signed.
 */
const OWN_NAMES = [
  'id',
  'environment',
  'network',
  'chain',
  'signer',
  'purpose',
  'subject',
  'data',
  'state',
  'nonce',
] as const

/** A queued, pending or ended transaction. Addresses are in lower case, times in milliseconds. */
export type Send = Readonly<Pick<SendRow, (typeof OWN_NAMES)[number]>> & {
  readonly to: string
  /** The hash of the mined transaction; until then, of the newest attempt. Null before the first. */
  readonly hash: string | null
  readonly createdAt: number
  readonly endedAt: number | null
}

export function sendFrom(row: SendRow, newestHash: string | null): Send {
  return {
    ...pick(row, ...OWN_NAMES),
    to: row.to_address,
    hash: row.hash ?? newestHash,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }
}

/** All sends for a subject, past and future, oldest first. */
export async function findSends(db: Db, purpose: SendPurpose, subject: string): Promise<Send[]> {
  const rows = await findSendsOfSubject(db, purpose, subject)
  return rows.map((row) => sendFrom(row, row.newest_hash))
}

/** The subjects of transactions that were signed for a purpose, by hash, whatever their outcome. */
export async function findSubjectsByHash(
  db: Db,
  purpose: SendPurpose,
  hashes: Iterable<string>,
): Promise<Map<string, string>> {
  const rows = await findSubjects(db, purpose, hashes)
  return new Map(rows.map(({ hash, subject }) => [hash, subject]))
}

/** The number of transactions that wait to be signed, and of those that are signed but not final. */
export type OpenSends = { readonly queued: number; readonly signed: number }

/**
 * Finds the time when the oldest signed transaction without a final outcome was enqueued, in milliseconds; null if
 * there is none.
 */
export async function findOldestUnknown(db: Db, network: Network, signer: Signer): Promise<number | null> {
  const [oldest] = await findSigned(db, { network, signer }, { from: 0, limit: 1 })
  return oldest?.created_at ?? null
}

export function countOpenSends(db: Db, network: Network, signer: Signer): Promise<OpenSends> {
  return countOpen(db, { network, signer })
}

/**
 * The end of a send.
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

/**
 * Looks for an object that a key's unknown transaction has paid, and that another key or a wallet is to pay. Makes it an
 * object of this key, with a queued send of the same call. `receipt`: final, and the call succeeded. False if there is
 * none.
 */
type Adopt = (ctx: Context, account: Account, transaction: SentTransaction, receipt: Receipt) => Promise<boolean>

/** A limit of a send's cost, in wei. `trouble`: reported while gas costs more. */
export type OwnLimit = { readonly wei: bigint; readonly trouble: SendTrouble }

/** A limit that other sends of the purpose lower; null without one. */
export type FindLimit = (ctx: Context, network: Network, send: Pick<Send, 'id' | 'subject'>) => Promise<OwnLimit | null>

type OutcomeHandler =
  | HandleOutcome
  | (({ readonly record: HandleOutcome } | { readonly prepare: Prepare }) & {
      readonly findMoved?: FindMoved
      readonly adopt?: Adopt
      readonly findLimit?: FindLimit
    })

/** The handlers of each purpose: for the outcome of sends, for what they move, and for what they may cost. */
export type OutcomeHandlers = Partial<Record<Exclude<SendPurpose, 'fill'>, OutcomeHandler>>
