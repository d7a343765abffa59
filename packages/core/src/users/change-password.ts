import type { TotpEnrolment } from '@crypto-checkout/api-types'
import { CheckoutError } from '../domain/error.ts'
import type { Access } from './access.ts'
import { isCommonPassword } from './common-passwords.ts'
import { countPasskeys, deletePassword, findPassword, replacePassword } from './credential-store.ts'
import { recordOwnChange } from './record-own-change.ts'
import { enrolTotp, type FirstCode, issueRecoveryCodes, offerTotpSecret } from './second-factor.ts'
import { deleteUserSessions } from './session-store.ts'
import { type Device, type OpenedSession, renewSession, type SessionRow } from './sessions.ts'
import { findUser } from './store.ts'

/** Throws `weak_password`. `personal`: texts that attackers know. */
export function requireUncommonPassword(password: string, personal: readonly string[]): void {
  if (!isCommonPassword(password, personal)) return
  const reason = 'This password is among those that are tried first: take four words that do not belong together.'
  throw new CheckoutError('weak_password', reason, 'password')
}

/** Offers the user another secret for an authenticator app. It counts once `changePassword` has got a code of it. */
export async function offerTotp(access: Access, { user_id }: SessionRow): Promise<TotpEnrolment> {
  const user = await findUser(access.ctx.db, user_id)
  return offerTotpSecret(access, user_id, user?.email ?? '')
}

export type PasswordChange = {
  readonly password: string
  /** A new secret of an authenticator app, with its code; null to keep the present one. */
  readonly totp: FirstCode | null
}

/**
 * Sets or changes the password, and ends the user's other sessions. A new authenticator app comes with new recovery
 * codes; null if it stays. Throws `weak_password`, `missing_parameter` and `invalid_parameter`.
 */
export async function changePassword(
  access: Access,
  session: SessionRow,
  { password, totp }: PasswordChange,
  device: Device,
): Promise<OpenedSession & { readonly recoveryCodes: readonly string[] | null }> {
  const { ctx, hasher } = access
  const { id, user_id } = session
  const user = await findUser(ctx.db, user_id)
  requireUncommonPassword(password, [user?.email ?? ''])
  const enrolled = totp && enrolTotp(access, user_id, totp)
  const hash = await hasher.hash(password)
  return ctx.transact(async (tx) => {
    const before = await findPassword(tx, user_id)
    const factor = enrolled ?? before
    if (!factor)
      throw new CheckoutError(
        'missing_parameter',
        'enrolment is required: a password has a second factor.',
        'enrolment',
      )
    const { totp_secret, totp_step } = factor
    await replacePassword(tx, { user_id, hash, totp_secret, totp_step, changed_at: ctx.now() })
    await deleteUserSessions(tx, user_id, id)
    const recoveryCodes = enrolled && (await issueRecoveryCodes(tx, user_id))
    const after = { newAuthenticator: enrolled !== null }
    await recordOwnChange(ctx, tx, device, { userId: user_id, operation: 'changePassword', after })
    return { ...(await renewSession(ctx, tx, session, null)), recoveryCodes }
  })
}

/**
 * Removes the password, with its second factor and recovery codes, and ends the user's other sessions. Throws `invalid_state` for the only credential.
 */
export async function removePassword({ ctx }: Access, { id, user_id }: SessionRow, device: Device): Promise<void> {
  await ctx.transact(async (tx) => {
    if ((await countPasskeys(tx, user_id)) === 0) {
      throw new CheckoutError('invalid_state', 'Without the password you could not sign in: add a passkey first.')
    }
    await deletePassword(tx, user_id)
    await deleteUserSessions(tx, user_id, id)
    await recordOwnChange(ctx, tx, device, { userId: user_id, operation: 'removePassword', after: null })
  })
}

/** Ten new recovery codes in place of the former ones, which ends the user's other sessions. Throws `invalid_state` without a password. */
export async function renewRecoveryCodes(
  { ctx }: Access,
  { id, user_id }: SessionRow,
  device: Device,
): Promise<string[]> {
  return ctx.transact(async (tx) => {
    if (!(await findPassword(tx, user_id))) {
      throw new CheckoutError('invalid_state', 'Recovery codes stand in for the code of an app: set a password first.')
    }
    await recordOwnChange(ctx, tx, device, { userId: user_id, operation: 'renewRecoveryCodes', after: null })
    await deleteUserSessions(tx, user_id, id)
    return issueRecoveryCodes(tx, user_id)
  })
}
