import { CheckoutError } from '../domain/error.ts'
import type { Tx } from '../storage/database.ts'
import type { Access } from './access.ts'
import { requireUncommonPassword } from './change-password.ts'
import { deleteCredentials, replacePassword } from './credential-store.ts'
import { deleteInvitation, type InvitationRow } from './invitation-store.ts'
import { findAccount, refuseInvitation, requireInvitation } from './invitations.ts'
import { type NewPasskey, storePasskey } from './passkeys.ts'
import { recordOwnChange, recordOwnChangeAt } from './record-own-change.ts'
import { enrolTotp, type FirstCode, issueRecoveryCodes } from './second-factor.ts'
import { deleteUserSessions } from './session-store.ts'
import { type Device, type OpenedSession, openSession, renewSession, type SessionRow } from './sessions.ts'
import { findUser, insertMembership, insertUser, releaseAddress, toEmailKey, type UserRow } from './store.ts'
import { offerRegistration, verifyRegistration } from './verify-passkey.ts'

export type Acceptance = {
  readonly token: string
  /** Only for a link without an address. */
  readonly email: string | null
  /** Both are null if a signed-in user accepts. */
  readonly password: (FirstCode & { readonly password: string }) | null
  readonly passkey: NewPasskey | null
}
/** The session of the user who accepted, and recovery codes if a password was set. */
export type Accepted = OpenedSession & { readonly recoveryCodes: readonly string[] | null }

/**
 * Uses a link: makes a user, adds a merchant to the signed-in user, or gives a user new credentials in place of all
 * former ones. Throws `invalid_invitation`, `invalid_state`, `invalid_parameter`, `missing_parameter` and
 * `weak_password`.
 */
export async function acceptInvitation(
  access: Access,
  acceptance: Acceptance,
  device: Device,
  session: SessionRow | null,
): Promise<Accepted> {
  const { ctx } = access
  const invitation = await requireInvitation(ctx, ctx.db, acceptance.token)
  if (invitation.kind === 'reset') return resetUser(access, invitation, acceptance, device)
  const email = requireEmail(invitation, acceptance.email ?? (await findEmail(access, session)))
  if ((await findAccount(ctx.db, invitation, email, session)) !== null)
    return joinMerchant(access, invitation, { email, session, device })
  return makeUser(access, invitation, { ...acceptance, email }, device)
}

async function findEmail({ ctx }: Access, session: SessionRow | null): Promise<string | null> {
  return session && ((await findUser(ctx.db, session.user_id))?.email ?? null)
}

function requireEmail({ email: invited }: InvitationRow, given: string | null): string {
  const email = invited ?? given
  if (email === null) throw new CheckoutError('missing_parameter', 'email is required.', 'email')
  if (invited === null || given === null || toEmailKey(invited) === toEmailKey(given)) return email
  throw new CheckoutError('invalid_parameter', `email: this link is for ${invited}.`, 'email')
}

async function makeUser(
  access: Access,
  invitation: InvitationRow,
  acceptance: Acceptance & { readonly email: string },
  device: Device,
): Promise<Accepted> {
  const { ctx } = access
  const { token, email } = acceptance
  const prepared = await prepareCredentials(access, invitation, acceptance, email)
  return ctx.transact(async (tx) => {
    await useInvitation(access, tx, invitation, token)
    const { user_id: id } = invitation
    if (await findAccount(tx, invitation, email, null)) throw refuseExisting(email)
    await insertUser(tx, { id, email, email_key: toEmailKey(email), created_at: ctx.now(), signed_in_at: null })
    await join(access, tx, invitation, { userId: id, email, device })
    const recoveryCodes = await prepared.store(tx, id)
    return { ...(await openSession(ctx, tx, id, prepared.method, device)), recoveryCodes }
  })
}

/** Only the user itself may add a merchant to its account. */
async function joinMerchant(
  access: Access,
  invitation: InvitationRow,
  { email, session, device }: { readonly email: string; readonly session: SessionRow | null; readonly device: Device },
): Promise<Accepted> {
  const { ctx } = access
  if (session === null) throw refuseExisting(email)
  return ctx.transact(async (tx) => {
    const account = await findAccount(tx, invitation, email, session)
    const user = await findUser(tx, session.user_id)
    if (!user || account?.id !== user.id) throw refuseExisting(email)
    if (!(await deleteInvitation(tx, invitation))) throw refuseInvitation()
    await join(access, tx, invitation, { userId: user.id, email: user.email, device })
    return { ...(await renewSession(ctx, tx, session, null)), recoveryCodes: null }
  })
}

