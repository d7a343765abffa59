import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import type { NetworkHealth } from '../networks/health.ts'
import { findRecheckPosition, recheckNetwork } from '../watcher/recheck.ts'
import type { MonitoredJob } from './runner.ts'

/** Final blocks are reread after this many polls: ten minutes on Ethereum. */
const POLLS_BETWEEN = 100
/** How often the log reports the remainder. */
const SAY_EVERY_MS = 60_000

/**
 * Rereads final blocks now and then, and skipped ones at once, besides the watching of new ones. `log` reports skipped
 * blocks, and how many remain.
 */
export function createRecheckJob(
  ctx: Context,
  network: Network,
  health: NetworkHealth,
  log: (line: string) => void,
): MonitoredJob {
  const name = `reread ${network.environment} ${network.name}`
  let dueAt = 0
  let sayAt = 0
  let catchingUp = false

  function say(missed: number): void {
    if (missed > 0 && (!catchingUp || ctx.elapsed() >= sayAt)) {
      log(`${name}: ${missed} blocks were missed and are not read yet; new ones are read meanwhile`)
      sayAt = ctx.elapsed() + SAY_EVERY_MS
    }
    if (missed === 0 && catchingUp) log(`${name}: all missed blocks are read`)
    catchingUp = missed > 0
  }

  return {
    name,
    everyMs: network.pollMs,
    async run() {
      const place = await findRecheckPosition(ctx, network)
      say(place?.missed ?? 0)
      if (!place || (place.missed === 0 && ctx.elapsed() < dueAt)) return { more: false }
      const more = await recheckNetwork(ctx, network)
      health.rechecked(network)
      if (!more) dueAt = ctx.elapsed() + POLLS_BETWEEN * network.pollMs
      return { more }
    },
    describeError: (error) => health.failed(network, 'rereading', error),
  }
}
