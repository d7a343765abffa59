import type { Db, Tx } from '../storage/database.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type UserRow = Row<'users'>
export type Membership = Pick<Row<'memberships'>, 'merchant_id' | 'role' | 'created_at'> & { readonly name: string }

/** Each merchant can make one. More could only be made to slow down who signs in. */
const MOST_OF_ADDRESS = 100

/** Addresses that differ in case are one. */
export function toEmailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** Adds a user, whose address is not confirmed. */
export async function insertUser(tx: Tx, row: Omit<NewRow<'users'>, 'claim' | 'confirmed_email'>): Promise<void> {
  await tx
    .insertInto('users')
    .values({ ...row, claim: row.id })
    .execute()
}

/** Lets another account confirm the address. E-mails still go to its reader. */
export async function releaseAddress(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('users').set({ claim: id }).where('id', '=', id).execute()
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('seq').limit(1).executeTakeFirst()) !== undefined
}

export async function findUser(db: Db, id: string): Promise<UserRow | null> {
  return (await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** The users with an address: the one who has confirmed it, then those who belong to a merchant, then others. */
export function listUsersByEmail(db: Db, email: string): Promise<UserRow[]> {
  const key = toEmailKey(email)
  return db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', key)
    .orderBy((eb) => eb.case().when('claim', '=', key).then(0).else(1).end())
    .orderBy((eb) =>
      eb
        .case()
        .when(eb.exists(eb.selectFrom('memberships').select('user_id').whereRef('user_id', '=', 'users.id')))
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy('seq')
    .limit(MOST_OF_ADDRESS)
    .execute()
}

/** The user who has confirmed an address. */
export async function findConfirmedUser(db: Db, email: string): Promise<UserRow | null> {
  const row = await db.selectFrom('users').selectAll().where('claim', '=', toEmailKey(email)).executeTakeFirst()
  return row ?? null
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
