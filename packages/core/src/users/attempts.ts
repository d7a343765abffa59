/**
 * Counts failed sign-ins in the database: for all servers, and over restarts. Addresses are counted whether they have an
 * account or not, by the same statements. Only keyed hashes of them are kept.
 */
import { createHmac } from 'node:crypto'
import { CheckoutError } from '../domain/error.ts'
import { MINUTE_MS } from '../domain/time.ts'
import type { Db, Tx } from '../storage/database.ts'
import type { Access } from './access.ts'
import { deleteFailure, findFailure, insertFailure, readOldestFailure } from './failure-store.ts'

/** Failures count for so long. */
export const COUNTS_MS = 15 * MINUTE_MS
/** Failures at an account by strangers. Those in a browser of its user, and in a session, are counted apart. */
export const MOST_AT_ACCOUNT = 10
const MOST_FROM_ADDRESS = 30
/** Rows that strangers may make. Hashing is slower than what would make as many in the time. */
const MOST_ROWS = 100_000

/**
 * The subject that an attempt counts against. A known browser is limited by itself, so that strangers cannot lock its
 * user out.
 */
export type Attempt = {
  readonly at: readonly ['account' | 'device' | 'session', string]
  /** The part of a stranger's address that limits count by; null for those who are known. */
  readonly network: string | null
  /** The owner of the account; null if there is none. */
  readonly userId: string | null
}

/** Too many failures. `waitMs`: until the next attempt is allowed. */
export class TooManyAttempts extends CheckoutError {
  readonly waitMs: number

  constructor(waitMs: number) {
    super('rate_limited', `Too many attempts: try again in ${formatWait(waitMs)}.`)
    this.waitMs = waitMs
  }
}

function formatWait(waitMs: number): string {
  const minutes = Math.ceil(waitMs / 60_000)
  if (minutes > 120) return `${Math.ceil(minutes / 60)} hours`
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

/** Throws TooManyAttempts. It writes nothing, so further tries cost little. */
export function requireFewFailures(access: Access, attempt: Attempt): Promise<void> {
  return requireFew(access, access.ctx.db, toCounted(access, attempt))
}

/**
 * Counts an attempt as a failure until `giveBack`, so that many at once do not all get in, and a crash forgives none. Throws
 * TooManyAttempts.
 */
export async function takePlace(access: Access, attempt: Attempt): Promise<number> {
  const { ctx } = access
  const counted = toCounted(access, attempt)
  return ctx.transact(async (tx) => {
    await requireFew(access, tx, counted)
    const seq = await insertFailure(tx, { ...counted, user_id: attempt.userId, created_at: ctx.now() })
    if (counted.network !== null && seq - (await readOldestFailure(tx)) >= MOST_ROWS) {
      throw new CheckoutError('rate_limited', 'Too many sign-ins fail at this moment: try again in 15 minutes.')
    }
    return seq
  })
}

/** The attempt was no failure. */
export function giveBack(tx: Tx, { userId }: Attempt, place: number): Promise<void> {
  return deleteFailure(tx, place, userId)
}

type Counted = { readonly account: string; readonly network: string | null }

function toCounted({ keys }: Access, { at, network }: Attempt): Counted {
  const digest = (kind: string, text: string) =>
    createHmac('sha256', keys.failure).update(`${kind} ${text}`).digest('base64url')
  return { account: digest(...at), network: network === null ? null : digest('address', network) }
}

async function requireFew({ ctx }: Access, db: Db, { account, network }: Counted): Promise<void> {
  const now = ctx.now()
  const since = now - COUNTS_MS
  // The failures that fill the limits, if there are so many: a place is free once they count no more.
  const times = [
    await findFailure(db, { account }, since, MOST_AT_ACCOUNT),
    network === null ? null : await findFailure(db, { network }, since, MOST_FROM_ADDRESS),
  ]
  const waitMs = Math.max(...times.map((time) => (time === null ? 0 : time - since)))
  if (waitMs > 0) throw new TooManyAttempts(Math.min(waitMs, COUNTS_MS))
}
