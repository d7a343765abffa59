import type { OpenInvitation, Role } from '@crypto-checkout/api-types'
import type { Actor, Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { toIsoTime } from '../domain/time.ts'
import { isLoopback } from '../http/origin.ts'
import { requireMerchant } from '../merchants/merchant.ts'
import type { Db, Tx } from '../storage/database.ts'
import type { Access } from './access.ts'
import { findInvitationByHash, type InvitationRow, insertInvitation } from './invitation-store.ts'
import { deriveTotpSecret, describeTotp } from './second-factor.ts'
import { findUser, findUserByEmail, hasUsers } from './store.ts'
import { generateToken, hashToken, isToken } from './tokens.ts'

/** How long links last. Whoever has one without an address chooses it, so such a link lasts shortly. */
const LASTS_MS = { open: 15 * 60_000, addressed: 3 * 86_400_000, reset: 3_600_000 } as const

export type NewInvitation = {
  readonly kind: InvitationRow['kind']
  readonly merchantId: string | null
  readonly role: Role | null
  readonly email: string | null
  /** Whose credentials are reset; null to make a user. */
  readonly userId: string | null
  readonly by: Actor
}

/** An invitation with its link, which is shown only once. */
export type IssuedInvitation = { readonly row: InvitationRow; readonly url: string }

/** Makes a link that works once. */
export async function issueInvitation(ctx: Context, tx: Tx, input: NewInvitation): Promise<IssuedInvitation> {
  const token = generateToken()
  const now = ctx.now()
  const lastsMs = input.kind === 'reset' ? LASTS_MS.reset : input.email === null ? LASTS_MS.open : LASTS_MS.addressed
  const row = await insertInvitation(tx, {
    ...{ id: ctx.newId('inv'), token_hash: hashToken(token), kind: input.kind },
    ...{ merchant_id: input.merchantId, role: input.role, email: input.email },
    ...{ user_id: input.userId ?? ctx.newId('usr'), invited_by: input.by },
    ...{ created_at: now, expires_at: now + lastsMs },
  })
  return { row, url: formatInvitationUrl(ctx, token) }
}

/**
 * Browsers do not send what follows the `#`, so that no log has the token. Passkeys need a name, so a checkout on
 * loopback is named localhost.
 */
function formatInvitationUrl({ settings }: Context, token: string): string {
  const url = new URL(`${settings.publicUrl}/dashboard/invitation#${token}`)
  if (isLoopback(url.hostname)) url.hostname = 'localhost'
  return url.href
}

/** The invitation of a token that still works. Throws `invalid_invitation`. */
export async function requireInvitation(ctx: Context, db: Db, token: string): Promise<InvitationRow> {
  const found = isToken(token) ? await findInvitationByHash(db, hashToken(token), ctx.now()) : null
  // The link of the first start is void once anybody has an account.
  if (found && !(found.kind === 'first' && (await hasUsers(db)))) return found
  throw refuseInvitation()
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
  const totp = describeTotp(deriveTotpSecret(access, token), address ?? '')
  return {
    object: 'open_invitation',
    merchant: merchant && { id: merchant.id, name: merchant.name },
    role: row.role,
    email: row.kind === 'reset' ? address : row.email,
    account: row.kind === 'reset' ? 'reset' : isNew ? 'new' : 'existing',
    totp: isNew || row.kind === 'reset' ? totp : null,
    expiresAt: toIsoTime(row.expires_at),
  }
}

async function findAddress(db: Db, row: InvitationRow, email: string | null): Promise<string | null> {
  if (row.kind === 'reset') return (await findUser(db, row.user_id))?.email ?? null
  return row.email ?? email
}
