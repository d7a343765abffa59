/** The keys that sign receipts: one at a time for each environment, in the database, for all processes on it. */
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { ReceiptKey, ReceiptKeys } from '@crypto-checkout/api-types'
import { asOperator, recordChange } from '../audit/record.ts'
import type { Context } from '../context/context.ts'
import { createLru } from '../domain/cache.ts'
import { toIsoTime } from '../domain/time.ts'
import type { Db, Tx } from '../storage/database.ts'
import type { NewRow } from '../storage/tables.ts'
import { findSigningKey, insertKey, type KeyRow, listKeyRows, replaceSigningKey } from './store.ts'

/** A key that signs, and its name in the header of what it signs. */
export type SigningKey = { readonly kid: string; readonly key: KeyObject }

/** Makes the first key of each environment that has none. A checkout does so at its start. */
export async function ensureReceiptKeys(ctx: Context): Promise<void> {
  const known = await Promise.all([findSigningKey(ctx.db, false), findSigningKey(ctx.db, true)])
  if (known.includes(null))
    await ctx.transact(async (tx) => void (await Promise.all([ensure(ctx, tx, false), ensure(ctx, tx, true)])))
}

/**
 * The key that signs in an environment. It is read in the transaction that signs, so a key is never used after the
 * commit that retired it.
 */
export async function loadSigningKey(ctx: Context, tx: Tx, livemode: boolean): Promise<SigningKey> {
  const row = (await findSigningKey(tx, livemode)) ?? (await ensure(ctx, tx, livemode))
  const { kid, public_key, private_key } = row
  if (private_key === null) throw new Error(`the key ${kid} has no private half`)
  return { kid, key: opened.get(`${public_key} ${private_key}`) }
}

/** Opening a key costs more than signing with it. */
const OPEN_KEYS = 8
const opened = createLru(OPEN_KEYS, (halves) => {
  const [x = '', d = ''] = halves.split(' ')
  return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' })
})

async function ensure(ctx: Context, tx: Tx, livemode: boolean): Promise<KeyRow> {
  await insertKey(tx, generateKey(ctx.now(), livemode))
  const row = await findSigningKey(tx, livemode)
  if (!row) throw new Error('the key of receipts was not stored')
  return row
}

/**
 * Makes a new key for an environment. The one before signs no more, and loses its private half. What it signed remains
 * valid, because its public half is published for ever. Returns the new key's name.
 */
export async function rotateReceiptKey(ctx: Context, livemode: boolean): Promise<string> {
  const next = generateKey(ctx.now(), livemode)
  await ctx.transact(async (tx) => {
    const before = await findSigningKey(tx, next.livemode)
    await replaceSigningKey(tx, next)
    await recordChange(ctx, tx, asOperator(null, livemode), {
      ...({ operation: 'rotateReceiptKey', object: 'receipt_key', objectId: next.kid } as const),
      before: before && { kid: before.kid },
      after: { kid: next.kid },
    })
  })
  return next.kid
}

/** The public keys of an environment as a JWK set (RFC 7517), the signing one first. */
export async function listReceiptKeys(db: Db, livemode: boolean): Promise<ReceiptKeys> {
  const rows = await listKeyRows(db, livemode)
  const inOrder = rows.toSorted((a, b) => Number(a.retired_at !== null) - Number(b.retired_at !== null))
  return { keys: inOrder.map(toPublicKey) }
}

function toPublicKey({ kid, public_key: x, retired_at }: KeyRow): ReceiptKey {
  const own = { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' } as const
  return retired_at === null ? own : { ...own, signedUntil: toIsoTime(retired_at) }
}

function generateKey(now: number, livemode: boolean): NewRow<'receipt_keys'> {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return { kid: computeThumbprint(x), livemode, public_key: x, private_key: d, created_at: now, retired_at: null }
}

/** RFC 7638, of an Ed25519 key as RFC 8037 writes it. */
function computeThumbprint(x: string): string {
  return createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
}
