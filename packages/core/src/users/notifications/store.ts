import type { Role } from '@crypto-checkout/api-types'
import { sql } from 'kysely'
import { type Owner, toOwner } from '../../domain/owner.ts'
import { countRows, type Db, type Tx } from '../../storage/database.ts'
import type { NewRow, Row } from '../../storage/tables.ts'

export type ChoiceRow = Row<'notification_choices'>
type NotificationRow = Row<'notifications'>

const toColumns = ({ merchantId, livemode }: Owner) => ({
  merchant_id: merchantId,
  livemode,
})

export function listChoices(db: Db, userId: string): Promise<ChoiceRow[]> {
  return db.selectFrom('notification_choices').selectAll().where('user_id', '=', userId).execute()
}

/** Replaces a user's choices at a merchant in an environment. */
export async function replaceChoices(tx: Tx, owner: Owner, userId: string, rows: readonly ChoiceRow[]): Promise<void> {
  await tx
    .deleteFrom('notification_choices')
    .where((eb) => eb.and({ ...toColumns(owner), user_id: userId }))
    .execute()
  if (rows.length > 0)
    await tx
      .insertInto('notification_choices')
      .values([...rows])
      .execute()
}

/** The choices of those who are members now and have confirmed their address, with their roles. */
export async function listChosen(db: Db, owner: Owner): Promise<(ChoiceRow & { readonly role: Role })[]> {
  const rows = await db
    .selectFrom('notification_choices as choice')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.user_id', '=', 'choice.user_id')
        .onRef('memberships.merchant_id', '=', 'choice.merchant_id'),
    )
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'choice.user_id').onRef('users.confirmed_email', '=', 'users.email'),
    )
    .selectAll('choice')
    .select('memberships.role')
    .where((eb) => eb.and({ 'choice.merchant_id': owner.merchantId, 'choice.livemode': owner.livemode }))
    .execute()
  return rows
}

/** Owners whose users want e-mails, and whose events were not all read for them. */
export async function findOwnersBehind(db: Db, limit: number): Promise<(Owner & { readonly place: number | null })[]> {
  const { rows } = await sql<{ merchant_id: string; livemode: boolean; sequence: number | null }>`
    select c.merchant_id, c.livemode, p.sequence
    from (select distinct merchant_id, livemode from notification_choices) c
    join merchants m on m.id = c.merchant_id
    left join notification_places p on p.merchant_id = c.merchant_id and p.livemode = c.livemode
    where case c.livemode when 1 then m.live_sequence else m.sandbox_sequence end > coalesce(p.sequence, -1)
    limit ${limit}`.execute(db)
  return rows.map((row) => ({
    ...toOwner(row),
    place: row.sequence === null ? null : Number(row.sequence),
  }))
}

export async function findPlace(tx: Tx, owner: Owner): Promise<number | null> {
  const row = await tx
    .selectFrom('notification_places')
    .select('sequence')
    .where((eb) => eb.and(toColumns(owner)))
    .executeTakeFirst()
  return row ? Number(row.sequence) : null
}

export async function movePlace(tx: Tx, owner: Owner, sequence: number): Promise<void> {
  await tx
    .insertInto('notification_places')
    .values({ ...toColumns(owner), sequence })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'livemode']).doUpdateSet({ sequence }))
    .execute()
}

export async function insertNotification(tx: Tx, row: NewRow<'notifications'>): Promise<void> {
  await tx
    .insertInto('notifications')
    .values(row)
    .onConflict((conflict) => conflict.columns(['event_id', 'user_id']).doNothing())
    .execute()
}

/** Counts the news that a user got since a time. Reports of months are none. */
export function countSince(tx: Tx, userId: string, since: number): Promise<number> {
  return countRows(selectNews(tx, since).where('user_id', '=', userId))
}

/** Counts the news that all users of a merchant in an environment got since a time. */
export function countForOwnerSince(tx: Tx, owner: Owner, since: number): Promise<number> {
  return countRows(selectNews(tx, since).where((eb) => eb.and(toColumns(owner))))
}

function selectNews(tx: Tx, since: number) {
  return tx.selectFrom('notifications').where('created_at', '>', since).where('kind', '<>', 'monthly_report')
}

/** Due messages with their events, changes or reports, and users, the longest due first. Addresses that are not confirmed get none. */
export function findDue(db: Db, now: number, limit: number) {
  return db
    .selectFrom('notifications as one')
    .leftJoin('events', 'events.id', 'one.event_id')
    .leftJoin('audit_log as entry', 'entry.id', 'one.event_id')
    .leftJoin('monthly_reports as report', 'report.id', 'one.event_id')
    .leftJoin('users as actor', 'actor.id', 'entry.actor')
    .leftJoin('users as target', 'target.id', 'entry.object_id')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'one.user_id').onRef('users.confirmed_email', '=', 'users.email'),
    )
    .leftJoin('merchants', 'merchants.id', 'one.merchant_id')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.user_id', '=', 'one.user_id').onRef('memberships.merchant_id', '=', 'one.merchant_id'),
    )
    .selectAll('one')
    .select(['events.object', 'report.summary', 'users.email', 'merchants.name', 'memberships.role'])
    .select(['entry.operation', 'entry.actor', 'entry.address', 'entry.fields_before', 'entry.fields_after'])
    .select(['entry.object_id', 'actor.email as actor_email', 'target.email as target_email'])
    .where('one.due_at', '<=', now)
    .orderBy('one.due_at')
    .limit(limit)
    .execute()
}

type Claim = Pick<NotificationRow, 'event_id' | 'user_id' | 'due_at' | 'attempts'>

/** Takes a due message for this process until a time. False if another process has it. */
export async function claimNotification(tx: Tx, row: Claim, until: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ due_at: until, attempts: row.attempts + 1 })
    .where('event_id', '=', row.event_id)
    .where('user_id', '=', row.user_id)
    .where('due_at', '=', row.due_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** It was sent, or given up. */
export async function endNotification(tx: Tx, { event_id, user_id }: Claim): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ due_at: null })
    .where('event_id', '=', event_id)
    .where('user_id', '=', user_id)
    .execute()
}

export async function hasOlder(db: Db, time: number): Promise<boolean> {
  const old = db.selectFrom('notifications').select('event_id').where('created_at', '<', time)
  return (await old.where('due_at', 'is', null).limit(1).executeTakeFirst()) !== undefined
}

/** Deletes the oldest messages of before a time that are over. */
export async function pruneNotifications(tx: Tx, before: number, limit: number): Promise<void> {
  const old = tx.selectFrom('notifications').select(['event_id', 'user_id']).where('created_at', '<', before)
  const over = old.where('due_at', 'is', null)
  for (const { event_id, user_id } of await over.orderBy('created_at').limit(limit).execute())
    await tx.deleteFrom('notifications').where('event_id', '=', event_id).where('user_id', '=', user_id).execute()
}
