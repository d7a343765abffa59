import type { Context } from '../context/context.ts'
import { MINUTE_MS } from '../domain/time.ts'
import { describeError } from '../networks/health.ts'
import type { MonitoredJob } from './runner.ts'

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
