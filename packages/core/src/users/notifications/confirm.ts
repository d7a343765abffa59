/**
 * Confirms that a user reads the address that it signs in with. Anybody can be invited by a stranger's address, so no other
 * e-mail is sent there before. The user enters the code while signed in. A stranger who gets one cannot confirm anything
 * by accident, and no mail filter can by opening a link.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { NotificationSettings } from '@crypto-checkout/api-types'
import { z } from 'zod'
import type { Context } from '../../context/context.ts'
import { deriveServerKey } from '../../context/secrets/derive-key.ts'
import { CheckoutError } from '../../domain/error.ts'
import { DAY_MS, MINUTE_MS, toIsoTimeOrNull } from '../../domain/time.ts'
import type { Tx } from '../../storage/database.ts'
import { TooManyAttempts } from '../attempts.ts'
import { recordOwnChangeAt } from '../record-own-change.ts'
import type { Device, SessionRow } from '../sessions.ts'
import { findConfirmedUser, findUser, listMemberships, toEmailKey, type UserRow } from '../store.ts'
import { type CodeRow, confirmEmail, countTry, findOpenCode, insertCode, listCodeTimes } from './code-store.ts'

export const CODE_LASTS_MS = 30 * MINUTE_MS
/** Codes of an address are counted for so long. */
export const CODES_KEPT_MS = 30 * DAY_MS
const DIGITS = 8
const MOST_TRIES = 5

type Limit = { readonly most: number; readonly windowMs: number }
/** For an address, from all users together. */
const OF_ADDRESS: readonly Limit[] = [
  { most: 1, windowMs: MINUTE_MS },
  { most: 3, windowMs: DAY_MS },
  { most: 10, windowMs: CODES_KEPT_MS },
]
const OF_MERCHANT: readonly Limit[] = [{ most: 20, windowMs: DAY_MS }]

export const codeRequest = z.strictObject({ merchant: z.string().max(64), language: z.enum(['en', 'de']) })
type CodeRequest = z.output<typeof codeRequest>

export const codeInput = z.strictObject({ code: z.string().max(20) })

/** The user's address, and whether its user has to confirm it. */
export async function describeAddress(ctx: Context, userId: string): Promise<NotificationSettings['address']> {
  const user = await requireUser(ctx.db, userId)
  const isConfirmed = hasClaim(user)
  const open = isConfirmed ? null : await findOpenCode(ctx.db, user, ctx.now() - CODE_LASTS_MS)
  const codeSentAt = toIsoTimeOrNull(open === null ? null : Number(open.created_at))
  return { email: user.email, confirmed: isConfirmed, codeSentAt }
}

/** Tells whether the address is this account's alone. After a reset link it has to be confirmed again. */
function hasClaim({ claim, email_key }: UserRow): boolean {
  return claim === email_key
}

/** Tells whether e-mails may be sent there. */
export function isAddressConfirmed({ email, confirmed_email }: UserRow): boolean {
  return confirmed_email === email
}

/**
 * Sends a code to the user's own address, in place of the one before. Throws `resource_missing` for others' merchants,
 * `invalid_state` without a mail server or for a confirmed address, and `rate_limited`.
 */
export async function requestCode(
  ctx: Context,
  { user_id: userId }: SessionRow,
  { merchant, language }: CodeRequest,
  device: Device,
): Promise<void> {
  requireMailServer(ctx)
  await ctx.transact(async (tx) => {
    const user = await requireUser(tx, userId)
    const isMember = (await listMemberships(tx, userId)).some(({ merchant_id }) => merchant_id === merchant)
    if (!isMember) throw new CheckoutError('resource_missing', 'You belong to no such merchant.', 'merchant')
    if (hasClaim(user)) throw new CheckoutError('invalid_state', 'Your address is confirmed already.')
    const email_key = toEmailKey(user.email)
    await requireFewer(ctx, tx, { email_key }, OF_ADDRESS)
    await requireFewer(ctx, tx, { merchant_id: merchant }, OF_MERCHANT)
    const now = ctx.now()
    const place = { user_id: userId, merchant_id: merchant, email_key, language, email: user.email } as const
    await insertCode(tx, { ...place, tries: 0, attempts: 0, due_at: now, created_at: now, ended_at: null }, now)
    const change = {
      userId,
      merchantId: merchant,
      operation: 'requestEmailCode',
      after: { email: user.email },
    } as const
    await recordOwnChangeAt(ctx, tx, device, change)
  })
}

