import type { Context } from '../context/context.ts'
import { listApiKeyRows } from './key-store.ts'

export type ApiKey = {
  readonly id: string
  readonly publicKey: string
  readonly environment: 'production' | 'sandbox'
  readonly merchant: string
  readonly scopes: string[] | null
  readonly requireSignature: boolean
  readonly createdAt: string
  readonly revokedAt: string | null
}

export async function listApiKeys(ctx: Context): Promise<ApiKey[]> {
  return (await listApiKeyRows(ctx.db)).map((row) => ({
    id: row.id,
    publicKey: row.public_key,
    environment: row.livemode ? 'production' : 'sandbox',
    merchant: row.merchant_id,
    scopes: row.scopes ? JSON.parse(row.scopes) : null,
    requireSignature: row.require_signature === 1,
    createdAt: new Date(row.created_at).toISOString(),
    revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at).toISOString(),
  }))
}
