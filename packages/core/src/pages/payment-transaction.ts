import { createHmac } from 'node:crypto'
import type { UnsignedTransaction } from '@crypto-checkout/api-types'
import { z } from 'zod'
import type { Payer } from '../chains/wallet-transactions.ts'
import type { Caller, Context } from '../context/context.ts'
import { areEqual } from '../domain/are-equal.ts'
import { deriveKey } from '../merchants/derive-key.ts'
import { recordHint } from '../payments/hints/record-hint.ts'
import { findOrder } from './payment-wallet-order.ts'

/**
 * Builds the transaction with which an account pays exactly what is due; null when there is no such payment. Nothing is
 * stored. A transaction that cannot be rebuilt identically carries a MAC (`seal`).
 */
export async function buildTransaction(ctx: Context, id: string, payer: Payer): Promise<UnsignedTransaction | null> {
  const found = await findOrder(ctx, id)
  if (!found) return null
  const { xdr, networkPassphrase, market } = await found.transactions.build(found.order, payer)
  return { xdr, networkPassphrase, seal: market && (await signBuilt(ctx, found.owner, market)) }
}

/**
 * Sends a transaction that was built for a payment, signed and otherwise unchanged; null when there is no such payment.
 * This does not mark the payment as paid: the network must show the transfer first.
 */
export async function submitTransaction(
  ctx: Context,
  id: string,
  { xdr, seal }: SignedInput,
): Promise<{ hash: string } | null> {
  const found = await findOrder(ctx, id)
  if (!found) return null
  const { order, owner, transactions } = found
  const sent = await transactions.submit(order, xdr, async (hash) => !!seal && verifyBuilt(ctx, owner, hash, seal))
  await recordHint(ctx, id, sent)
  return sent
}

type Owner = Pick<Caller, 'merchantId' | 'livemode'>

/**
 * Proves that a transaction was built here: HMAC-SHA256 of its hash, 43 characters, under a key that no interface
 * shows.
 */
export async function signBuilt(ctx: Context, owner: Owner, hash: Buffer): Promise<string> {
  return createHmac('sha256', await deriveKey(ctx, owner, 'transaction seal'))
    .update(hash)
    .digest('base64url')
}

export async function verifyBuilt(ctx: Context, owner: Owner, hash: Buffer, seal: string): Promise<boolean> {
  return areEqual(await signBuilt(ctx, owner, hash), seal)
}

/** The account that pays. */
export const accountInput = z.strictObject({ account: z.string().max(128) })
export type AccountInput = z.output<typeof accountInput>

/** An asset as SEP-11 writes it, and the maximum that the payer chose to spend. */
const send = z.strictObject({
  asset: z.string().max(128),
  max: z.string().regex(/^\d{1,12}(\.\d{1,7})?$/, 'a decimal number with up to seven digits after the point'),
})

/** The account that pays, and the asset if it is not the payment's own coin. */
export const payerInput = z.strictObject({ account: z.string().max(128), send: send.nullable().default(null) })
export type PayerInput = z.output<typeof payerInput>

/** The transaction that the payer's wallet has signed, in base64, and its MAC (`seal`). */
export const signedInput = z.strictObject({ xdr: z.string().max(4_096), seal: z.string().max(64).nullish() })
export type SignedInput = z.output<typeof signedInput>