async function resetUser(
  access: Access,
  invitation: InvitationRow,
  acceptance: Acceptance,
  device: Device,
): Promise<Accepted> {
  const { ctx } = access
  const { token } = acceptance
  const user = await requireUser(access, invitation)
  const prepared = await prepareCredentials(access, invitation, acceptance, user.email)
  return ctx.transact(async (tx) => {
    await useInvitation(access, tx, invitation, token)
    await requireUser(access, invitation, tx)
    await deleteUserSessions(tx, user.id)
    await deleteCredentials(tx, user.id)
    // The maker of the link may hold the account now.
    await releaseAddress(tx, user.id)
    const [operation, after] = [
      prepared.method === 'passkey' ? 'addPasskey' : 'changePassword',
      { reset: true },
    ] as const
    await recordOwnChange(ctx, tx, device, { userId: user.id, operation, after })
    const recoveryCodes = await prepared.store(tx, user.id)
    return { ...(await openSession(ctx, tx, user.id, prepared.method, device)), recoveryCodes }
  })
}

async function requireUser({ ctx }: Access, { user_id }: InvitationRow, db = ctx.db): Promise<UserRow> {
  const user = await findUser(db, user_id)
  if (!user) throw refuseInvitation()
  return user
}

/** New credentials that were checked. `store` returns recovery codes if there are any. */
type Prepared = {
  readonly method: SessionRow['method']
  readonly store: (tx: Tx, userId: string) => Promise<readonly string[] | null>
}

/** Checks and hashes before the transaction. */
async function prepareCredentials(
  access: Access,
  invitation: InvitationRow,
  { password, passkey }: Acceptance,
  email: string,
): Promise<Prepared> {
  if (passkey) {
    const verified = await verifyRegistration(access, formatPurpose(invitation), passkey.response)
    const store: Prepared['store'] = async (tx, userId) => {
      await storePasskey(access, tx, userId, verified, passkey.name)
      return null
    }
    return { method: 'passkey', store }
  }
  if (!password) throw new CheckoutError('missing_parameter', 'password or passkey is required.', 'password')
  requireUncommonPassword(password.password, [email])
  const totp = enrolTotp(access, invitation.id, password)
  const hash = await access.hasher.hash(password.password)
  const store: Prepared['store'] = async (tx, userId) => {
    await replacePassword(tx, { user_id: userId, hash, ...totp, changed_at: access.ctx.now() })
    return issueRecoveryCodes(tx, userId)
  }
  return { method: 'password', store }
}

/** Lets the holder of a link make a passkey for the account that it is for. Throws as `acceptInvitation` does. */
export async function offerInvitedPasskey(access: Access, token: string, given: string | null) {
  const { ctx } = access
  const invitation = await requireInvitation(ctx, ctx.db, token)
  const email =
    invitation.kind === 'reset' ? (await requireUser(access, invitation)).email : requireEmail(invitation, given)
  return offerRegistration(access, formatPurpose(invitation), { id: invitation.user_id, email }, [])
}

function formatPurpose({ id }: InvitationRow): string {
  return `accept ${id}`
}

/** Another browser may have been faster. */
async function useInvitation({ ctx }: Access, tx: Tx, invitation: InvitationRow, token: string): Promise<void> {
  await requireInvitation(ctx, tx, token)
  if (!(await deleteInvitation(tx, invitation))) throw refuseInvitation()
}

type Joining = { readonly userId: string; readonly email: string; readonly device: Device }

async function join(
  { ctx }: Access,
  tx: Tx,
  { id: invitation, merchant_id, role }: InvitationRow,
  { userId, email, device }: Joining,
): Promise<void> {
  if (merchant_id === null || role === null) throw new Error('an invitation names a merchant and a role')
  await insertMembership(tx, { user_id: userId, merchant_id, role, created_at: ctx.now() })
  const change = { userId, merchantId: merchant_id, operation: 'acceptInvitation' } as const
  await recordOwnChangeAt(ctx, tx, device, { ...change, after: { email, role, invitation } })
}

function refuseExisting(email: string): CheckoutError {
  const reason = `There is an account for ${email} already: sign in to it, then open the link again.`
  return new CheckoutError('invalid_state', reason)
}
