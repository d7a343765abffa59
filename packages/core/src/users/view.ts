import type { CurrentSession, Region, SignInSession } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { roleScopes } from '../domain/catalog/entitlements.ts'
import { toIsoTime } from '../domain/time.ts'
import { loadSettings } from '../merchants/settings.ts'
import type { Db } from '../storage/database.ts'
import { countPasskeys, countRecoveryCodes, findPassword } from './credential-store.ts'
import { IDLE_MS, LONGEST_MS, RECENT_MS, refuseSession, type SessionRow } from './sessions.ts'
import { findUser, listMemberships } from './store.ts'

/** Describes the user who is signed in, with its merchants and what it may do there. Read anew each time. */
export async function describeSession({ db }: Context, session: SessionRow): Promise<CurrentSession> {
  const user = await findUser(db, session.user_id)
  if (!user) throw refuseSession()
  const memberships = await listMemberships(db, user.id)
  return {
    id: session.id,
    object: 'current_session',
    user: {
      id: user.id,
      email: user.email,
      hasPassword: (await findPassword(db, user.id)) !== null,
      passkeyCount: await countPasskeys(db, user.id),
      recoveryCodesLeft: await countRecoveryCodes(db, user.id),
    },
    merchants: await Promise.all(
      memberships.map(async ({ merchant_id: id, name, role }) => ({
        id,
        name,
        role,
        scopes: [...roleScopes[role]],
        region: { sandbox: await findRegion(db, id, false), production: await findRegion(db, id, true) },
      })),
    ),
    method: session.method,
    authenticatedAt: toIsoTime(session.authenticated_at),
    reauthenticateFrom: toIsoTime(session.authenticated_at + RECENT_MS),
    createdAt: toIsoTime(session.created_at),
    expiresAt: toIsoTime(computeEnd(session)),
  }
}

async function findRegion(db: Db, merchantId: string, livemode: boolean): Promise<Region> {
  const { timeZone, currency } = (await loadSettings(db, { merchantId, livemode })).settings
  return { timeZone, currency }
}

export function toSessionView(session: SessionRow, currentId: string): SignInSession {
  return {
    id: session.id,
    object: 'session',
    current: session.id === currentId,
    method: session.method,
    address: session.address,
    userAgent: session.user_agent,
    createdAt: toIsoTime(session.created_at),
    lastSeenAt: toIsoTime(session.seen_at),
    expiresAt: toIsoTime(computeEnd(session)),
  }
}

/** Returns the time when it ends, unless it is used before. */
function computeEnd({ created_at, seen_at }: SessionRow): number {
  return Math.min(created_at + LONGEST_MS, seen_at + IDLE_MS)
}
