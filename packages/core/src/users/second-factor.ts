import { createHmac, randomBytes } from 'node:crypto'
import type { TotpSecret } from '@crypto-checkout/api-types'
import { CheckoutError } from '../domain/error.ts'
import { encodeBase32, findTotpStep, formatTotpUri } from '../domain/totp.ts'
import { renderQrPng } from '../qr/qr.ts'
import type { Tx } from '../storage/database.ts'
import type { Access } from './access.ts'
import { type PasswordRow, replaceRecoveryCodes, useRecoveryCode, useTotpStep } from './credential-store.ts'
import { hashToken } from './tokens.ts'

const SECRET_BYTES = 20
const CODES = 10
const ISSUER = 'Crypto Checkout'
/** Crockford's base 32: 16 letters are 80 bits. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const CODE_LETTERS = 16

/**
 * The secret of an authenticator app for whoever knows a token. It is derived, so nothing is stored before the user has
 * shown a code of it, and no client chooses it.
 */
export function deriveTotpSecret({ keys }: Access, token: string): Buffer {
  return createHmac('sha256', keys.secondFactor).update(token).digest().subarray(0, SECRET_BYTES)
}

/** What an authenticator app needs. `account`: how the app names the account. */
export function describeTotp(secret: Buffer, account: string): TotpSecret {
  const uri = formatTotpUri(secret, ISSUER, account)
  return { secret: encodeBase32(secret), uri, qrCode: renderQrPng(uri) }
}

/** The step of a first code. Throws `invalid_parameter` for a code of another secret or time. */
export function requireFirstCode({ ctx }: Access, secret: Buffer, code: string): number {
  const step = findTotpStep(secret, code, ctx.now())
  if (step !== null) return step
  const hint = 'it is not the code that the app shows now. Check the time of the phone'
  throw new CheckoutError('invalid_parameter', `code: ${hint}.`, 'code')
}

/** Uses a code of the app, or a recovery code. False if it is wrong or was used. */
export async function useSecondFactor({ ctx }: Access, tx: Tx, row: PasswordRow, code: string): Promise<boolean> {
  const step = findTotpStep(Buffer.from(row.totp_secret, 'base64'), code, ctx.now())
  if (step !== null) return useTotpStep(tx, row.user_id, step)
  return useRecoveryCode(tx, row.user_id, hashToken(normaliseRecoveryCode(code)), ctx.now())
}

/** Ten new recovery codes. Earlier ones end. */
export async function issueRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, generateRecoveryCode)
  const hashes = codes.map((code) => hashToken(normaliseRecoveryCode(code)))
  await replaceRecoveryCodes(tx, userId, hashes)
  return codes
}

/** As in `0a1b-2c3d-4e5f-6g7h`. */
function generateRecoveryCode(): string {
  const letters = Array.from(randomBytes(CODE_LETTERS), (byte) => LETTERS[byte % LETTERS.length] ?? '').join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

function normaliseRecoveryCode(code: string): string {
  return code.toLowerCase().replace(/[^0-9a-z]/g, '')
}
