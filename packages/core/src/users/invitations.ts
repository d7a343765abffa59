import type { OpenInvitation } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { toIsoTime } from '../domain/time.ts'
import { requireMerchant } from '../merchants/merchant.ts'
import type { Db } from '../storage/database.ts'
import type { Access } from './access.ts'
import { findInvitationByHash, type InvitationRow } from './invitation-store.ts'
import { findMemberByEmail } from './member-store.ts'
import { compareReach } from './members.ts'
import { offerTotpSecret } from './second-factor.ts'
import type { SessionRow } from './session-store.ts'
import { findConfirmedUser, findUser, hasUsers, toEmailKey } from './store.ts'
import { hashToken, isToken } from './tokens.ts'

/** The invitation of a token that still works. Throws `invalid_invitation`. */
export async function requireInvitation(ctx: Context, db: Db, token: string): Promise<InvitationRow> {
  const found = isToken(token) ? await findInvitationByHash(db, hashToken(token), ctx.now()) : null
  if (found && (await isValid(db, found))) return found
  throw refuseInvitation()
}

/** The link of the first start is void once anybody has an account. That of an owner is for accounts that it may reset. */
async function isValid(db: Db, { kind, invited_by, user_id }: InvitationRow): Promise<boolean> {
  if (kind === 'first') return !(await hasUsers(db))
  if (kind === 'member' || !invited_by.startsWith('usr_')) return true
  return (await compareReach(db, invited_by, user_id)) === 'all'
}

export function refuseInvitation(): CheckoutError {
  const reason = 'This link is wrong, was used, or has expired: ask for another one.'
  return new CheckoutError('invalid_invitation', reason, 'token')
}

/**
 * Describes an invitation for the holder of its link, before it is used. `email`: the address that the holder wants, if
 * the link has none.
 */
export async function describeInvitation(
  access: Access,
  { token, email }: { readonly token: string; readonly email: string | null },
  session: SessionRow | null,
): Promise<OpenInvitation> {
  const { ctx } = access
  const row = await requireInvitation(ctx, ctx.db, token)
  const merchant = row.merchant_id === null ? null : await requireMerchant(ctx.db, row.merchant_id)
  const address = await findAddress(ctx.db, row, email)
  const isNew =
    row.kind !== 'reset' && (address === null || (await findAccount(ctx.db, row, address, session)) === null)
  const needsCredentials = isNew || row.kind === 'reset'
  return {
    object: 'open_invitation',
    merchant: merchant && { id: merchant.id, name: merchant.name },
    role: row.role,
    first: row.kind === 'first',
    email: row.kind === 'reset' ? address : row.email,
    account: row.kind === 'reset' ? 'reset' : isNew ? 'new' : 'existing',
    totp: needsCredentials ? offerTotpSecret(access, row.id, address ?? '') : null,
    expiresAt: toIsoTime(row.expires_at),
  }
}

async function findAddress(db: Db, row: InvitationRow, email: string | null): Promise<string | null> {
  if (row.kind === 'reset') return (await findUser(db, row.user_id))?.email ?? null
  return row.email ?? email
}

/**
 * The account that joins by an invitation, once it is signed in; null if another one is made. It is the one that belongs to
 * the merchant with the address, or has confirmed it. Without such, it is that of the session, if it has the address. Anybody
 * can be invited by a stranger's address, so no other account with it stands in the way.
 */
export async function findAccount(
  db: Db,
  { merchant_id }: Pick<InvitationRow, 'merchant_id'>,
  email: string,
  session: SessionRow | null,
): Promise<{ readonly id: string } | null> {
  const key = toEmailKey(email)
  const entitled = (await findMemberByEmail(db, merchant_id ?? '', key)) ?? (await findConfirmedUser(db, email))
  if (entitled) return entitled
  const own = session && (await findUser(db, session.user_id))
  return own?.email_key === key ? own : null
}
