import type { Role } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { roleScopes } from '../domain/catalog/entitlements.ts'
import { CheckoutError } from '../domain/error.ts'
import { readCookie } from '../http/cookies.ts'
import { type ApiRequest, getHeader } from '../http/exchange.ts'
import { requireOwnOrigin } from '../http/origin.ts'
import { isRecent, requireSession, type SessionUse } from '../users/sessions.ts'
import { listMemberships, type Membership } from '../users/store.ts'

/** Requests that a user's sessions may make in a minute. */
export const SESSION_REQUESTS = 600

export type SessionCaller = {
  readonly caller: Pick<Caller, 'merchantId' | 'scopes' | 'isStale'> & { readonly by: `usr_${string}` }
  readonly role: Role
  /** The session's token, which the database has as a hash only. */
  readonly secret: string
}

/**
 * The user of a session, at the merchant that `X-Merchant` names. Session and role are read with each request, so what is
 * taken away ends at once. Throws `missing_api_key`, `invalid_session`, `cross_origin_request`, and what `pickMembership`
 * throws.
 */
export async function authenticateSession(
  ctx: Context,
  request: ApiRequest,
  use: SessionUse = 'noted',
): Promise<SessionCaller> {
  const { publicUrl } = ctx.settings
  const secret = readCookie(request, publicUrl, 'session')
  // There are two of them, or only a name that looks like it.
  if (secret === null)
    throw new CheckoutError('missing_api_key', 'Sign in, or send keys as Authorization and X-Api-Secret.')
  requireOwnOrigin(request, publicUrl)
  const session = await requireSession(ctx, secret, use)
  const { merchant_id, role } = pickMembership(await listMemberships(ctx.db, session.user_id), request)
  return {
    caller: {
      merchantId: merchant_id,
      by: session.user_id as `usr_${string}`,
      scopes: role === 'owner' ? null : roleScopes[role],
      isStale: !isRecent(ctx, session),
    },
    role,
    secret,
  }
}

/** Throws `insufficient_scope` without a merchant, `missing_parameter` for several, `resource_missing` for others' ones. */
function pickMembership(memberships: readonly Membership[], request: ApiRequest): Membership {
  const named = getHeader(request, 'x-merchant')
  const [first, second] = memberships
  if (!first) throw new CheckoutError('insufficient_scope', 'You belong to no merchant: ask an owner to invite you.')
  if (named === undefined && second) {
    const ids = memberships.map(({ merchant_id }) => merchant_id).join(', ')
    throw new CheckoutError('missing_parameter', `Name one of your merchants in X-Merchant: ${ids}.`, 'X-Merchant')
  }
  const found = named === undefined ? first : memberships.find(({ merchant_id }) => merchant_id === named)
  if (found) return found
  throw new CheckoutError('resource_missing', 'X-Merchant: you belong to no such merchant.', 'X-Merchant')
}
