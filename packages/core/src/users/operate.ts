/** The operator's work with users. Every change is in the audit log of the merchant's production. */
import type { Role, User } from '@crypto-checkout/api-types'
import { asOperator, recordChange } from '../audit/record.ts'
import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { toIsoTimeOrNull } from '../domain/time.ts'
import { parseInput } from '../http/problem.ts'
import { findFirstMerchant, requireMerchant } from '../merchants/merchant.ts'
import type { Db, Tx } from '../storage/database.ts'
import { deleteFirstInvitations } from './invitation-store.ts'
import { replaceInvitation } from './invite.ts'
import { type IssuedInvitation, issueInvitation } from './issue-invitation.ts'
import { countMembers, findMemberByEmail, listAllUserRows, type MemberRow } from './member-store.ts'
import { changeRole, describeLeaving, endMembership, type MemberAuthor } from './members.ts'
import { operatorInvitation } from './people-schema.ts'
import { hasUsers, toEmailKey } from './store.ts'
import { describeInvited } from './withdraw.ts'

/** A user at a merchant. Both are null for a user who belongs to none. */
export type OperatorUser = Pick<User, 'id' | 'email' | 'hasPassword' | 'passkeyCount' | 'lastSignedInAt'> & {
  readonly merchant: string | null
  readonly role: Role | null
  /** The time when it came to this merchant. */
  readonly since: string | null
}

/** Every merchant's users, oldest first; a user is there once for each of its merchants. */
export async function listUsersAsOperator(ctx: Context): Promise<OperatorUser[]> {
  return (await listAllUserRows(ctx.db)).map((row) => ({
    id: row.id,
    email: row.email,
    merchant: row.merchant_id,
    role: row.role,
    hasPassword: Number(row.passwords) > 0,
    passkeyCount: Number(row.passkeys),
    since: toIsoTimeOrNull(row.created_at),
    lastSignedInAt: toIsoTimeOrNull(row.signed_in_at),
  }))
}

export type OperatorInvitation = {
  readonly id: string
  readonly merchant: string
  readonly email: string | null
  readonly role: Role
  readonly url: string
  readonly expiresAt: string
}

type Invited = { readonly email?: string | undefined; readonly role?: string | undefined }

/**
 * Makes a link to any merchant; the first one by default. Without an address, the invited person chooses one. While a
 * merchant has no users, only an owner can be invited. Throws `resource_missing`, `invalid_parameter`,
 * `missing_parameter`, `invalid_state` and `quota_exceeded`.
 */
export async function inviteAsOperator(
  ctx: Context,
  merchantId: string | undefined,
  invited: Invited,
): Promise<OperatorInvitation> {
  const input = parseInput(operatorInvitation, invited)
  return ctx.transact(async (tx) => {
    const author = await nameMerchant(tx, merchantId)
    const role = await chooseRole(tx, author.merchantId, input.role)
    const issued = await replaceInvitation(ctx, tx, author, { email: input.email ?? null, role })
    await recordInvited(ctx, tx, author, issued)
    const { id, email, expires_at } = issued.row
    const expiresAt = new Date(expires_at).toISOString()
    return { id, merchant: author.merchantId, email, role, url: issued.url, expiresAt }
  })
}

async function chooseRole(tx: Tx, merchantId: string, role: Role | undefined): Promise<Role> {
  if ((await countMembers(tx, merchantId)) > 0) {
    if (role) return role
    throw new CheckoutError('missing_parameter', 'role is required: the merchant has users already.', 'role')
  }
  if (role === undefined || role === 'owner') return 'owner'
  throw new CheckoutError('invalid_parameter', 'role: the first user of a merchant is an owner.', 'role')
}

/**
 * Makes the link of a first start: its holder becomes an owner of the first merchant. The former one ends. Null once there
 * are users.
 */
export async function inviteFirstOwner(ctx: Context): Promise<string | null> {
  if (await hasUsers(ctx.db)) return null
  return ctx.transact(async (tx) => {
    if (await hasUsers(tx)) return null
    await deleteFirstInvitations(tx)
    const author = await nameMerchant(tx, undefined)
    const { merchantId, by } = author
    const first = { kind: 'first', merchantId, role: 'owner', email: null, userId: null, by } as const
    const issued = await issueInvitation(ctx, tx, first)
    await recordInvited(ctx, tx, author, issued)
    return issued.url
  })
}

async function recordInvited(ctx: Context, tx: Tx, author: MemberAuthor, { row }: IssuedInvitation): Promise<void> {
  const change = { operation: 'createInvitation', object: 'invitation', objectId: row.id, before: null } as const
  await recordChange(ctx, tx, author, { ...change, after: describeInvited(row) })
}

type Named = { readonly email: string; readonly merchantId: string | undefined }

/** Gives a user of any merchant another role. Throws `resource_missing`, and `invalid_state` for the last owner. */
export async function changeRoleAsOperator(ctx: Context, named: Named, role: Role): Promise<void> {
  await ctx.transact(async (tx) => {
    const { author, member } = await requireNamed(tx, named)
    await changeRole(ctx, tx, author, member, role)
    const change = { operation: 'updateUser', object: 'user', objectId: member.id } as const
    await recordChange(ctx, tx, author, { ...change, before: { role: member.role }, after: { role } })
  })
}

/** Takes any merchant from a user. Throws `resource_missing`, and `invalid_state` for the last owner. */
export async function removeUserAsOperator(ctx: Context, named: Named): Promise<void> {
  await ctx.transact(async (tx) => {
    const { author, member } = await requireNamed(tx, named)
    const before = await describeLeaving(tx, member)
    await endMembership(ctx, tx, author, member)
    const change = { operation: 'removeUser', object: 'user', objectId: member.id } as const
    await recordChange(ctx, tx, author, { ...change, before, after: null })
  })
}

async function requireNamed(
  tx: Tx,
  { email, merchantId }: Named,
): Promise<{ readonly author: MemberAuthor; readonly member: MemberRow }> {
  const author = await nameMerchant(tx, merchantId)
  const member = await findMemberByEmail(tx, author.merchantId, toEmailKey(email))
  if (member) return { author, member }
  throw new CheckoutError('resource_missing', `${author.merchantId} has no user ${email}.`, 'email')
}

/** The operator at a merchant; at the first one by default. */
async function nameMerchant(db: Db, merchantId: string | undefined): Promise<MemberAuthor> {
  const row = merchantId === undefined ? await findFirstMerchant(db) : await requireMerchant(db, merchantId)
  if (!row) throw new CheckoutError('resource_missing', 'There is no merchant yet: create one first.')
  return { ...asOperator(row.id, true), merchantId: row.id }
}
