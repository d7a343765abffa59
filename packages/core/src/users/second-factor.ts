import { createHmac, randomBytes } from 'node:crypto'
import type { TotpEnrolment } from '@crypto-checkout/api-types'
import { CheckoutError } from '../domain/error.ts'
import { renderQrPng } from '../domain/qr.ts'
import { encodeBase32, findTotpStep, formatTotpUri } from '../domain/totp.ts'
import type { Tx } from '../storage/database.ts'
import type { Access } from './access.ts'
import {
  listRecoveryOwners,
  listSecondFactors,
  type PasswordRow,
  replaceRecoveryCodes,
  useRecoveryCode,
  useTotpStep,
} from './credential-store.ts'
import { generateToken, hashToken, isToken } from './tokens.ts'

const SECRET_BYTES = 20
const CODES = 10
const ISSUER = 'Crypto Checkout'
/** Crockford's base 32: 24 letters are 120 bits. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const CODE_LETTERS = 24

/**
 * Offers a secret for an authenticator app, another one each time: whoever has seen the link to an account does not know
 * it. `owner`: the id of the user or the invitation. `account`: how the app names the account.
 */
export function offerTotpSecret(access: Access, owner: string, account: string): TotpEnrolment {
  const enrolment = generateToken()
  const secret = deriveTotpSecret(access, owner, enrolment)
  const uri = formatTotpUri(secret, ISSUER, account)
  return { object: 'totp_enrolment', enrolment, secret: encodeBase32(secret), uri, qrCode: renderQrPng(uri) }
}

/** It is derived, so nothing is stored before the user has shown a code of it, and no client chooses it. */
function deriveTotpSecret({ keys }: Access, owner: string, enrolment: string): Buffer {
  return createHmac('sha256', keys.secondFactor).update(`${owner} ${enrolment}`).digest().subarray(0, SECRET_BYTES)
}

/** An offered secret, named by its `enrolment`, with its first code. */
export type FirstCode = { readonly enrolment: string; readonly code: string }

/** The columns of an offered secret. Throws `invalid_parameter` for a code of another secret or time. */
export function enrolTotp(access: Access, owner: string, { enrolment, code }: FirstCode) {
  if (!isToken(enrolment)) throw new CheckoutError('invalid_parameter', 'enrolment: ask for a new one.', 'enrolment')
  const secret = deriveTotpSecret(access, owner, enrolment)
  const step = findTotpStep(secret, code, access.ctx.now())
  if (step !== null) return { totp_secret: secret.toString('base64'), totp_step: step }
  const hint = 'it is not the code that the app shows now. Check the time of the phone'
  throw new CheckoutError('invalid_parameter', `code: ${hint}.`, 'code')
}

/** Uses a code of the app, or a recovery code. False if it is wrong or was used. */
export async function useSecondFactor({ ctx }: Access, tx: Tx, row: PasswordRow, code: string): Promise<boolean> {
  const step = findTotpStep(Buffer.from(row.totp_secret, 'base64'), code, ctx.now())
  if (step !== null) return useTotpStep(tx, row.user_id, step)
  return useRecoveryCode(tx, row.user_id, hashToken(normaliseRecoveryCode(code)), ctx.now())
}

/** Those of some users whose app shows a code, or who have it as a recovery code. Without users it asks the same. */
export async function listCodeOwners({ ctx }: Access, userIds: readonly string[], code: string): Promise<string[]> {
  const asked = userIds.length > 0 ? userIds : ['']
  const factors = await listSecondFactors(ctx.db, asked)
  const recovering = await listRecoveryOwners(ctx.db, asked, hashToken(normaliseRecoveryCode(code)))
  const now = ctx.now()
  const shown = factors.filter((row) => findTotpStep(Buffer.from(row.totp_secret, 'base64'), code, now) !== null)
  return [...shown, ...recovering].map(({ user_id }) => user_id)
}

/** Ten new recovery codes. Earlier ones end. */
export async function issueRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, generateRecoveryCode)
  const hashes = codes.map((code) => hashToken(normaliseRecoveryCode(code)))
  await replaceRecoveryCodes(tx, userId, hashes)
  return codes
}

/** As in `0a1b-2c3d-4e5f-6g7h-8j9k-0m1n`. */
function generateRecoveryCode(): string {
  const letters = Array.from(randomBytes(CODE_LETTERS), (byte) => LETTERS[byte % LETTERS.length] ?? '').join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

function normaliseRecoveryCode(code: string): string {
  return code.toLowerCase().replace(/[^0-9a-z]/g, '')
}
