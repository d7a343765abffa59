import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import type { SendTrouble } from '../domain/send.ts'
import { withdrawUnneeded } from '../gasless/withdraw.ts'
import type { NetworkHealth } from '../networks/health.ts'
import type { OutcomeHandlers } from '../transactions/outcome.ts'
import { processQueue } from '../transactions/process-queue.ts'
import { createJobLog } from './log-on-change.ts'
import type { MonitoredJob } from './runner.ts'

type Parts = {
  readonly health: NetworkHealth
  readonly outcomes: OutcomeHandlers
  readonly log: (line: string) => void
}

/**
 * Processes a network's transactions, each of its keys separately, and withdraws payers' authorizations that their
 * payments no longer need. A waiting transaction is reported but does not fail the pass: that would slow the others
 * down.
 */
export function createSendJob(ctx: Context, network: Network, { health, outcomes, log }: Parts): MonitoredJob {
  const name = `send ${network.environment} ${network.name}`
  const tell = createJobLog(ctx.elapsed, log)
  const job: MonitoredJob = {
    name,
    everyMs: network.pollMs,
    async run() {
      let more = false
      const troubles = new Map<string, readonly SendTrouble[]>()
      const defects: unknown[] = []
      const despiteDefects = (doing: () => Promise<void>) => doing().catch((error: unknown) => defects.push(error))
      if (network.gasless) await despiteDefects(() => withdrawUnneeded(ctx, network))
      for (const signer of network.sending?.signers ?? []) {
        await despiteDefects(async () => {
          const carried = await processQueue(ctx, { network, signer }, outcomes)
          more ||= carried.more
          troubles.set(signer.address, carried.troubles)
        })
      }
      if (defects.length > 0) throw defects[0]
      const text = health.sent(network, troubles)
      if (text === null) tell.succeeded?.(job)
      else tell.failed({ ...job, describeError: () => text }, null)
      return { more }
    },
    describeError: (error) => health.failed(network, 'sending', error),
  }
  return job
}
