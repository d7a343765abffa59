import type { Db, Tx } from '../storage/database.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type PasskeyRow = Row<'passkeys'>

/** False if the credential is registered already. */
export async function insertPasskey(tx: Tx, row: NewRow<'passkeys'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function findPasskeyByCredential(db: Db, credentialId: string): Promise<PasskeyRow | null> {
  const row = await db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
  return row ?? null
}

/** Newest first. */
export function listPasskeyRows(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('seq', 'desc').execute()
}

/** False if the passkey was removed meanwhile, or has counted as far. One that does not count stays at 0. */
export async function markPasskeyUsed(tx: Tx, id: string, counter: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, used_at: now })
    .where('id', '=', id)
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False if the user has no such passkey. */
export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** False if the challenge was answered before. Forgets those that have expired. */
export async function spendChallenge(tx: Tx, challenge: string, expiresAt: number, now: number): Promise<boolean> {
  await tx.deleteFrom('spent_challenges').where('expires_at', '<=', now).execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('spent_challenges')
    .values({ challenge, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