function refuseConfirmed(): CheckoutError {
  const reason =
    'Another account of yours has this address: sign in to that one, and ask to be removed here and invited again.'
  return new CheckoutError('invalid_state', reason)
}

export function requireMailServer(ctx: Context): void {
  if (ctx.mail !== null) return
  const reason = 'This server sends no e-mails: whoever runs it can configure smtp.'
  throw new CheckoutError('invalid_state', reason)
}

async function requireFewer(
  ctx: Context,
  tx: Tx,
  of: Parameters<typeof listCodeTimes>[1],
  limits: readonly Limit[],
): Promise<void> {
  const now = ctx.now()
  const longest = Math.max(...limits.map(({ windowMs }) => windowMs))
  const times = await listCodeTimes(tx, of, now - longest)
  const waits = limits.map(({ most, windowMs }) => {
    const oldest = times.filter((time) => time > now - windowMs).at(-most)
    return oldest === undefined ? 0 : oldest + windowMs - now
  })
  const waitMs = Math.max(...waits)
  if (waitMs > 0) throw new TooManyAttempts(waitMs)
}

/**
 * Confirms the user's address by the last code that was sent there. Throws `invalid_state` if none is open, because it
 * is older than half an hour or wrong codes were entered five times. Throws it too if another account has the address, and
 * `invalid_parameter` for a wrong code.
 */
export async function confirmAddress(
  ctx: Context,
  { user_id: userId }: SessionRow,
  { code }: z.output<typeof codeInput>,
  device: Device,
): Promise<void> {
  const key = await deriveServerKey(ctx, 'e-mail code')
  const isRight = await ctx.transact(async (tx) => {
    const user = await requireUser(tx, userId)
    if (hasClaim(user)) return true
    const open = await findOpenCode(tx, user, ctx.now() - CODE_LASTS_MS)
    if (!open || !(await countTry(tx, open, MOST_TRIES))) return null
    if (!isSame(computeCode(key, open), code.replaceAll(/[\s-]/g, ''))) return false
    if (await findConfirmedUser(tx, open.email)) throw refuseConfirmed()
    await confirmEmail(tx, open, ctx.now())
    const change = {
      userId,
      merchantId: open.merchant_id,
      operation: 'confirmEmail',
      after: { email: open.email },
    } as const
    await recordOwnChangeAt(ctx, tx, device, change)
    return true
  })
  // Refused after the commit: the try is counted.
  if (isRight === null) throw new CheckoutError('invalid_state', 'No code is open: have another one sent.')
  if (!isRight) throw new CheckoutError('invalid_parameter', 'This is not the code of the last e-mail.', 'code')
}

/** The digits that confirm an address. */
export function computeCode(key: Buffer, { seq, user_id, email, created_at }: CodeRow): string {
  const mac = createHmac('sha256', key)
    .update(JSON.stringify([Number(seq), user_id, email, Number(created_at)]))
    .digest()
  return String(mac.readBigUInt64BE() % 10n ** BigInt(DIGITS)).padStart(DIGITS, '0')
}

function isSame(right: string, entered: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(entered)]
  return one.length === other.length && timingSafeEqual(one, other)
}

async function requireUser(db: Parameters<typeof findUser>[0], id: string): Promise<UserRow> {
  const user = await findUser(db, id)
  if (user) return user
  throw new CheckoutError('resource_missing', 'Your account is gone.')
}
