import type { IssuedReset } from '@crypto-checkout/api-types'
import { type Author, asOperator, recordChange } from '../audit/record.ts'
import type { Actor, Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { toIsoTime } from '../domain/time.ts'
import type { Tx } from '../storage/database.ts'
import { deleteUserResets } from './invitation-store.ts'
import { issueInvitation } from './issue-invitation.ts'
import { deleteUserSessions } from './session-store.ts'
import { findUser, listMemberships, listUsersByEmail, type UserRow } from './store.ts'

/**
 * Makes a link by which a user gets new credentials in place of all former ones, for the operator. It ends the user's
 * sessions and its former links. The credentials work until the link is used. `named`: an address, or the id of a user. Throws
 * `resource_missing`, and `invalid_state` if several users have the address.
 */
export async function resetUserAsOperator(ctx: Context, named: string): Promise<IssuedReset> {
  return ctx.transact(async (tx) => {
    const user = await requireUser(tx, named)
    return issueReset(ctx, tx, user, (merchantId) => asOperator(merchantId, true))
  })
}

async function requireUser(tx: Tx, named: string): Promise<UserRow> {
  const byId = await findUser(tx, named)
  const [user, ...others] = byId ? [byId] : await listUsersByEmail(tx, named)
  if (!user) throw new CheckoutError('resource_missing', `There is no user ${named}.`, 'email')
  if (others.length === 0) return user
  const reason = `There are ${1 + others.length} accounts for ${named}: name one by its id, which \`users list\` shows.`
  throw new CheckoutError('invalid_state', reason, 'email')
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
