import type { Db, Tx } from '../storage/database.ts'
import type { NewRow } from '../storage/tables.ts'

type Counted = { readonly account: string } | { readonly network: string }

/** The time of the last failure but `nth` - 1, if there are so many since a time. */
export async function findFailure(db: Db, counted: Counted, since: number, nth: number): Promise<number | null> {
  const row = await db
    .selectFrom('failed_sign_ins')
    .select('created_at')
    .where((eb) => eb.and(counted))
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(nth - 1)
    .executeTakeFirst()
  return row ? Number(row.created_at) : null
}

/** Returns the number of its row. */
export async function insertFailure(tx: Tx, row: NewRow<'failed_sign_ins'>): Promise<number> {
  const { seq } = await tx.insertInto('failed_sign_ins').values(row).returning('seq').executeTakeFirstOrThrow()
  // Without an account it changes nothing, and takes as long.
  await tx
    .updateTable('users')
    .set((eb) => ({ failed_count: eb('failed_count', '+', 1) }))
    .where('id', '=', row.user_id ?? '')
    .execute()
  return Number(seq)
}

/** The number of the oldest row. */
export async function readOldestFailure(db: Db): Promise<number> {
  const row = await db.selectFrom('failed_sign_ins').select('seq').orderBy('seq').limit(1).executeTakeFirstOrThrow()
  return Number(row.seq)
}

export async function deleteFailure(tx: Tx, seq: number, userId: string | null): Promise<void> {
  await tx.deleteFrom('failed_sign_ins').where('seq', '=', seq).execute()
  await tx
    .updateTable('users')
    .set((eb) => ({ failed_count: eb('failed_count', '-', 1) }))
    .where('id', '=', userId ?? '')
    .where('failed_count', '>', 0)
    .execute()
}

/** Returns the number of a user's failed attempts since the last that did not fail; none from now on. */
export async function takeFailedCount(tx: Tx, userId: string): Promise<number> {
  const row = await tx.selectFrom('users').select('failed_count').where('id', '=', userId).executeTakeFirst()
  await tx.updateTable('users').set({ failed_count: 0 }).where('id', '=', userId).execute()
  return Number(row?.failed_count ?? 0)
}

export type OftenFailed = { readonly userId: string; readonly failures: number; readonly addresses: number }

/** The users at whose accounts many attempts have failed since a time. */
export async function listOftenFailed(db: Db, since: number, most: number): Promise<OftenFailed[]> {
  const rows = await db
    .selectFrom('failed_sign_ins')
    .select((eb) => [
      'user_id',
      eb.fn.countAll<number>().as('failures'),
      eb.fn.count<number>('network').distinct().as('addresses'),
    ])
    .where('user_id', 'is not', null)
    .where('created_at', '>', since)
    .groupBy('user_id')
    .having((eb) => eb.fn.countAll(), '>=', most)
    .execute()
  return rows.map(({ user_id, failures, addresses }) => ({
    userId: user_id ?? '',
    failures: Number(failures),
    addresses: Number(addresses),
  }))
}

type Span = { readonly since: number; readonly until: number }

/** Deletes some failures outside of a span, and returns how many. Some are later if the clock was set back. */
export async function pruneFailures(tx: Tx, { since, until }: Span, limit: number): Promise<number> {
  const over = tx
    .selectFrom('failed_sign_ins')
    .select('seq')
    .where((eb) => eb.or([eb('created_at', '<=', since), eb('created_at', '>', until)]))
    .limit(limit)
  const { numDeletedRows } = await tx.deleteFrom('failed_sign_ins').where('seq', 'in', over).executeTakeFirst()
  return Number(numDeletedRows)
}

export async function hasFailures(db: Db): Promise<boolean> {
  return (await db.selectFrom('failed_sign_ins').select('seq').limit(1).executeTakeFirst()) !== undefined
}
