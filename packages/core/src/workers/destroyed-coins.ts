import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { describeError } from '../networks/health.ts'
import { describeLostCoins } from '../settlements/destroyed-coins.ts'
import { createJobLog } from './log-on-change.ts'
import type { MonitoredJob } from './runner.ts'

const EVERY_MS = 60_000

/** Logs the deposits of a network that lost their coins. */
export function createLostCoinsJob(ctx: Context, network: Network, log: (line: string) => void): MonitoredJob {
  const tell = createJobLog(ctx.elapsed, log)
  const job: MonitoredJob = {
    name: `deposits ${network.environment} ${network.name}`,
    everyMs: EVERY_MS,
    async run() {
      const lost = await describeLostCoins(ctx, network)
      if (lost === null) tell.succeeded?.(job)
      else tell.failed({ ...job, describeError: () => lost }, null)
      return { more: false }
    },
    describeError: describeError,
  }
  return job
}
