import type { Invitation, InvitationWithUrl, List, Role } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { quotas } from '../domain/catalog/quotas.ts'
import { CheckoutError } from '../domain/error.ts'
import { type PageQuery, readPage } from '../http/fields.ts'
import { invitation } from '../http/shapes/account.ts'
import { createView } from '../http/view.ts'
import type { Tx } from '../storage/database.ts'
import { findOpenInvitation, type InvitationRow, listOpenInvitations } from './invitation-store.ts'
import { type IssuedInvitation, issueInvitation } from './issue-invitation.ts'
import { findMemberByEmail } from './member-store.ts'
import type { MemberAuthor } from './members.ts'
import type { ValidInvitationInput } from './people-schema.ts'
import { requireBothEnvironments, requireGrantableRole } from './rights.ts'
import { toEmailKey } from './store.ts'
import { withdrawUserInvitations } from './withdraw.ts'

/**
 * Makes a link by which somebody becomes a user of the merchant. The response contains it, only this once. Throws
 * `insufficient_scope` for a role that may do more than the caller, `invalid_state` for a user of the merchant, and
 * `quota_exceeded`.
 */
export async function inviteMember(
  ctx: Context,
  caller: Caller,
  input: ValidInvitationInput,
): Promise<InvitationWithUrl> {
  requireBothEnvironments(ctx, caller)
  requireGrantableRole(caller, input.role)
  return caller.commit(async (tx) => toIssuedInvitationView(await replaceInvitation(ctx, tx, caller, input)))
}

/** Also for the operator. */
export async function replaceInvitation(
  ctx: Context,
  tx: Tx,
  author: MemberAuthor,
  { email, role }: { readonly email: string | null; readonly role: Role },
): Promise<IssuedInvitation> {
  const { merchantId, by } = author
  if (email !== null) {
    const emailKey = toEmailKey(email)
    if (await findMemberByEmail(tx, merchantId, emailKey)) throw refuseMember(email)
    await withdrawUserInvitations(ctx, tx, author, { invitedBy: null, emailKey })
  }
  const { limit, reached } = quotas.openInvitations
  if ((await listOpenInvitations(tx, merchantId, ctx.now())).length >= limit)
    throw new CheckoutError('quota_exceeded', reached(limit))
  return issueInvitation(ctx, tx, { kind: 'member', merchantId, role, email, userId: null, by })
}

function refuseMember(email: string): CheckoutError {
  return new CheckoutError('invalid_state', `${email} is a user of this merchant already: change the role instead.`)
}

/** The invitations of the caller's merchant that still work, newest first. Throws `invalid_cursor`. */
export async function listInvitations(ctx: Context, caller: Caller, query: PageQuery): Promise<List<Invitation>> {
  const now = ctx.now()
  // There are few of them.
  const rows = await listOpenInvitations(ctx.db, caller.merchantId, now)
  return readPage(query, {
    noun: 'invitation',
    find: (id) => findOpenInvitation(ctx.db, caller.merchantId, id, now),
    list: async (after) => rows.filter(({ seq }) => after === null || seq < after.seq),
    count: async () => rows.length,
    view: (rows) => rows.map(toInvitationView),
  })
}

const toView = createView(invitation)

function toInvitationView(row: InvitationRow): Invitation {
  if (row.role === null) throw new Error('an invitation to a merchant names a role')
  return toView(row, { role: row.role })
}

function toIssuedInvitationView({ row, url }: IssuedInvitation): InvitationWithUrl {
  return { ...toInvitationView(row), url }
}
