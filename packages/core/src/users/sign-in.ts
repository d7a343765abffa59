import { CheckoutError } from '../domain/error.ts'
import type { Access } from './access.ts'
import type { AttemptKey } from './attempts.ts'
import { findPassword, updatePasswordHash } from './credential-store.ts'
import { readDeviceMark } from './known-device.ts'
import { openSignedIn } from './record-sign-in.ts'
import { useSecondFactor } from './second-factor.ts'
import { type MarkedDevice, type OpenedSession, renewSession, type SessionRow } from './sessions.ts'
import { findUserByEmail, toEmailKey } from './store.ts'

export type Credentials = { readonly email: string; readonly password: string; readonly code: string }

/**
 * Begins a session by password and second factor. A refusal is the same, and takes as long, for an unknown address and
 * for a wrong password or code. Throws `invalid_credentials` and `rate_limited`.
 */
export async function signInWithPassword(
  access: Access,
  { email, password, code }: Credentials,
  device: MarkedDevice,
): Promise<OpenedSession> {
  const { ctx, hasher } = access
  const user = await findUserByEmail(ctx.db, email)
  const mark = user && readDeviceMark(access, user.id, device.mark)
  return access.attempts(listAttemptKeys(mark, email, device), async () => {
    const known = await findPassword(ctx.db, user?.id ?? '')
    const isRight = await hasher.verify(password, known?.hash ?? null, mark === null ? 'stranger' : 'known')
    if (!isRight || !known) throw refuse()
    const renewed = hasher.isOutdated(known.hash) ? await hasher.hash(password) : null
    return ctx.transact(async (tx) => {
      // The password may have been changed while this one was hashed.
      const row = await findPassword(tx, known.user_id)
      if (row?.hash !== known.hash || !(await useSecondFactor(access, tx, row, code))) throw refuse()
      if (renewed !== null) await updatePasswordHash(tx, known.user_id, renewed)
      return openSignedIn(access, tx, known.user_id, 'password', device)
    })
  })
}

/** A known device is limited by itself, so that strangers cannot lock its user out. */
function listAttemptKeys(mark: string | null, email: string, { network }: MarkedDevice): AttemptKey[] {
  if (mark !== null) return [['device', mark]]
  return [
    ['account', toEmailKey(email)],
    ['address', network],
  ]
}

function refuse(): CheckoutError {
  return new CheckoutError('invalid_credentials', 'The address, the password or the code is wrong.')
}

/**
 * Authenticates the user of a session again, by password and second factor. A refusal does not say which was wrong. Throws
 * `invalid_credentials` and `rate_limited`.
 */
export async function reauthenticateWithPassword(
  access: Access,
  session: SessionRow,
  { password, code }: Omit<Credentials, 'email'>,
): Promise<OpenedSession> {
  const { ctx, attempts, hasher } = access
  return attempts([['session', session.id]], async () => {
    const known = await findPassword(ctx.db, session.user_id)
    if (!(await hasher.verify(password, known?.hash ?? null, 'known')) || !known) {
      throw refuseProof()
    }
    return ctx.transact(async (tx) => {
      const row = await findPassword(tx, known.user_id)
      if (row?.hash !== known.hash || !(await useSecondFactor(access, tx, row, code))) throw refuseProof()
      return renewSession(ctx, tx, session, 'password')
    })
  })
}

function refuseProof(): CheckoutError {
  return new CheckoutError(
    'invalid_credentials',
    'The password or the code is wrong. Each code counts once.',
    'password',
  )
}
