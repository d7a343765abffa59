import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Owner } from '../../domain/owner.ts'
import { areEqual } from '../../domain/text.ts'
import type { Tx } from '../../storage/database.ts'
import type { Context } from '../context.ts'
import { deriveKey, deriveKeyIn } from './derive-key.ts'

/** A link to a report: what it shows, until when in milliseconds, and the proof that it was made here. */
export type SignedLink = { readonly name: string; readonly expires: string; readonly signature: string }

/** The query of a link that shows something until a time, in milliseconds. */
export type LinkSigner = (name: string, expiresAt: number) => string

/**
 * Signs links to a merchant's reports with HMAC-SHA256, under a key that every process on the database has and that no
 * interface shows.
 */
export async function createLinkSigner(ctx: Context, owner: Owner): Promise<LinkSigner> {
  return signWith(await deriveKey(ctx, owner, 'report link'))
}

/** The same within a transaction. */
export async function createLinkSignerIn(ctx: Context, tx: Tx, owner: Owner): Promise<LinkSigner> {
  return signWith(await deriveKeyIn(ctx, tx, owner, 'report link'))
}

/** An HMAC with the bytes of a key takes five times as long: each imports them again. */
function signWith(bytes: Buffer): LinkSigner {
  const key = createSecretKey(bytes)
  return (name, expiresAt) => `expires=${expiresAt}&signature=${sign(key, name, String(expiresAt))}`
}

/** Tells whether a link was made here and has not expired. */
export async function isValidLink(ctx: Context, owner: Owner, link: SignedLink): Promise<boolean> {
  if (!/^\d{1,15}$/.test(link.expires) || Number(link.expires) <= ctx.now()) return false
  return areEqual(link.signature, sign(await deriveKey(ctx, owner, 'report link'), link.name, link.expires))
}

function sign(key: Buffer | KeyObject, name: string, expires: string): string {
  return createHmac('sha256', key).update(`${name}\0${expires}`).digest('base64url')
}
