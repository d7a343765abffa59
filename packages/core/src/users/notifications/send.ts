import type { NotificationKind, Role } from '@crypto-checkout/api-types'
import type { Context } from '../../context/context.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import { findNetworkLook } from '../../networks/require-network.ts'
import type { MailOutcome, SendMail } from '../../outbound/mail.ts'
import { mayGet } from './kinds.ts'
import { MAX_AGE_MS } from './queue.ts'
import { claimNotification, endNotification, findDue, hasOlder, pruneNotifications } from './store.ts'
import { writeMail } from './write-mail.ts'

const AT_ONCE = 5
const MOST_ATTEMPTS = 10
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
  const isOver = row.attempts + 1 >= MOST_ATTEMPTS || row.created_at <= ctx.now() - MAX_AGE_MS
  if (outcome?.outcome !== 'failed' || isOver) await ctx.transact((tx) => endNotification(tx, row), 'background')
  return outcome
}

/** Null if the user has left the merchant or lost the right, or if the event is gone. */
function compose(ctx: Context, row: Due) {
  const { settings } = ctx
  const { type, object, email, name, role, event_id, user_id } = row
  const kind = row.kind as NotificationKind
  if (type === null || object === null || email === null || name === null || role === null) return null
  if (!mayGet(role as Role, kind)) return null
  const { host } = new URL(settings.publicUrl)
  const environment = row.livemode === 1 ? 'production' : 'sandbox'
  const pages = `${settings.publicUrl}/dashboard/${row.merchant_id}/${environment}`
  const { language, is_last } = row
  const nameNetwork = (network: string) => findNetworkLook(ctx, { livemode: row.livemode === 1, network }).title
  const written = writeMail({
    nameNetwork,
    kind,
    type,
    object,
    language,
    shop: name,
    environment,
    pages,
    isLast: is_last === 1,
  })
  return { id: `${event_id}.${user_id}@${host.replace(/:\d+$/, '')}`, to: email, ...written }
}
