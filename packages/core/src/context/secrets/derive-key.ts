import { hkdfSync, randomBytes } from 'node:crypto'
import type { Owner } from '../../domain/owner.ts'
import type { Db, Tx } from '../../storage/database.ts'
import type { NewRow } from '../../storage/tables.ts'
import type { Context } from '../context.ts'

/** The purpose of a key. A key for one purpose reveals nothing about the others. */
export type Purpose = 'report link' | 'transaction seal' | 'wallet challenge'
/** The purpose of a key that belongs to no merchant. */
export type ServerPurpose = 'known device' | 'second factor' | 'passkey challenge' | 'e-mail code' | 'failed sign-in'

const ROOT = 'root'

/**
 * A key for one purpose of a merchant in an environment. All processes on the database share it, and no interface shows
 * it.
 */
export async function deriveKey(ctx: Context, owner: Owner, purpose: Purpose): Promise<Buffer> {
  return keyFrom(await ensureRootSecret(ctx), owner, purpose)
}

/** The same for what belongs to no merchant. */
export async function deriveServerKey(ctx: Context, purpose: ServerPurpose): Promise<Buffer> {
  return expandKey(await ensureRootSecret(ctx), purpose)
}

/** The same within a transaction. */
export async function deriveKeyIn(ctx: Context, tx: Tx, owner: Owner, purpose: Purpose): Promise<Buffer> {
  return keyFrom(await ensureRoot(ctx, tx), owner, purpose)
}

/**
 * The secret of all derived keys. Created when there is none: a checkout does so at its start, because what reads a
 * snapshot cannot.
 */
export async function ensureRootSecret(ctx: Context): Promise<string> {
  return (await findSecret(ctx.db, ROOT)) ?? (await ctx.transact((tx) => ensureRoot(ctx, tx)))
}

async function ensureRoot(ctx: Context, tx: Tx): Promise<string> {
  const known = await findSecret(tx, ROOT)
  if (known !== null) return known
  await insertSecret(tx, { name: ROOT, secret: randomBytes(32).toString('base64'), created_at: ctx.now() })
  return (await findSecret(tx, ROOT)) ?? ''
}

function keyFrom(root: string, { merchantId, livemode }: Owner, purpose: Purpose): Buffer {
  return expandKey(root, [purpose, merchantId, livemode ? 'production' : 'sandbox'].join('\0'))
}

/** HKDF-SHA256 (RFC 5869). */
function expandKey(root: string, info: string): Buffer {
  if (root === '') throw new Error('the root secret was not kept')
  return Buffer.from(hkdfSync('sha256', Buffer.from(root, 'base64'), '', info, 32))
}

async function findSecret(db: Db, name: string): Promise<string | null> {
  const row = await db.selectFrom('server_secrets').select('secret').where('name', '=', name).executeTakeFirst()
  return row?.secret ?? null
}

/** Keeps the existing one if another process was faster. */
async function insertSecret(tx: Tx, row: NewRow<'server_secrets'>): Promise<void> {
  await tx
    .insertInto('server_secrets')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
