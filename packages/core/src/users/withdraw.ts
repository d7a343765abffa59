import type { Deleted } from '@crypto-checkout/api-types'
import { type Author, recordChange } from '../audit/record.ts'
import type { Caller, Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import type { Db, Tx } from '../storage/database.ts'
import { deleteInvitation, findOpenInvitation, type InvitationRow, listOpenInvitations } from './invitation-store.ts'
import { requireBothEnvironments } from './rights.ts'
import { toEmailKey } from './store.ts'

/** Throws `resource_missing`. */
export async function requireOpenInvitation(
  ctx: Context,
  db: Db,
  { merchantId }: Pick<Caller, 'merchantId'>,
  id: string,
): Promise<InvitationRow> {
  const row = await findOpenInvitation(db, merchantId, id, ctx.now())
  if (row) return row
  throw new CheckoutError('resource_missing', 'There is no such invitation: it may be used, or have expired.', 'id')
}

/** Makes the link of an invitation useless. Throws `resource_missing`. */
export async function withdrawInvitation(ctx: Context, caller: Caller, id: string): Promise<Deleted<'invitation'>> {
  return caller.commit(async (tx) => {
    const row = await requireOpenInvitation(ctx, tx, caller, id)
    requireBothEnvironments(ctx, caller)
    await deleteInvitation(tx, row)
    return { id, object: 'invitation', deleted: true }
  })
}

type Which = {
  /** The user who made them; null for nobody's. */
  readonly invitedBy: string | null
  /** The address that they are for; null for none. */
  readonly emailKey: string | null
}

/** Withdraws the open invitations of a merchant that a user made, or that are for an address. */
export async function withdrawUserInvitations(
  ctx: Context,
  tx: Tx,
  author: Author & { readonly merchantId: string },
  { invitedBy, emailKey }: Which,
): Promise<void> {
  for (const row of await listOpenInvitations(tx, author.merchantId, ctx.now())) {
    const isFor = emailKey !== null && row.email !== null && toEmailKey(row.email) === emailKey
    if (!isFor && row.invited_by !== invitedBy) continue
    await deleteInvitation(tx, row)
    const change = { operation: 'deleteInvitation', object: 'invitation', objectId: row.id } as const
    await recordChange(ctx, tx, author, { ...change, before: describeInvited(row), after: null })
  }
}

/** Describes an invitation for the audit log. */
export function describeInvited({ email, role }: Pick<InvitationRow, 'email' | 'role'>) {
  return { email, role }
}
