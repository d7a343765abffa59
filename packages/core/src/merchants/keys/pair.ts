import { hash, randomBytes } from 'node:crypto'
import type { KeyWallets } from '@crypto-checkout/api-types'
import type { Actor, Context } from '../../context/context.ts'
import type { Scope } from '../../domain/catalog/entitlements.ts'
import { toOwnerColumns } from '../../domain/owner.ts'
import type { Tx } from '../../storage/database.ts'
import { insertKey, type KeyRow } from './store.ts'

export type NewPair = {
  readonly merchantId: string
  readonly livemode: boolean
  readonly name: string | null
  /** Null: all operations are allowed. */
  readonly scopes: readonly string[] | null
  readonly requireSignature: boolean
  readonly wallets: KeyWallets
  readonly label?: string | undefined
  /** The connection that it is for. */
  readonly connectionId?: string | null | undefined
  readonly by: Actor
}

/** A key and its secret, which is shown only once: only its hash is stored. */
export type IssuedPair = { readonly row: KeyRow; readonly secretKey: string }

/** Writes a new key pair of 256 random bits each. */
export async function issuePair(ctx: Pick<Context, 'now' | 'newId'>, tx: Tx, pair: NewPair): Promise<IssuedPair> {
  const mode = pair.livemode ? 'live' : 'test'
  const secretKey = `sk_${mode}_${randomBytes(32).toString('base64url')}`
  const row = await insertKey(tx, {
    id: ctx.newId('key'),
    ...toOwnerColumns(pair),
    public_key: `pk_${mode}_${randomBytes(32).toString('base64url')}`,
    secret_hash: hashSecret(secretKey),
    scopes: pair.scopes ? JSON.stringify([...new Set(pair.scopes)]) : null,
    require_signature: pair.requireSignature ? 1 : 0,
    wallets: pair.wallets,
    label: pair.label ?? null,
    connection_id: pair.connectionId ?? null,
    created_at: ctx.now(),
    revoked_at: null,
    name: pair.name,
    created_by: pair.by,
  })
  return { row, secretKey }
}

/** Lower-case hex of SHA-256: enough for 256 random bits, which cannot be guessed. */
export function hashSecret(secretKey: string): string {
  return hash('sha256', secretKey)
}

/** The scopes of a stored key; null if it may do everything. */
export function readScopes({ scopes }: Pick<KeyRow, 'scopes'>): Scope[] | null {
  return scopes === null ? null : JSON.parse(scopes)
}
