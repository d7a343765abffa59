import type { Db, Tx } from '../storage/database.ts'
import type { Row } from '../storage/tables.ts'

export type LogoRow = Row<'logos'>

/** Replaces the merchant's logo. */
export async function putLogo(tx: Tx, row: LogoRow): Promise<void> {
  const { name, content_type, content } = row
  await tx
    .insertInto('logos')
    .values(row)
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet({ name, content_type, content }))
    .execute()
}

export async function deleteLogo(tx: Tx, merchantId: string): Promise<void> {
  await tx.deleteFrom('logos').where('merchant_id', '=', merchantId).execute()
}

/** Null if no merchant has a logo of this name. */
export async function findLogoRow(db: Db, name: string): Promise<LogoRow | null> {
  return (await db.selectFrom('logos').selectAll().where('name', '=', name).limit(1).executeTakeFirst()) ?? null
}
