import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Caller, Context } from '../context.ts'
import { defaultSecrets } from '../webhooks/secrets.ts'

type Owner = Pick<Caller, 'merchantId' | 'livemode'>

/**
 * Says that a transaction was built here: HMAC-SHA256 of its hash, 43 characters. Its key is the merchant's
 * default secret, which every process on the database has, and which signs no webhook that begins like this.
 */
export async function sealOf(ctx: Context, owner: Owner, hash: Buffer): Promise<string> {
  const [secret] = await defaultSecrets(ctx, owner)
  return sealBy(secret, hash)
}

/** Also with a secret that was replaced meanwhile. */
export async function isSealed(ctx: Context, owner: Owner, hash: Buffer, seal: string): Promise<boolean> {
  const secrets = await defaultSecrets(ctx, owner)
  return secrets.some((secret) => {
    const [right, given] = [Buffer.from(sealBy(secret, hash)), Buffer.from(seal)]
    return right.length === given.length && timingSafeEqual(right, given)
  })
}

function sealBy(secret: string, hash: Buffer): string {
  return createHmac('sha256', secret).update('stellar transaction\0').update(hash).digest('base64url')
}
