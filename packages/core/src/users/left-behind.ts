import type { LeftBehind, List } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { toList } from '../http/fields.ts'
import { findMemberRow, listLeft } from './member-store.ts'
import { mayChangeUsers } from './rights.ts'
import type { SessionRow } from './sessions.ts'
import { listMemberships } from './store.ts'

/**
 * The webhooks and payment links that a user, or a key that it made, has left at a merchant and that are on, for those who
 * may change its users. Throws `resource_missing`.
 */
export async function listLeftBehind(
  { db }: Context,
  { user_id }: SessionRow,
  { merchant, user }: { readonly merchant: string; readonly user: string },
): Promise<List<LeftBehind>> {
  const own = (await listMemberships(db, user_id)).find(({ merchant_id }) => merchant_id === merchant)
  if (!own || !mayChangeUsers(own.role) || !(await findMemberRow(db, merchant, user)))
    throw new CheckoutError('resource_missing', 'There is no such user of a merchant that you own.', 'user')
  return toList(
    (await listLeft(db, merchant, user)).map(({ operation, livemode, url, title }) => ({
      object: operation === 'createWebhook' ? ('webhook' as const) : ('payment_link' as const),
      name: url ?? title ?? '',
      livemode,
    })),
  )
}
