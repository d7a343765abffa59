import type { Context } from '../context/context.ts'
import { hasScope, roleScopes } from '../domain/catalog/entitlements.ts'
import { CheckoutError } from '../domain/error.ts'
import { readCookie } from '../http/cookies.ts'
import { type ApiRequest, isReading } from '../http/exchange.ts'
import { requireOwnOrigin } from '../http/origin.ts'
import type { Cashier } from '../payments/links/pay.ts'
import { listMemberships } from '../users/store.ts'

/** The cashier who takes payments for a merchant, or the reason for which nobody does: no session, or no right to. */
type Access = { readonly status: 200; readonly cashier: Cashier } | { readonly status: 401 | 403 }

/** Finds the user of a request's session. A change needs the proof that a page of the checkout itself made it. */
export async function findCashier(ctx: Context, request: ApiRequest, merchantId: string): Promise<Access> {
  const { publicUrl } = ctx.settings
  const secret = ctx.settings.dashboard ? readCookie(request, publicUrl, 'session') : null
  if (secret === null) return { status: 401 }
  try {
    if (!isReading(request)) requireOwnOrigin(request, publicUrl)
    // Loaded with the first session: most servers have none.
    const { requireSession } = await import('../users/sessions.ts')
    const { user_id } = await requireSession(ctx, secret)
    const role = (await listMemberships(ctx.db, user_id)).find((one) => one.merchant_id === merchantId)?.role
    if (role === undefined || !hasScope(roleScopes[role], 'payments:create')) return { status: 403 }
    const by = user_id as `usr_${string}`
    return { status: 200, cashier: { by, request: { id: null, address: request.address } } }
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    return { status: error.code === 'invalid_session' ? 401 : 403 }
  }
}
