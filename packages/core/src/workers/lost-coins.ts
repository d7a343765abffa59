import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { messageOf } from '../networks/health.ts'
import { lostCoins } from '../settlements/lost-coins.ts'
import { reporter } from './log-on-change.ts'
import type { ToldJob } from './runner.ts'

const EVERY_MS = 60_000

/** Logs the deposits of a network that lost their coins. */
export function lostCoinsJob(ctx: Context, network: Network, log: (line: string) => void): ToldJob {
  const tell = reporter(ctx.elapsed, log)
  const job: ToldJob = {
    name: `deposits ${network.environment} ${network.name}`,
    everyMs: EVERY_MS,
    async run() {
      const lost = await lostCoins(ctx, network)
      if (lost === null) tell.succeeded?.(job)
      else tell.failed({ ...job, explain: () => lost }, null)
      return { more: false }
    },
    explain: messageOf,
  }
  return job
}
