import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '../domain/time.ts'
import type { Tx } from '../storage/database.ts'
import type { Recipient } from './security.ts'

/** Messages about security to a user in an hour. The last one says that more are left out. */
const MOST_IN_AN_HOUR = 30

/**
 * Queues an e-mail about an entry of the audit log, to owners and to the user whose account it is. They are those of now:
 * one who is removed right after is told all the same. Addresses that are not confirmed get none.
 */
export async function queueNotices(
  tx: Tx,
  { id, created_at }: { readonly id: string; readonly created_at: number },
  tells: readonly Recipient[],
): Promise<void> {
  const owners = sql`users.id in (select user_id from memberships
    where memberships.merchant_id = entry.merchant_id and role = 'owner') and users.id <> coalesce(entry.object_id, '')`
  const user = sql`users.id = entry.object_id`
  const recipients = tells.map((one) => (one === 'owners' ? sql`(${owners})` : sql`(${user})`))
  const before = sql`(select count(*) from notifications
    where user_id = users.id and kind = 'security' and created_at > ${created_at - HOUR_MS})`
  // A change of a user's account is in the log of each of its merchants: by one request, or by one command.
  const isTold = sql`exists (select 1 from notifications one join audit_log other on other.id = one.event_id
    where one.user_id = users.id and other.operation = entry.operation and (other.request_id = entry.request_id
      or (entry.request_id is null and other.actor = entry.actor and other.object_id = entry.object_id
        and other.created_at > entry.created_at - ${MINUTE_MS})))`
  await sql`
    insert into notifications
      (event_id, user_id, merchant_id, livemode, kind, language, is_last, attempts, due_at, created_at)
    select entry.id, users.id, entry.merchant_id, entry.livemode, 'security',
      coalesce((select max(language) from notification_choices where user_id = users.id), 'en'),
      case when ${before} = ${MOST_IN_AN_HOUR - 1} then 1 else 0 end, 0, entry.created_at, entry.created_at
    from audit_log entry join users on ${sql.join(recipients, sql` or `)}
    where entry.id = ${id} and users.confirmed_email = users.email and ${before} < ${MOST_IN_AN_HOUR}
      and not ${isTold}`.execute(tx)
}
