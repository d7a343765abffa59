import type { Db, Tx } from '../storage/database.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type UserRow = Row<'users'>
export type Membership = Pick<Row<'memberships'>, 'merchant_id' | 'role' | 'created_at'> & { readonly name: string }

/** Addresses that differ in case belong to one user. */
export function toEmailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** False if the address belongs to another user. */
export async function insertUser(tx: Tx, row: NewRow<'users'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('seq').limit(1).executeTakeFirst()) !== undefined
}

export async function findUser(db: Db, id: string): Promise<UserRow | null> {
  return (await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const key = toEmailKey(email)
  return (await db.selectFrom('users').selectAll().where('email_key', '=', key).executeTakeFirst()) ?? null
}

export async function markSignedIn(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable('users').set({ signed_in_at: now }).where('id', '=', id).execute()
}

/** Changes nothing if the user is a member already. */
export async function insertMembership(tx: Tx, row: NewRow<'memberships'>): Promise<void> {
  await tx
    .insertInto('memberships')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'merchant_id']).doNothing())
    .execute()
}

/** The merchants of a user, in the order in which it joined them. */
export function listMemberships(db: Db, userId: string): Promise<Membership[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('merchants', 'merchants.id', 'memberships.merchant_id')
    .select(['memberships.merchant_id', 'memberships.role', 'memberships.created_at', 'merchants.name'])
    .where('memberships.user_id', '=', userId)
    .orderBy('memberships.created_at')
    .orderBy('merchants.seq')
    .execute()
}
