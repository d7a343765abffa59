import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import type { Tx } from '../storage/database.ts'
import {
  deleteSession,
  deleteUserSessions,
  findSessionByHash,
  insertSession,
  listSessionRows,
  markSeen,
  pruneSessions,
  renewSessionRow,
  type SessionLimits,
  type SessionRow,
} from './session-store.ts'
import { markSignedIn } from './store.ts'
import { generateToken, hashToken, isToken } from './tokens.ts'

export type { SessionRow } from './session-store.ts'

/** A session ends after this time without a request, and after this time in any case. */
export const IDLE_MS = 12 * 3_600_000
export const LONGEST_MS = 30 * 86_400_000
/** The time for which an authentication counts for sensitive changes. */
export const RECENT_MS = 10 * 60_000
/** The last use is written down at most this often. */
const SEEN_EVERY_MS = 60_000
const MAX_USER_AGENT = 300

/** The browser that a request comes from, and the id of the request. */
export type Device = { readonly address: string; readonly userAgent: string; readonly requestId: string }
/** With the mark of an earlier sign-in in it. `network`: the part of its address that limits count by. */
export type MarkedDevice = Device & { readonly network: string; readonly mark: string | null }

/** A session with its token, which nobody is told again. */
export type OpenedSession = { readonly session: SessionRow; readonly token: string }

/** Begins a session. Its token is new: none that a browser sends ever becomes one. */
export async function openSession(
  ctx: Context,
  tx: Tx,
  userId: string,
  method: SessionRow['method'],
  { address, userAgent }: Device,
): Promise<OpenedSession> {
  const now = ctx.now()
  const token = generateToken()
  await pruneSessions(tx, limitsAt(now))
  const session = await insertSession(tx, {
    id: ctx.newId('ses'),
    user_id: userId,
    token_hash: hashToken(token),
    method,
    address,
    user_agent: userAgent.slice(0, MAX_USER_AGENT),
    created_at: now,
    seen_at: now,
    authenticated_at: now,
  })
  await markSignedIn(tx, userId, now)
  return { session, token }
}

/** `noted` if looking at a session counts as its use. What a page does by itself must not keep a session open. */
export type SessionUse = 'noted' | 'unnoted'

/** The session of a token, and notes its use. Throws `invalid_session`. */
export async function requireSession(ctx: Context, token: string, use: SessionUse = 'noted'): Promise<SessionRow> {
  const now = ctx.now()
  const found = isToken(token) ? await findSessionByHash(ctx.db, hashToken(token), limitsAt(now)) : null
  if (!found) throw refuseSession()
  if (use === 'noted' && now - found.seen_at >= SEEN_EVERY_MS) await ctx.transact((tx) => markSeen(tx, found.id, now))
  return found
}

/**
 * Replaces the token of a session, whenever its rights change. `authenticated`: how the user has authenticated again; null
 * if it has not. Throws `invalid_session`.
 */
export async function renewSession(
  ctx: Context,
  tx: Tx,
  session: SessionRow,
  authenticated: SessionRow['method'] | null,
): Promise<OpenedSession> {
  const token = generateToken()
  const now = ctx.now()
  const proof = authenticated && { authenticated_at: now, method: authenticated }
  const changes = { token_hash: hashToken(token), seen_at: now, ...proof }
  if (!(await renewSessionRow(tx, session, changes))) throw refuseSession()
  return { session: { ...session, ...changes }, token }
}

/** Tells whether the user has shown a password or passkey lately. */
export function isRecent(ctx: Context, session: SessionRow): boolean {
  return ctx.now() - session.authenticated_at < RECENT_MS
}

export function listSessions(ctx: Context, userId: string): Promise<SessionRow[]> {
  return listSessionRows(ctx.db, userId, limitsAt(ctx.now()))
}

/** Ends one of a user's sessions at once. Throws `resource_missing`. */
export async function endSession(ctx: Context, userId: string, id: string): Promise<void> {
  if (await ctx.transact((tx) => deleteSession(tx, userId, id))) return
  throw new CheckoutError('resource_missing', 'There is no such session: it may have ended already.')
}

/** Ends all other sessions of a user. */
export async function endOtherSessions(ctx: Context, { user_id, id }: SessionRow): Promise<void> {
  await ctx.transact((tx) => deleteUserSessions(tx, user_id, id))
}

export function refuseSession(): CheckoutError {
  return new CheckoutError('invalid_session', 'The session has ended: sign in again.')
}

function limitsAt(now: number): SessionLimits {
  return { startedBefore: now - LONGEST_MS, unusedSince: now - IDLE_MS }
}
