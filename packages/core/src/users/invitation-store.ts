import type { Db, Tx } from '../storage/database.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type InvitationRow = Row<'invitations'>

const ROWS_AT_ONCE = 100

export async function insertInvitation(tx: Tx, row: NewRow<'invitations'>): Promise<InvitationRow> {
  const over = tx
    .selectFrom('invitations')
    .select('seq')
    .where('expires_at', '<=', row.created_at)
    .orderBy('expires_at')
    .limit(ROWS_AT_ONCE)
  await tx.deleteFrom('invitations').where('seq', 'in', over).execute()
  return tx.insertInto('invitations').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function findInvitationByHash(db: Db, hash: string, now: number): Promise<InvitationRow | null> {
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** False if it was used or withdrawn meanwhile. */
export async function deleteInvitation(tx: Tx, { seq }: InvitationRow): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('invitations').where('seq', '=', seq).executeTakeFirst()
  return numDeletedRows === 1n
}

/** The invitations to a merchant that still work, newest first. The link of the first start is not one of them. */
export function listOpenInvitations(db: Db, merchantId: string, now: number): Promise<InvitationRow[]> {
  return selectOpen(db, merchantId, now).orderBy('seq', 'desc').execute()
}

export async function findOpenInvitation(
  db: Db,
  merchantId: string,
  id: string,
  now: number,
): Promise<InvitationRow | null> {
  return (await selectOpen(db, merchantId, now).where('id', '=', id).executeTakeFirst()) ?? null
}

function selectOpen(db: Db, merchantId: string, now: number) {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', 'member')
    .where('expires_at', '>', now)
}

export async function deleteFirstInvitations(tx: Tx): Promise<void> {
  await tx.deleteFrom('invitations').where('kind', '=', 'first').execute()
}

export async function deleteUserResets(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('invitations').where('kind', '=', 'reset').where('user_id', '=', userId).execute()
}
