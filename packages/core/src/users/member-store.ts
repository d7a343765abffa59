import type { Role } from '@crypto-checkout/api-types'
import { countRows, type Db, type Tx } from '../storage/database.ts'
import type { Row } from '../storage/tables.ts'

/** A user at a merchant, with what it can sign in by. */
export type MemberRow = UserRow & Pick<Row<'memberships'>, 'merchant_id' | 'role' | 'created_at'>
type UserRow = Pick<Row<'users'>, 'id' | 'email' | 'email_key' | 'signed_in_at'> & {
  readonly passwords: number
  readonly passkeys: number
}
/** A user at each of its merchants; one that has none is there once, with nulls. */
type AnyUserRow = UserRow & {
  readonly [Column in 'merchant_id' | 'role' | 'created_at']: MemberRow[Column] | null
}

type MemberPosition = Pick<MemberRow, 'created_at' | 'id'>

/** Newest first, after the one of the cursor. */
export function listMemberRows(
  db: Db,
  merchantId: string,
  after: MemberPosition | null,
  limit: number,
): Promise<MemberRow[]> {
  return selectMembers(db, merchantId)
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('memberships.created_at', 'memberships.user_id'),
          '<',
          eb.tuple(after?.created_at ?? 0, after?.id ?? ''),
        ),
      ),
    )
    .orderBy('memberships.created_at', 'desc')
    .orderBy('memberships.user_id', 'desc')
    .limit(limit)
    .execute()
}

export async function findMemberRow(db: Db, merchantId: string, userId: string): Promise<MemberRow | null> {
  const row = await selectMembers(db, merchantId).where('memberships.user_id', '=', userId).executeTakeFirst()
  return row ?? null
}

export async function findMemberByEmail(db: Db, merchantId: string, emailKey: string): Promise<MemberRow | null> {
  const row = await selectMembers(db, merchantId).where('users.email_key', '=', emailKey).executeTakeFirst()
  return row ?? null
}

function selectMembers(db: Db, merchantId: string) {
  return selectUsers(db)
    .where('memberships.merchant_id', '=', merchantId)
    .$narrowType<Pick<MemberRow, 'merchant_id' | 'role' | 'created_at'>>()
}

/** All users, in the order in which they were made. */
export function listAllUserRows(db: Db): Promise<AnyUserRow[]> {
  return selectUsers(db).orderBy('users.seq').orderBy('memberships.created_at').execute()
}

function selectUsers(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('memberships', 'memberships.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.email_key', 'users.signed_in_at'])
    .select(['memberships.merchant_id', 'memberships.role', 'memberships.created_at'])
    .select((eb) => [
      eb
        .selectFrom('passwords')
        .whereRef('passwords.user_id', '=', 'users.id')
        .select((one) => one.fn.countAll<number>().as('total'))
        .$asScalar()
        .$notNull()
        .as('passwords'),
      eb
        .selectFrom('passkeys')
        .whereRef('passkeys.user_id', '=', 'users.id')
        .select((one) => one.fn.countAll<number>().as('total'))
        .$asScalar()
        .$notNull()
        .as('passkeys'),
    ])
}

/**
 * Lists what a user, or a key that it or such a key made, has left at a merchant and works on by itself, oldest first.
 */
export async function listLeft(db: Db, merchantId: string, userId: string): Promise<Left[]> {
  return db
    .withRecursive('makers', (cte) =>
      cte
        .selectFrom('users')
        .select('id')
        .where('id', '=', userId)
        .unionAll((eb) =>
          eb
            .selectFrom('api_keys')
            .innerJoin('makers', 'makers.id', 'api_keys.created_by')
            .where('api_keys.merchant_id', '=', merchantId)
            .select('api_keys.id'),
        ),
    )
    .selectFrom('audit_log')
    .leftJoin('webhooks', 'webhooks.id', 'audit_log.object_id')
    .leftJoin('payment_links', 'payment_links.id', 'audit_log.object_id')
    .select(['audit_log.operation', 'audit_log.object_id as id', 'audit_log.livemode'])
    .select(['webhooks.url', 'payment_links.title'])
    .where('audit_log.merchant_id', '=', merchantId)
    .where('audit_log.livemode', 'in', [false, true])
    .where('audit_log.operation', 'in', ['createWebhook', 'createPaymentLink'])
    .where('audit_log.actor', 'in', (eb) => eb.selectFrom('makers').select('makers.id'))
    .where((eb) =>
      eb.or([
        eb.and([eb('webhooks.id', 'is not', null), eb('webhooks.disabled_at', 'is', null)]),
        eb('payment_links.active', '=', 1),
      ]),
    )
    .orderBy('audit_log.seq')
    .execute()
}

export type Left = {
  readonly operation: string
  readonly id: string | null
  readonly livemode: boolean
  readonly url: string | null
  readonly title: string | null
}

export function countMembers(db: Db, merchantId: string, role: Role | null = null): Promise<number> {
  return countRows(
    db
      .selectFrom('memberships')
      .where('merchant_id', '=', merchantId)
      .$if(role !== null, (query) => query.where('role', '=', role ?? 'owner')),
  )
}

export async function updateRole(tx: Tx, merchantId: string, userId: string, role: Role): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ role })
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteMembership(tx: Tx, merchantId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('notification_choices')
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .execute()
  await tx.deleteFrom('memberships').where('merchant_id', '=', merchantId).where('user_id', '=', userId).execute()
}
