import type { Db, Tx } from '../storage/database.ts'
import type { NewRow } from '../storage/tables.ts'

export async function findSecret(db: Db, name: string): Promise<string | null> {
  const row = await db.selectFrom('server_secrets').select('secret').where('name', '=', name).executeTakeFirst()
  return row?.secret ?? null
}

/** Keeps the existing one if another process was faster. */
export async function insertSecret(tx: Tx, row: NewRow<'server_secrets'>): Promise<void> {
  await tx
    .insertInto('server_secrets')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
