import type { Network } from '../chains/network.ts'
import type { Context } from '../context.ts'
import type { SendTrouble } from '../domain/send.ts'
import type { NetworkHealth } from '../networks/health.ts'
import { carrySends } from '../sends/carry.ts'
import type { OutcomeHandlers } from '../sends/outcome.ts'
import type { ToldJob } from './runner.ts'

/** Transactions wait. The pass did what it could. */
class SendingError extends Error {}

/** Carries a network's transactions through, each of its keys by itself. */
export function sendJob(ctx: Context, network: Network, health: NetworkHealth, outcomes: OutcomeHandlers): ToldJob {
  return {
    name: `send ${network.environment} ${network.name}`,
    everyMs: network.pollMs,
    async run() {
      let more = false
      const troubles = new Map<string, readonly SendTrouble[]>()
      for (const signer of network.sending?.signers ?? []) {
        const carried = await carrySends(ctx, { network, signer }, outcomes)
        more ||= carried.more
        troubles.set(signer.address, carried.troubles)
      }
      const text = health.sent(network, troubles)
      if (text !== null) throw new SendingError(text)
      return { more }
    },
    explain(error) {
      if (error instanceof SendingError) return error.message
      return health.failed(network, 'sending', error)
    },
  }
}
