import { CheckoutError } from '../domain/error.ts'
import type { Tx } from '../storage/database.ts'
import type { Access } from './access.ts'
import { type Attempt, giveBack, requireFewFailures, takePlace } from './attempts.ts'
import { findPassword, updatePasswordHash } from './credential-store.ts'
import { readDeviceMark } from './known-device.ts'
import { openSignedIn } from './record-sign-in.ts'
import { listCodeOwners, useSecondFactor } from './second-factor.ts'
import { type MarkedDevice, type OpenedSession, renewSession, type SessionRow } from './sessions.ts'
import { listUsersByEmail, toEmailKey, type UserRow } from './store.ts'

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
  const user = await findUserToSignIn(access, { email, code }, device)
  const mark = user && readDeviceMark(access, user.id, device.mark)
  const userId = user?.id ?? null
  const attempt: Attempt =
    mark === null
      ? { at: ['account', toEmailKey(email)], network: device.network, userId }
      : { at: ['device', mark], network: null, userId }
  return provePassword(access, { attempt, password, code, refuse }, (tx, id) =>
    openSignedIn(access, tx, id, 'password', device),
  )
}

/**
 * The user whose code it is, among those with an address. Otherwise the one who has signed in with the browser, or else the
 * first: what is wrong counts against somebody. An address without users asks the same of the database.
 */
async function findUserToSignIn(
  access: Access,
  { email, code }: Pick<Credentials, 'email' | 'code'>,
  device: MarkedDevice,
): Promise<UserRow | null> {
  const users = await listUsersByEmail(access.ctx.db, email)
  const ids = users.map(({ id }) => id)
  const owners = await listCodeOwners(access, ids, code)
  const user =
    users.find(({ id }) => owners.includes(id)) ??
    users.find(({ id }) => readDeviceMark(access, id, device.mark) !== null)
  return user ?? users[0] ?? null
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
  const attempt: Attempt = { at: ['session', session.id], network: null, userId: session.user_id }
  return provePassword(access, { attempt, password, code, refuse: refuseProof }, (tx) =>
    renewSession(access.ctx, tx, session, 'password'),
  )
}

function refuseProof(): CheckoutError {
  return new CheckoutError(
    'invalid_credentials',
    'The password or the code is wrong. Each code counts once.',
    'password',
  )
}

type Proof = Omit<Credentials, 'email'> & { readonly attempt: Attempt; readonly refuse: () => CheckoutError }

/** Checks a password and a second factor. What follows is done in the transaction that uses the code. */
async function provePassword<T>(
  access: Access,
  { attempt, password, code, refuse: refusal }: Proof,
  follow: (tx: Tx, userId: string) => Promise<T>,
): Promise<T> {
  const { ctx, hasher } = access
  const userId = attempt.userId ?? ''
  await requireFewFailures(access, attempt)
  let place: number | null = null
  const find = async () => {
    // Written once the attempt has its turn: so strangers write no faster than passwords are hashed.
    place = await takePlace(access, attempt)
    return (await findPassword(ctx.db, userId))?.hash ?? null
  }
  try {
    const hash = await hasher.verify(password, find, attempt.network === null ? 'known' : 'stranger')
    if (hash === null) throw refusal()
    const renewed = hasher.isOutdated(hash) ? await hasher.hash(password) : null
    return await ctx.transact(async (tx) => {
      // The password may have been changed while this one was hashed.
      const row = await findPassword(tx, userId)
      if (row?.hash !== hash || !(await useSecondFactor(access, tx, row, code))) throw refusal()
      if (place !== null) await giveBack(tx, attempt, place)
      if (renewed !== null) await updatePasswordHash(tx, userId, renewed)
      return follow(tx, userId)
    })
  } catch (error) {
    const isFailure = error instanceof CheckoutError && error.code === 'invalid_credentials'
    const taken: number | null = place
    if (taken !== null && !isFailure) await ctx.transact((tx) => giveBack(tx, attempt, taken))
    throw error
  }
}
