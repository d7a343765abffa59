import { findDate, findMonth, type ReportSummary, shiftDate } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { type Owner, toOwnerColumns } from '../domain/owner.ts'
import { HOUR_MS, MINUTE_MS } from '../domain/time.ts'
import { findTimeZone, loadSettings } from '../merchants/settings.ts'
import { mayGet } from '../users/notifications/kinds.ts'
import { insertNotification, listChosen } from '../users/notifications/store.ts'
import { findOwnersWithoutReport, hasReport, insertReport } from './monthly-store.ts'
import { summarise } from './summary.ts'

const OWNERS_AT_ONCE = 50
/** Bookings of the last moments are committed by then, also by a server whose clock is behind. */
const LINGER_MS = 5 * MINUTE_MS
/** No clock is further ahead of UTC. */
const MOST_AHEAD_MS = 16 * HOUR_MS

/**
 * Makes the report of the last month for each shop whose users want it, once the month is over in the shop's zone, and
 * queues its e-mails in the same transaction. Takes some shops after a merchant. `last`: the last one; null after all.
 */
export async function queueMonthlyReports(
  ctx: Context,
  after: string,
): Promise<{ readonly last: string | null; readonly defects: readonly unknown[] }> {
  const latest = findMonthBefore('UTC', ctx.now() + MOST_AHEAD_MS)
  const found = await findOwnersWithoutReport(ctx.db, latest, after, OWNERS_AT_ONCE)
  // A merchant has two environments: the last one of a full page may go on.
  const cut = found.length < OWNERS_AT_ONCE ? undefined : found.at(-1)?.merchantId
  const owners = found.filter(({ merchantId }) => merchantId !== cut)
  const last = cut === undefined ? null : (owners.at(-1)?.merchantId ?? null)
  const defects: unknown[] = []
  for (const owner of owners) await queueReport(ctx, owner).catch((error: unknown) => defects.push(error))
  return { last, defects }
}

async function queueReport(ctx: Context, owner: Owner): Promise<void> {
  const timeZone = findTimeZone((await loadSettings(ctx.db, owner)).settings)
  const month = findMonthBefore(timeZone, ctx.now() - LINGER_MS)
  if (await hasReport(ctx.db, owner, month)) return
  const { to: end } = findMonth(timeZone, month)
  // A report is not sent of a month that was over when somebody chose it.
  const wanting = (await listChosen(ctx.db, owner)).filter(
    ({ kind, role, created_at }) => kind === 'monthly_report' && created_at < end && mayGet(role, kind),
  )
  const summary = wanting.length > 0 ? await summariseMonth(ctx, owner, month) : null
  // The zone has just changed: the next pass finds the month by the new one.
  if (summary && !summary.complete) return
  const id = `${owner.merchantId}.${owner.livemode ? 'production' : 'sandbox'}.${month}`
  const created_at = ctx.now()
  const report = { ...toOwnerColumns(owner), month, id, summary: summary && JSON.stringify(summary), created_at }
  await ctx.transact(async (tx) => {
    if (!(await insertReport(tx, report))) return
    for (const { user_id, language } of wanting) {
      const mail = { event_id: id, user_id, ...toOwnerColumns(owner), kind: 'monthly_report', language } as const
      await insertNotification(tx, { ...mail, attempts: 0, due_at: created_at, created_at, is_last: 0 })
    }
  }, 'background')
}

function summariseMonth(ctx: Context, owner: Owner, month: string): Promise<ReportSummary> {
  const from = `${month}-01`
  const nextMonth = shiftDate(from, 31).slice(0, 7)
  return summarise(ctx, owner, { from, to: shiftDate(`${nextMonth}-01`, -1) })
}

/** The month before that of an instant: `findMonthBefore('UTC', Date.parse('2026-12-01T00:00Z')) // '2026-11'` */
function findMonthBefore(timeZone: string, instant: number): string {
  return shiftDate(`${findDate(timeZone, instant).slice(0, 7)}-01`, -1).slice(0, 7)
}
