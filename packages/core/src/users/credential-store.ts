import { countRows, type Db, type Tx } from '../storage/database.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type PasswordRow = Row<'passwords'>

export async function findPassword(db: Db, userId: string): Promise<PasswordRow | null> {
  return (await db.selectFrom('passwords').selectAll().where('user_id', '=', userId).executeTakeFirst()) ?? null
}

/** The second factors of users. */
export function listSecondFactors(
  db: Db,
  userIds: readonly string[],
): Promise<Pick<PasswordRow, 'user_id' | 'totp_secret'>[]> {
  return db.selectFrom('passwords').select(['user_id', 'totp_secret']).where('user_id', 'in', userIds).execute()
}

/** Those of some users who have a recovery code that was not used. */
export function listRecoveryOwners(db: Db, userIds: readonly string[], hash: string): Promise<{ user_id: string }[]> {
  return db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .execute()
}

export async function replacePassword(tx: Tx, row: NewRow<'passwords'>): Promise<void> {
  await tx.deleteFrom('passwords').where('user_id', '=', row.user_id).execute()
  await tx.insertInto('passwords').values(row).execute()
}

/** False if the code of this step, or of a later one, was used already. */
export async function useTotpStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passwords')
    .set({ totp_step: step })
    .where('user_id', '=', userId)
    .where('totp_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function updatePasswordHash(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx.updateTable('passwords').set({ hash }).where('user_id', '=', userId).execute()
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const rows = hashes.map((hash) => ({ user_id: userId, hash, used_at: null }))
  if (rows.length > 0) await tx.insertInto('recovery_codes').values(rows).execute()
}

/** False if the user has no such code, or has used it. */
export async function useRecoveryCode(tx: Tx, userId: string, hash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return countRows(db.selectFrom('recovery_codes').where('user_id', '=', userId).where('used_at', 'is', null))
}

export function countPasskeys(db: Db, userId: string): Promise<number> {
  return countRows(db.selectFrom('passkeys').where('user_id', '=', userId))
}

export async function deletePassword(tx: Tx, userId: string): Promise<void> {
  await replaceRecoveryCodes(tx, userId, [])
  await tx.deleteFrom('passwords').where('user_id', '=', userId).execute()
}

/** Everything that a user could sign in with. */
export async function deleteCredentials(tx: Tx, userId: string): Promise<void> {
  await deletePassword(tx, userId)
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
}
