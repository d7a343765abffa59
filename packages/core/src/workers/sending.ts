import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import type { NetworkHealth } from '../networks/health.ts'
import type { OutcomeHandlers } from '../transactions/outcome.ts'
import { factoryJob } from './factory.ts'
import { lostCoinsJob } from './lost-coins.ts'
import type { ToldJob } from './runner.ts'
import { sendJob } from './transact.ts'

type Parts = {
  readonly health: NetworkHealth
  readonly outcomes: OutcomeHandlers
  readonly log: (line: string) => void
}

/** The jobs of a network with sending. Warnings about its keys are logged at once. */
export function sendingJobs(ctx: Context, network: Network, parts: Parts): ToldJob[] {
  const { sending, deposits } = network
  if (!sending) return []
  for (const warning of sending.warnings) parts.log(warning)
  const jobs = [sendJob(ctx, network, parts), lostCoinsJob(ctx, network, parts.log)]
  if (deposits && sending.gas) jobs.push(factoryJob(ctx, network, parts))
  return jobs
}
