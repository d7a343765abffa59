import type { IssuedReset } from '@crypto-checkout/api-types'
import { type Author, asOperator, recordChange } from '../audit/record.ts'
import type { Actor, Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { toIsoTime } from '../domain/time.ts'
import type { Tx } from '../storage/database.ts'
import { deleteUserResets } from './invitation-store.ts'
import { issueInvitation } from './issue-invitation.ts'
import { deleteUserSessions } from './session-store.ts'
import { findUserByEmail, listMemberships, type UserRow } from './store.ts'

/**
 * Makes a link by which a user gets new credentials in place of all former ones, for the operator. It ends the user's
 * sessions and its former links. The credentials work until the link is used. Throws `resource_missing`.
 */
export async function resetUserAsOperator(ctx: Context, address: string): Promise<IssuedReset> {
  return ctx.transact(async (tx) => {
    const user = await findUserByEmail(tx, address)
    if (!user) throw new CheckoutError('resource_missing', `There is no user ${address}.`, 'email')
    return issueReset(ctx, tx, user, (merchantId) => asOperator(merchantId, true))
  })
}

/** The same for a user that was found. `toAuthor`: who resets it, for one of its merchants. */
export async function issueReset(
  ctx: Context,
  tx: Tx,
  { id, email }: UserRow,
  toAuthor: (merchantId: string | null) => Author & { readonly by: Actor },
): Promise<IssuedReset> {
  await deleteUserSessions(tx, id)
  await deleteUserResets(tx, id)
  const { by } = toAuthor(null)
  const nowhere = { merchantId: null, role: null, email: null } as const
  const { row, url } = await issueInvitation(ctx, tx, { kind: 'reset', ...nowhere, userId: id, by })
  const merchants = (await listMemberships(tx, id)).map(({ merchant_id }) => merchant_id)
  // Each merchant of the user is told. Of a user without one, only the operator knows.
  for (const merchantId of merchants.length > 0 ? merchants : [null]) {
    const change = { operation: 'resetUser', object: 'user', objectId: id, before: null } as const
    await recordChange(ctx, tx, toAuthor(merchantId), { ...change, after: { email } })
  }
  return { user: id, email, url, expiresAt: toIsoTime(row.expires_at) }
}
