import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Tx } from '../storage/database.ts'
import { defaultSecrets, ensureDefaultSecret } from '../webhooks/secrets.ts'
import type { Owner } from './store.ts'

/** How long a link leads to its report. */
const VALID_MS = 7 * 86_400_000

/** The address of a settlement's report, for whoever is given it at a time, in milliseconds. */
export type ReportLink = (settlementId: string, now: number) => string

/**
 * Makes links for a merchant's reports. What makes them good is HMAC-SHA256 under the merchant's default secret,
 * which every process on the database has, and which signs no webhook that begins like this.
 */
export async function reportLink(ctx: Context, owner: Owner): Promise<ReportLink> {
  const [secret] = await defaultSecrets(ctx, owner)
  return linkWith(ctx, secret)
}

/** The same within a transaction. */
export async function reportLinkIn(ctx: Context, tx: Tx, owner: Owner): Promise<ReportLink> {
  return linkWith(ctx, await ensureDefaultSecret(ctx, tx, owner))
}

function linkWith(ctx: Context, secret: string): ReportLink {
  return (id, now) => {
    const expires = String(now + VALID_MS)
    return `${ctx.settings.publicUrl}/reports/${id}.csv?expires=${expires}&signature=${sign(secret, id, expires)}`
  }
}

/** Whether a link was made here and is still good; also with a secret that was replaced meanwhile. */
export async function isGoodLink(
  ctx: Context,
  owner: Owner,
  link: { readonly id: string; readonly expires: string; readonly signature: string },
): Promise<boolean> {
  if (!/^\d{1,15}$/.test(link.expires) || Number(link.expires) <= ctx.now()) return false
  const given = Buffer.from(link.signature)
  return (await defaultSecrets(ctx, owner)).some((secret) => {
    const right = Buffer.from(sign(secret, link.id, link.expires))
    return right.length === given.length && timingSafeEqual(right, given)
  })
}

function sign(secret: string, id: string, expires: string): string {
  return createHmac('sha256', secret).update(`settlement report\0${id}\0${expires}`).digest('base64url')
}
