import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import type { NetworkHealth } from '../networks/health.ts'
import type { OutcomeHandlers } from '../transactions/outcome.ts'
import { createLostCoinsJob } from './destroyed-coins.ts'
import { createFactoryJob } from './factory.ts'
import type { MonitoredJob } from './runner.ts'
import { createSendJob } from './transact.ts'

type Parts = {
  readonly health: NetworkHealth
  readonly outcomes: OutcomeHandlers
  readonly log: (line: string) => void
}

/** The jobs of a network with sending. Warnings about its keys are logged at once. */
export function createSendingJobs(ctx: Context, network: Network, parts: Parts): MonitoredJob[] {
  const { sending, deposits } = network
  if (!sending) return []
  for (const warning of sending.warnings) parts.log(warning)
  const jobs = [createSendJob(ctx, network, parts), createLostCoinsJob(ctx, network, parts.log)]
  if (deposits && sending.gas) jobs.push(createFactoryJob(ctx, network, parts))
  return jobs
}
