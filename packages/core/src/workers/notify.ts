import type { Context } from '../context/context.ts'
import { cacheAnswer } from '../domain/cache.ts'
import { MINUTE_MS } from '../domain/time.ts'
import { describeError } from '../networks/health.ts'
import type { SendMail } from '../outbound/mail.ts'
import type { MonitoredJob } from './runner.ts'

const EVERY_MS = 2_000

/**
 * Sends users the e-mails that they chose, and customers their receipts. Several servers share the work: each message is taken by one of them. What it
 * needs is loaded with its first pass, which most servers do not have.
 */
export function createNotifyJob(ctx: Context, send: SendMail, log: (line: string) => void): MonitoredJob {
  const load = cacheAnswer(async () => ({
    ...(await import('../customers/send.ts')),
    ...(await import('../users/notifications/queue.ts')),
    ...(await import('../users/notifications/send-codes.ts')),
    ...(await import('../users/notifications/send.ts')),
  }))
  return {
    name: 'e-mails',
    everyMs: EVERY_MS,
    async run() {
      const { queueNotifications, sendDueCodes, sendDueNotifications, sendDueReceipts } = await load()
      const codes = await sendDueCodes(ctx, send, log)
      const queued = await queueNotifications(ctx)
      const sent = await sendDueNotifications(ctx, send, log)
      const receipts = await sendDueReceipts(ctx, send, log)
      return { more: codes.more || queued.more || sent.more || receipts.more }
    },
    describeError,
  }
}

/** Makes the reports of months for users who get them by e-mail, and queues them. Several servers may do so at once. */
export function createMonthlyReportsJob(ctx: Context): MonitoredJob {
  /** Shops of merchants up to this one are done in this round. */
  let merchant = ''
  return {
    name: 'monthly reports',
    everyMs: MINUTE_MS,
    async run() {
      const { queueMonthlyReports } = await import('../reports/monthly.ts')
      const { last, defects } = await queueMonthlyReports(ctx, merchant)
      merchant = last ?? ''
      // An error is thrown only after the other shops are done.
      if (defects.length > 0) throw defects[0]
      return { more: last !== null }
    },
    describeError,
  }
}

/** Records at whose accounts many sign-ins fail, and deletes failures that count no more. */
export function createFailedSignInsJob(ctx: Context): MonitoredJob {
  return {
    name: 'failed sign-ins',
    everyMs: MINUTE_MS,
    async run() {
      if (!ctx.settings.dashboard) return { more: false }
      // Servers without the dashboard do not load what signs people in.
      const { forgetFailures, recordFailures } = await import('../users/record-failures.ts')
      await recordFailures(ctx)
      return { more: await forgetFailures(ctx) }
    },
    describeError,
  }
}
