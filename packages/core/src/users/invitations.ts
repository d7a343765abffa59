import type { OpenInvitation } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { toIsoTime } from '../domain/time.ts'
import { requireMerchant } from '../merchants/merchant.ts'
import type { Db } from '../storage/database.ts'
import type { Access } from './access.ts'
import { findInvitationByHash, type InvitationRow } from './invitation-store.ts'
import { compareReach } from './reach.ts'
import { offerTotpSecret } from './second-factor.ts'
import { findUser, findUserByEmail, hasUsers } from './store.ts'
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

/** What the holder of a link sees before it is used. `email`: the address that the holder wants, if the link has none. */
export async function describeInvitation(access: Access, token: string, email: string | null): Promise<OpenInvitation> {
  const { ctx } = access
  const row = await requireInvitation(ctx, ctx.db, token)
  const merchant = row.merchant_id === null ? null : await requireMerchant(ctx.db, row.merchant_id)
  const address = await findAddress(ctx.db, row, email)
  const isNew = row.kind !== 'reset' && (address === null || (await findUserByEmail(ctx.db, address)) === null)
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
