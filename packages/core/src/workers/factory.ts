import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import type { NetworkHealth } from '../networks/health.ts'
import { ensureFactory } from '../settlements/factory.ts'
import { createJobLog } from './log-on-change.ts'
import type { MonitoredJob } from './runner.ts'

const EVERY_MS = 30_000

/** Ensures that the contract which sweeps deposits exists. */
export function createFactoryJob(
  ctx: Context,
  network: Network,
  { health, log }: { readonly health: NetworkHealth; readonly log: (line: string) => void },
): MonitoredJob {
  const tell = createJobLog(ctx.elapsed, log)
  const job: MonitoredJob = {
    name: `factory ${network.environment} ${network.name}`,
    // A network that shows deposits within seconds should allow sweeps as soon.
    everyMs: Math.min(EVERY_MS, 10 * network.pollMs),
    async run() {
      const trouble = await ensureFactory(ctx, network)
      if (trouble === null) tell.succeeded?.(job)
      else tell.failed({ ...job, describeError: () => trouble }, null)
      return { more: false }
    },
    describeError: (error) => health.failed(network, 'sending', error),
  }
  return job
}
