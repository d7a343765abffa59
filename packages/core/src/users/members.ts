import type { Deleted, List, User } from '@crypto-checkout/api-types'
import type { Author } from '../audit/record.ts'
import type { Caller, Context } from '../context/context.ts'
import { roleScopes } from '../domain/catalog/entitlements.ts'
import { CheckoutError } from '../domain/error.ts'
import { toIsoTimeOrNull } from '../domain/time.ts'
import { type PageQuery, readPage } from '../http/fields.ts'
import { user } from '../http/shapes/account.ts'
import { createView } from '../http/view.ts'
import { revokeKeysMadeBy } from '../merchants/keys/revoke.ts'
import type { Db, Tx } from '../storage/database.ts'
import {
  countMembers,
  deleteMembership,
  findMemberRow,
  listLeft,
  listMemberRows,
  type MemberRow,
  updateRole,
} from './member-store.ts'
import type { ValidUserChanges } from './people-schema.ts'
import { mayChangeUsers, requireBothEnvironments, requireGrantableRole } from './rights.ts'
import { listMemberships } from './store.ts'
import { describeInvited, withdrawUserInvitations } from './withdraw.ts'

/** The users of the caller's merchant, newest first. Throws `invalid_cursor`. */
export function listMembers({ db }: Context, { merchantId }: Caller, query: PageQuery): Promise<List<User>> {
  return readPage(query, {
    noun: 'user',
    find: (id) => findMemberRow(db, merchantId, id),
    list: (after, limit) => listMemberRows(db, merchantId, after, limit),
    count: () => countMembers(db, merchantId),
    view: (rows) => rows.map(toUserView),
  })
}

/** Throws `resource_missing`. */
export async function requireMember(
  db: Db,
  { merchantId }: Pick<Caller, 'merchantId'>,
  id: string,
): Promise<MemberRow> {
  const row = await findMemberRow(db, merchantId, id)
  if (row) return row
  throw new CheckoutError('resource_missing', 'There is no such user of this merchant: check the id.', 'id')
}

/**
 * Describes a user who is removed, for the audit log, with the webhooks and links that this user made. Those go on,
 * because the shop may depend on them. The log names them, so that somebody looks at them.
 */
export async function describeLeaving(tx: Tx, member: MemberRow) {
  const left = await listLeft(tx, member.merchant_id, member.id)
  const listMade = (made: string) => left.flatMap((one) => (one.operation === made && one.id !== null ? [one.id] : []))
  const [webhooks, paymentLinks] = [listMade('createWebhook'), listMade('createPaymentLink')]
  const made = { ...(webhooks.length > 0 && { webhooks }), ...(paymentLinks.length > 0 && { paymentLinks }) }
  return { ...describeInvited(member), ...made }
}

/**
 * Changes what a user may do for the merchant, from its next request on. Throws `insufficient_scope` for a role that may do
 * more than the caller, and `invalid_state` for the last owner.
 */
export async function updateMember(
  ctx: Context,
  caller: Caller,
  id: string,
  { role }: ValidUserChanges,
): Promise<User> {
  requireGrantableRole(caller, role)
  return caller.commit(async (tx) => {
    const member = await requireMember(tx, caller, id)
    requireBothEnvironments(ctx, caller)
    return toUserView(await changeRole(ctx, tx, caller, member, role))
  })
}

/** A merchant and the author of a change of its users. */
export type MemberAuthor = Author & { readonly merchantId: string }

/**
 * Also for the operator. Keys that the user made end if they change users or keys further than the new role may. Throws
 * `invalid_state` for the last owner.
 */
export async function changeRole(
  ctx: Context,
  tx: Tx,
  author: MemberAuthor,
  member: MemberRow,
  role: User['role'],
): Promise<MemberRow> {
  if (role !== 'owner') await refuseLastOwner(tx, author.merchantId, member)
  await updateRole(tx, author.merchantId, member.id, role)
  if (!mayChangeUsers(role)) await withdrawUserInvitations(ctx, tx, author, { invitedBy: member.id, emailKey: null })
  await revokeKeysMadeBy(ctx, tx, author, { userId: member.id, rights: roleScopes[role] })
  return { ...member, role }
}

/**
 * Takes the merchant from a user: its next request is refused. Its keys, and invitations by which it could come back, end too.
 * Throws `invalid_state` for the last owner.
 */
export async function removeMember(ctx: Context, caller: Caller, id: string): Promise<Deleted<'user'>> {
  return caller.commit(async (tx) => {
    const member = await requireMember(tx, caller, id)
    requireBothEnvironments(ctx, caller)
    await endMembership(ctx, tx, caller, member)
    return { id, object: 'user', deleted: true }
  })
}

/** Also for the operator. Throws `invalid_state` for the last owner. */
export async function endMembership(ctx: Context, tx: Tx, author: MemberAuthor, member: MemberRow): Promise<void> {
  await refuseLastOwner(tx, author.merchantId, member)
  await deleteMembership(tx, author.merchantId, member.id)
  await withdrawUserInvitations(ctx, tx, author, { invitedBy: member.id, emailKey: member.email_key })
  await revokeKeysMadeBy(ctx, tx, author, { userId: member.id, rights: null })
}

/** Without an owner, nobody could invite one. */
async function refuseLastOwner(tx: Tx, merchantId: string, { role }: MemberRow): Promise<void> {
  if (role !== 'owner' || (await countMembers(tx, merchantId, 'owner')) > 1) return
  throw new CheckoutError('invalid_state', 'This is the last owner: make another user an owner first.')
}

const toView = createView(user)

function toUserView(row: MemberRow): User {
  return toView(row, {
    hasPassword: Number(row.passwords) > 0,
    passkeyCount: Number(row.passkeys),
    lastSignedInAt: toIsoTimeOrNull(row.signed_in_at),
  })
}

/** Of how many merchants of a user another user may change the people. */
export async function compareReach(db: Db, ownerId: string, userId: string): Promise<'all' | 'some' | 'none'> {
  const own = await listMemberships(db, ownerId)
  const owned = new Set(own.filter(({ role }) => mayChangeUsers(role)).map(({ merchant_id }) => merchant_id))
  const theirs = await listMemberships(db, userId)
  const common = theirs.filter(({ merchant_id }) => owned.has(merchant_id))
  if (common.length === 0) return 'none'
  return common.length === theirs.length ? 'all' : 'some'
}
