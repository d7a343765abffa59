/** The answers of authenticators (WebAuthn level 3). The library is loaded once an answer is worth verifying. */
import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { CheckoutError } from '../domain/error.ts'
import { listOwnOrigins, nameHost } from '../http/origin.ts'
import type { Tx } from '../storage/database.ts'
import type { Access } from './access.ts'
import { createChallenge, readChallenge } from './challenge.ts'
import { findPasskeyByCredential, markPasskeyUsed, type PasskeyRow, spendChallenge } from './passkey-store.ts'

/** COSE: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257]
const PATIENCE_MS = 5 * 60_000

export type { AuthenticationResponseJSON, RegistrationResponseJSON }

type Account = { readonly id: string; readonly email: string }

/**
 * Returns the options that a browser needs to make a passkey for a user, one that it offers without being asked for a
 * name.
 */
export function offerRegistration(
  access: Access,
  purpose: string,
  { id, email }: Account,
  known: readonly PasskeyRow[],
): PublicKeyCredentialCreationOptionsJSON {
  return {
    challenge: createChallenge(access, purpose).toString('base64url'),
    rp: { id: getRelyingParty(access), name: 'Crypto Checkout' },
    user: { id: toUserHandle(id), name: email, displayName: email },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    timeout: PATIENCE_MS,
  }
}

/**
 * Returns the options that a browser needs to sign in by a passkey: one of those given, or any that it has for this
 * checkout.
 */
export function offerAuthentication(
  access: Access,
  purpose: string,
  known: readonly PasskeyRow[],
): PublicKeyCredentialRequestOptionsJSON {
  return {
    challenge: createChallenge(access, purpose).toString('base64url'),
    rpId: getRelyingParty(access),
    allowCredentials: known.map(({ credential_id }) => ({ id: credential_id, type: 'public-key' })),
    userVerification: 'required',
    timeout: PATIENCE_MS,
  }
}

/** Passkeys belong to a name. Throws `invalid_state` for a checkout that is reached by an address. */
function getRelyingParty({ ctx }: Access): string {
  const { hostname } = new URL(nameHost(ctx.settings.publicUrl))
  if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0) return hostname
  throw new CheckoutError('invalid_state', 'Passkeys need a host name: publicUrl has an IP address.')
}

function toUserHandle(userId: string): string {
  return Buffer.from(userId).toString('base64url')
}

export type VerifiedPasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports'> & {
  /** Throws `invalid_parameter` if the challenge was answered before. */
  readonly spend: (tx: Tx) => Promise<void>
}

/** Verifies that an authenticator has made a passkey for a challenge. Throws `invalid_parameter`. */
export async function verifyRegistration(
  access: Access,
  purpose: string,
  response: RegistrationResponseJSON,
): Promise<VerifiedPasskey> {
  const { challenge, expiresAt } = requireChallenge(access, purpose, response, refuseRegistration)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: true,
    ...expectedBy(access, challenge),
  }).catch(() => {
    throw refuseRegistration()
  })
  if (!registrationInfo) throw refuseRegistration()
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(transports),
    async spend(tx) {
      if (!(await spendChallenge(tx, challenge, expiresAt, access.ctx.now()))) throw refuseRegistration()
    },
  }
}

export type Assertion = {
  readonly passkey: PasskeyRow
  /** Throws `invalid_credentials` if the challenge was answered before, or the passkey was removed or used elsewhere. */
  readonly spend: (tx: Tx) => Promise<void>
}

/** Verifies that an authenticator has signed a challenge with a passkey. Throws `invalid_credentials`. */
export async function verifyAssertion(
  access: Access,
  purpose: string,
  response: AuthenticationResponseJSON,
): Promise<Assertion> {
  const { ctx } = access
  const { challenge, expiresAt } = requireChallenge(access, purpose, response, refuseAssertion)
  const passkey = await findPasskeyByCredential(ctx.db, response.id)
  const { userHandle } = response.response
  if (!passkey || (userHandle && userHandle !== toUserHandle(passkey.user_id))) throw refuseAssertion()
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const publicKey = new Uint8Array(Buffer.from(passkey.public_key, 'base64url'))
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    credential: { id: passkey.credential_id, publicKey, counter: passkey.counter },
    requireUserVerification: true,
    ...expectedBy(access, challenge),
  }).catch(() => {
    throw refuseAssertion()
  })
  if (!verified) throw refuseAssertion()
  return {
    passkey,
    async spend(tx) {
      const now = ctx.now()
      const isFirst = await spendChallenge(tx, challenge, expiresAt, now)
      if (!isFirst || !(await markPasskeyUsed(tx, passkey.id, authenticationInfo.newCounter, now)))
        throw refuseAssertion()
    },
  }
}

function expectedBy(access: Access, expectedChallenge: string) {
  const expectedOrigin = listOwnOrigins(access.ctx.settings.publicUrl)
  return { expectedChallenge, expectedOrigin, expectedRPID: getRelyingParty(access) }
}

/** The challenge that an answer names. Only one that was made here is worth verifying. */
function requireChallenge(
  access: Access,
  purpose: string,
  { response }: { readonly response: { readonly clientDataJSON: string } },
  refuse: () => CheckoutError,
): { readonly challenge: string; readonly expiresAt: number } {
  const challenge = readClientData(response.clientDataJSON)
  const expiresAt = challenge === null ? null : readChallenge(access, challenge, purpose)
  if (challenge === null || expiresAt === null) throw refuse()
  return { challenge, expiresAt }
}

function readClientData(text: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(text, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

function refuseRegistration(): CheckoutError {
  return new CheckoutError(
    'invalid_parameter',
    'passkey: it was not made for this page, or too late. Try again.',
    'passkey',
  )
}

function refuseAssertion(): CheckoutError {
  return new CheckoutError('invalid_credentials', 'This passkey is not known here, or it answered too late. Try again.')
}
