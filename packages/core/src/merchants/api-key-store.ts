import type { Db, Tx } from '../storage/database.ts'
import { prepareQuery } from '../storage/prepared.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type ApiKeyRow = Row<'api_keys'> & { readonly plan: string }

export async function insertApiKey(tx: Tx, row: NewRow<'api_keys'>): Promise<void> {
  await tx.insertInto('api_keys').values(row).execute()
}

export async function findApiKey(db: Db, publicKey: string): Promise<ApiKeyRow | null> {
  const [row] = await byPublicKey(db, { publicKey })
  return row ?? null
}

const byPublicKey = prepareQuery<{ publicKey: string }>()((db, value) =>
  db
    .selectFrom('api_keys')
    .innerJoin('merchants', 'merchants.id', 'api_keys.merchant_id')
    .selectAll('api_keys')
    .select('merchants.plan')
    .where('public_key', '=', value.publicKey),
)

export function listApiKeyRows(db: Db): Promise<Row<'api_keys'>[]> {
  return db.selectFrom('api_keys').selectAll().orderBy('seq').execute()
}

/** True when there was such a key, even if it was already revoked. */
export async function markRevoked(tx: Tx, id: string, now: number): Promise<boolean> {
  const rows = await tx
    .updateTable('api_keys')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where('id', '=', id)
    .returning('id')
    .execute()
  return rows.length > 0
}

export async function revokeLabelled(tx: Tx, label: string, now: number): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('label', '=', label)
    .where('revoked_at', 'is', null)
    .execute()
}
