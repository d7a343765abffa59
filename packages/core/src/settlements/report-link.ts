import { createHmac } from 'node:crypto'
import type { Context } from '../context/context.ts'
import { areEqual } from '../domain/are-equal.ts'
import { deriveKey, deriveKeyIn } from '../merchants/derive-key.ts'
import type { Tx } from '../storage/database.ts'
import type { Owner } from './store.ts'

/** How long a link to a report is valid. */
const VALID_MS = 7 * 86_400_000

/** The link to a settlement's report, issued at a time in milliseconds. */
export type StatementLink = (settlementId: string, now: number) => string

/**
 * Makes links to a merchant's reports. They are signed with HMAC-SHA256, under a key that every process on the database
 * has and that no interface shows.
 */
export async function createStatementLink(ctx: Context, owner: Owner): Promise<StatementLink> {
  return linkWith(ctx, await deriveKey(ctx, owner, 'report link'))
}

/** The same within a transaction. */
export async function createStatementLinkIn(ctx: Context, tx: Tx, owner: Owner): Promise<StatementLink> {
  return linkWith(ctx, await deriveKeyIn(ctx, tx, owner, 'report link'))
}

function linkWith(ctx: Context, key: Buffer): StatementLink {
  return (id, now) => {
    const expires = String(now + VALID_MS)
    return `${ctx.settings.publicUrl}/reports/${id}.csv?expires=${expires}&signature=${sign(key, id, expires)}`
  }
}

/** Whether a link was made here and has not expired. */
export async function isValidLink(
  ctx: Context,
  owner: Owner,
  link: { readonly id: string; readonly expires: string; readonly signature: string },
): Promise<boolean> {
  if (!/^\d{1,15}$/.test(link.expires) || Number(link.expires) <= ctx.now()) return false
  return areEqual(link.signature, sign(await deriveKey(ctx, owner, 'report link'), link.id, link.expires))
}

function sign(key: Buffer, id: string, expires: string): string {
  return createHmac('sha256', key).update(`${id}\0${expires}`).digest('base64url')
}
