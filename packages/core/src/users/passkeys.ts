import type { Passkey } from '@crypto-checkout/api-types'
import { CheckoutError } from '../domain/error.ts'
import { toIsoTime, toIsoTimeOrNull } from '../domain/time.ts'
import type { Db, Tx } from '../storage/database.ts'
import type { Access } from './access.ts'
import { findPassword } from './credential-store.ts'
import { deletePasskey, insertPasskey, listPasskeyRows, type PasskeyRow } from './passkey-store.ts'
import { recordOwnChange } from './record-own-change.ts'
import { openSignedIn } from './record-sign-in.ts'
import { deleteUserSessions } from './session-store.ts'
import {
  type Device,
  type MarkedDevice,
  type OpenedSession,
  refuseSession,
  renewSession,
  type SessionRow,
} from './sessions.ts'
import { findUser } from './store.ts'
import {
  type AuthenticationResponseJSON,
  offerAuthentication,
  offerRegistration,
  type RegistrationResponseJSON,
  type VerifiedPasskey,
  verifyAssertion,
  verifyRegistration,
} from './verify-passkey.ts'

const MOST_PASSKEYS = 20
const SIGN_IN = 'sign in'

/** A passkey as an authenticator has made it, with the name that its user gives it. */
export type NewPasskey = { readonly response: RegistrationResponseJSON; readonly name: string }

/** Lets any passkey of this checkout sign in: the authenticator says whose it is. */
export function offerSignIn(access: Access) {
  return offerAuthentication(access, SIGN_IN, [])
}

/** Begins a session by a passkey. Throws `invalid_credentials`. */
export async function signInWithPasskey(
  access: Access,
  response: AuthenticationResponseJSON,
  device: MarkedDevice,
): Promise<OpenedSession> {
  const { passkey, spend } = await verifyAssertion(access, SIGN_IN, response)
  return access.ctx.transact(async (tx) => {
    await spend(tx)
    return openSignedIn(access, tx, passkey.user_id, 'passkey', device)
  })
}

/** Lets the user of a session show one of its passkeys again. */
export async function offerReauthentication(access: Access, { id, user_id }: SessionRow) {
  return offerAuthentication(access, `reauthenticate ${id}`, await listPasskeyRows(access.ctx.db, user_id))
}

/** Authenticates the user of a session again. Throws `invalid_credentials`. */
export async function reauthenticateWithPasskey(
  access: Access,
  session: SessionRow,
  response: AuthenticationResponseJSON,
): Promise<OpenedSession> {
  const { passkey, spend } = await verifyAssertion(access, `reauthenticate ${session.id}`, response)
  if (passkey.user_id !== session.user_id) {
    throw new CheckoutError('invalid_credentials', 'This passkey is of another user.')
  }
  return access.ctx.transact(async (tx) => {
    await spend(tx)
    return renewSession(access.ctx, tx, session, 'passkey')
  })
}

/** Lets the user of a session make another passkey. */
export async function offerPasskey(access: Access, { id, user_id }: SessionRow) {
  const { db } = access.ctx
  const user = await findUser(db, user_id)
  if (!user) throw refuseSession()
  return offerRegistration(access, `add ${id}`, user, await listPasskeyRows(db, user_id))
}

/** Adds a passkey. Throws `invalid_parameter`, and `invalid_state` if there are too many. */
export async function addPasskey(
  access: Access,
  session: SessionRow,
  passkey: NewPasskey,
  device: Device,
): Promise<Passkey> {
  const verified = await verifyRegistration(access, `add ${session.id}`, passkey.response)
  return access.ctx.transact(async (tx) => {
    if ((await listPasskeyRows(tx, session.user_id)).length >= MOST_PASSKEYS) {
      throw new CheckoutError('invalid_state', `There are ${MOST_PASSKEYS} passkeys already: remove one first.`)
    }
    await storePasskey(access, tx, session.user_id, verified, passkey.name)
    const [added] = await listPasskeyRows(tx, session.user_id)
    if (!added) throw new Error('the passkey was not stored')
    const change = { userId: session.user_id, operation: 'addPasskey', after: { passkey: passkey.name } } as const
    await recordOwnChange(access.ctx, tx, device, change)
    return toPasskeyView(added)
  })
}

/** Stores a verified passkey. Throws `invalid_parameter` if it is registered already. */
export async function storePasskey(
  { ctx }: Access,
  tx: Tx,
  userId: string,
  { spend, ...columns }: VerifiedPasskey,
  name: string,
): Promise<void> {
  await spend(tx)
  const row = { id: ctx.newId('psk'), user_id: userId, name, created_at: ctx.now(), used_at: null }
  if (await insertPasskey(tx, { ...columns, ...row })) return
  throw new CheckoutError('invalid_parameter', 'passkey: it is registered already.', 'passkey')
}

/** Newest first. */
export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  return (await listPasskeyRows(db, userId)).map(toPasskeyView)
}

/** Removes a passkey, and ends the user's other sessions. Throws `resource_missing`, and `invalid_state` for the only credential. */
export async function removePasskey(
  { ctx }: Access,
  { id: current, user_id }: SessionRow,
  id: string,
  device: Device,
): Promise<void> {
  await ctx.transact(async (tx) => {
    const rows = await listPasskeyRows(tx, user_id)
    const others = rows.filter((row) => row.id !== id)
    if (others.length === 0 && rows.length > 0 && !(await findPassword(tx, user_id))) {
      throw new CheckoutError(
        'invalid_state',
        'Without it you could not sign in: add another passkey or a password first.',
      )
    }
    if (!(await deletePasskey(tx, user_id, id)))
      throw new CheckoutError('resource_missing', 'There is no such passkey.')
    await deleteUserSessions(tx, user_id, current)
    const passkey = rows.find((row) => row.id === id)?.name ?? null
    await recordOwnChange(ctx, tx, device, { userId: user_id, operation: 'removePasskey', after: { passkey } })
  })
}

function toPasskeyView(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    object: 'passkey',
    name: row.name,
    createdAt: toIsoTime(row.created_at),
    lastUsedAt: toIsoTimeOrNull(row.used_at),
  }
}
