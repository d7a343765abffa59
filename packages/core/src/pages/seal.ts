import { createHmac } from 'node:crypto'
import type { Caller, Context } from '../context/context.ts'
import { areEqual } from '../domain/are-equal.ts'
import { deriveKey } from '../merchants/derive-key.ts'

type Owner = Pick<Caller, 'merchantId' | 'livemode'>

/**
 * Proves that a transaction was built here: HMAC-SHA256 of its hash, 43 characters, under a key that no interface
 * shows.
 */
export async function sealOf(ctx: Context, owner: Owner, hash: Buffer): Promise<string> {
  return createHmac('sha256', await deriveKey(ctx, owner, 'transaction seal'))
    .update(hash)
    .digest('base64url')
}

export async function isSealed(ctx: Context, owner: Owner, hash: Buffer, seal: string): Promise<boolean> {
  return areEqual(await sealOf(ctx, owner, hash), seal)
}
