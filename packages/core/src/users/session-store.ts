import type { Db, Tx } from '../storage/database.ts'
import { prepareQuery } from '../storage/prepared.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type SessionRow = Row<'sessions'>
/** A session is over if it began or was last used at or before these times. */
export type SessionLimits = { readonly startedBefore: number; readonly unusedSince: number }

const ROWS_AT_ONCE = 100

export async function insertSession(tx: Tx, row: NewRow<'sessions'>): Promise<SessionRow> {
  return tx.insertInto('sessions').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function findSessionByHash(db: Db, hash: string, limits: SessionLimits): Promise<SessionRow | null> {
  const [row] = await byHash(db, { hash, ...limits })
  return row ?? null
}

const byHash = prepareQuery<SessionLimits & { hash: string }>()((db, value) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', value.hash)
    .where('created_at', '>', value.startedBefore)
    .where('seen_at', '>', value.unusedSince),
)

/** Newest first. */
export function listSessionRows(db: Db, userId: string, limits: SessionLimits): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('created_at', '>', limits.startedBefore)
    .where('seen_at', '>', limits.unusedSince)
    .orderBy('seq', 'desc')
    .limit(ROWS_AT_ONCE)
    .execute()
}

export async function markSeen(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable('sessions').set({ seen_at: now }).where('id', '=', id).where('seen_at', '<', now).execute()
}

type Renewal = Partial<Pick<SessionRow, 'token_hash' | 'authenticated_at' | 'seen_at' | 'method'>>

/** False if the session has ended, or has got another token meanwhile. */
export async function renewSessionRow(tx: Tx, { id, token_hash }: SessionRow, changes: Renewal): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set(changes)
    .where('id', '=', id)
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False if the user has no such session. */
export async function deleteSession(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** All of a user's sessions but one; all if that is null. */
export async function deleteUserSessions(tx: Tx, userId: string, exceptId: string | null = null): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId ?? ''))
    .execute()
}

/** Deletes sessions that are over, some at a time: whoever opens one makes room for it. */
export async function pruneSessions(tx: Tx, { startedBefore, unusedSince }: SessionLimits): Promise<void> {
  for (const [column, time] of [
    ['created_at', startedBefore],
    ['seen_at', unusedSince],
  ] as const) {
    const over = tx.selectFrom('sessions').select('seq').where(column, '<=', time).orderBy(column).limit(ROWS_AT_ONCE)
    await tx.deleteFrom('sessions').where('seq', 'in', over).execute()
  }
}
