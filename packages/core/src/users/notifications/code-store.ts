import type { Db, Tx } from '../../storage/database.ts'
import type { NewRow, Row } from '../../storage/tables.ts'

export type CodeRow = Row<'email_codes'>

/** Ends the earlier codes of the user. */
export async function insertCode(tx: Tx, row: NewRow<'email_codes'>, now: number): Promise<void> {
  await tx
    .updateTable('email_codes')
    .set({ ended_at: now, due_at: null })
    .where('user_id', '=', row.user_id)
    .where('ended_at', 'is', null)
    .execute()
  await tx.insertInto('email_codes').values(row).execute()
}

/** The times of codes since a time, oldest first: those of an address, or those that were asked for at a merchant. */
export async function listCodeTimes(
  db: Db,
  of: { readonly email_key: string } | { readonly merchant_id: string },
  since: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('email_codes')
    .select('created_at')
    .where((eb) => eb.and(of))
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => Number(row.created_at))
}

/** The user's last code for an address, if it was not used and is not older than a time. */
export async function findOpenCode(
  db: Db,
  { id, email }: Pick<Row<'users'>, 'id' | 'email'>,
  since: number,
): Promise<CodeRow | null> {
  const row = await db
    .selectFrom('email_codes')
    .selectAll()
    .where('user_id', '=', id)
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .where('created_at', '>', since)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Counts a code that was entered. False if enough were entered already, or another process has just ended it. */
export async function countTry(tx: Tx, { seq }: CodeRow, most: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('email_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('seq', '=', seq)
    .where('tries', '<', most)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Nobody else may have confirmed the address. */
export async function confirmEmail(tx: Tx, { seq, user_id, email, email_key }: CodeRow, now: number): Promise<void> {
  await tx.updateTable('email_codes').set({ ended_at: now, due_at: null }).where('seq', '=', seq).execute()
  await tx.updateTable('users').set({ confirmed_email: email, claim: email_key }).where('id', '=', user_id).execute()
}

export function findDueCodes(db: Db, now: number, limit: number): Promise<CodeRow[]> {
  const due = db.selectFrom('email_codes').selectAll().where('due_at', '<=', now)
  return due.orderBy('due_at').limit(limit).execute()
}

/** Takes a due code for this process until a time. False if another process has it, or if it has ended. */
export async function claimCode(tx: Tx, { seq, due_at, attempts }: CodeRow, until: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('email_codes')
    .set({ due_at: until, attempts: attempts + 1 })
    .where('seq', '=', seq)
    .where('due_at', '=', due_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** It was sent, or given up. */
export async function endSending(tx: Tx, { seq }: CodeRow): Promise<void> {
  await tx.updateTable('email_codes').set({ due_at: null }).where('seq', '=', seq).execute()
}

export async function hasOlderCodes(db: Db, time: number): Promise<boolean> {
  const old = db.selectFrom('email_codes').select('seq').where('created_at', '<', time).limit(1)
  return (await old.executeTakeFirst()) !== undefined
}

export async function pruneCodes(tx: Tx, before: number, limit: number): Promise<void> {
  const old = tx.selectFrom('email_codes').select('seq').where('created_at', '<', before).orderBy('created_at')
  const seqs = (await old.limit(limit).execute()).map(({ seq }) => seq)
  if (seqs.length > 0) await tx.deleteFrom('email_codes').where('seq', 'in', seqs).execute()
}
