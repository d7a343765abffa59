import type { NotificationKind } from '@crypto-checkout/api-types'
import { findSecurityRule } from '../../audit/security.ts'
import type { Context } from '../../context/context.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/time.ts'
import { findNetworkLook } from '../../networks/require-network.ts'
import type { MailOutcome, SendMail } from '../../outbound/mail.ts'
import { mayGet } from './kinds.ts'
import { MAX_AGE_MS } from './queue.ts'
import { claimNotification, endNotification, findDue, hasOlder, pruneNotifications } from './store.ts'
import { type MailPlace, writeMail, writeSecurityMail } from './write-mail.ts'

const AT_ONCE = 5
const MOST_ATTEMPTS = 10
/** A report of a month is no news: it is tried as long as a mail server may be away for a weekend. */
const REPORT_GIVEN_UP_MS = 3 * DAY_MS
/** Messages are counted by the hour, and then of no more use. */
const KEPT_MS = 2 * MAX_AGE_MS
const PRUNED_AT_ONCE = 100

/**
 * Sends due messages. A message is taken before it is sent, and due again if its outcome is not written: it then has the
 * same id, so that a mailbox shows it once. `log` gets each new reason why the mail server fails.
 */
export async function sendDueNotifications(
  ctx: Context,
  send: SendMail,
  log: (line: string) => void,
): Promise<{ readonly more: boolean }> {
  const old = ctx.now() - KEPT_MS
  if (await hasOlder(ctx.db, old)) await ctx.transact((tx) => pruneNotifications(tx, old, PRUNED_AT_ONCE), 'background')
  const due = await findDue(ctx.db, ctx.now(), AT_ONCE)
  const outcomes = await Promise.all(due.map((row) => sendOne(ctx, send, row)))
  const failed = outcomes.find((one) => one !== null && one.outcome !== 'sent')
  if (failed) log(`an e-mail was not sent: ${failed.reason}`)
  return { more: due.length === AT_ONCE }
}

type Due = Awaited<ReturnType<typeof findDue>>[number]

/** Null if there was nothing to send. */
async function sendOne(ctx: Context, send: SendMail, row: Due): Promise<MailOutcome | null> {
  const pause = MINUTE_MS * 2 ** Math.min(row.attempts, 6)
  if (!(await ctx.transact((tx) => claimNotification(tx, row, ctx.now() + pause), 'background'))) return null
  const mail = compose(ctx, row)
  const outcome = mail && (await send(mail))
  if (outcome?.outcome !== 'failed' || isOver(row, ctx.now()))
    await ctx.transact((tx) => endNotification(tx, row), 'background')
  return outcome
}

/** Tells whether a message that failed is given up. */
function isOver({ kind, attempts, created_at }: Due, now: number): boolean {
  if (kind === 'monthly_report') return created_at <= now - REPORT_GIVEN_UP_MS
  return attempts + 1 >= MOST_ATTEMPTS || created_at <= now - MAX_AGE_MS
}

/** Null if there is nothing to say any more, or no confirmed address. */
function compose(ctx: Context, row: Due) {
  const { email, name, event_id, user_id } = row
  if (email === null || name === null) return null
  const environment = row.livemode ? 'production' : 'sandbox'
  const place = {
    ...({ environment, language: row.language, shop: name, isLast: row.is_last === 1 } as const),
    pages: `${ctx.settings.publicUrl}/dashboard/${row.merchant_id}/${environment}`,
    nameNetwork: (network: string) => findNetworkLook(ctx, { ...row, network }).title,
  }
  const written = row.kind === 'security' ? writeNotice(row, place) : writeNews(row.kind, row, place)
  return written && { id: `${event_id}.${user_id}@${new URL(ctx.settings.publicUrl).hostname}`, to: email, ...written }
}

/** Null if the user has left the merchant or lost the right, or if the event is gone. */
function writeNews(kind: NotificationKind, { object, summary, role }: Due, place: MailPlace) {
  const reported = object ?? summary
  if (reported === null || role === null || !mayGet(role, kind)) return null
  return writeMail({ ...place, kind, object: reported })
}

/** It is sent to users who have left, too: a thief of a shop removes its owner first. */
function writeNotice({ operation, ...row }: Due, place: MailPlace) {
  if (operation === null || row.actor === null) return null
  const [before, after] = [row.fields_before, row.fields_after].map((fields) => fields && JSON.parse(fields))
  const rule = findSecurityRule({ operation, before, after })
  return (
    rule &&
    writeSecurityMail({
      ...place,
      matter: rule.matter,
      address: row.address,
      at: row.created_at,
      wallets: after?.wallets ?? null,
      target: row.target_email ?? readHost(after?.clientUri) ?? row.object_id,
      actor: row.actor_email ?? row.actor,
    })
  )
}

/** The host of a shop system, which says more than the id of its connection. */
function readHost(uri: string | undefined): string | null {
  return uri === undefined ? null : new URL(uri).host
}
