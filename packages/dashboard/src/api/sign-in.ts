/** Requests about signing in, and the browser's passkeys. */
import type { CurrentSession, OpenInvitation, RecoveryCodes } from '@crypto-checkout/api-types'
import { mount } from '../router.ts'
import { RequestError, sendJson } from './request.ts'

export type SignedIn = CurrentSession & Partial<RecoveryCodes>

/** Sends a request below `/dashboard/auth`. Throws RequestError. */
export function callAuth<Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Answer> {
  const address = new URL(`dashboard/auth${path}`, mount).href
  return sendJson(address, { method, ...(method === 'POST' ? { body: body ?? {} } : {}) })
}

/** The session of this browser; null without one. */
export async function findSession(): Promise<CurrentSession | null> {
  try {
    return await callAuth<CurrentSession>('GET', '/session')
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) return null
    throw error
  }
}

/** Passkeys belong to a name: a server that is reached by its address has none. */
const isAddress = /^[\d.]+$|^\[/.test(location.hostname)

/** Browsers without these functions sign in by password. */
export function hasPasskeys(): boolean {
  return (
    !isAddress &&
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
  )
}

/** The user closed the browser's own window. */
export class PasskeyDeclined extends Error {}

/** Has the browser make a passkey. `options` come from the server. Throws PasskeyDeclined. */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return toJson(await decline(navigator.credentials.create({ publicKey })))
}

/** Has the browser show a passkey. `options` come from the server. Throws PasskeyDeclined. */
async function showPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<object> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return toJson(await decline(navigator.credentials.get({ publicKey })))
}

/** The browser says no more than that it was not allowed, on purpose. */
async function decline(asked: Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await asked
  } catch (error) {
    const isDeclined = error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)
    throw isDeclined ? new PasskeyDeclined() : error
  }
}

function toJson(credential: Credential | null): object {
  if (credential instanceof PublicKeyCredential) return credential.toJSON()
  throw new PasskeyDeclined()
}

export async function signInWithPasskey(): Promise<SignedIn> {
  const passkey = await showPasskey(await callAuth('POST', '/sign_in/passkey/options'))
  return callAuth('POST', '/sign_in/passkey', { passkey })
}

export async function reauthenticateWithPasskey(): Promise<SignedIn> {
  const passkey = await showPasskey(await callAuth('POST', '/reauthenticate/passkey/options'))
  return callAuth('POST', '/reauthenticate', { passkey })
}

export function openInvitation(token: string, email?: string): Promise<OpenInvitation> {
  return callAuth('POST', '/invitation', { token, ...(email ? { email } : {}) })
}

/** Accepts an invitation with a new passkey. `email`: only if the invitation has none. */
export async function acceptWithPasskey(token: string, email: string | undefined, name: string): Promise<SignedIn> {
  const given = email ? { token, email } : { token }
  const passkey = await makePasskey(await callAuth('POST', '/invitation/passkey/options', given))
  return callAuth('POST', '/invitation/accept', { ...given, passkey, name })
}
