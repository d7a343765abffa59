/** Reads the blocks of a network: new ones, and final ones again. */
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import type { NetworkHealth, NetworkReading } from '../networks/health.ts'
import { readUntil } from '../networks/progress.ts'
import { expireOverdue } from '../payments/expire.ts'
import { waitsForReread } from '../relays/stellar/carry.ts'
import { readNetwork } from '../watcher/read.ts'
import { findRecheckPosition, recheckNetwork } from '../watcher/recheck.ts'
import type { MonitoredJob } from './runner.ts'

const EXPIRE_AT_ONCE = 100

/** A network whose final blocks have changed. It is read again, in case the nodes were wrong. */
class HaltedError extends Error {}

/** Reads a network step by step, and expires payments whose deadline has passed on the chain. */
export function createWatchJob(ctx: Context, network: Network, health: NetworkHealth): MonitoredJob {
  return {
    name: `watch ${network.environment} ${network.name}`,
    everyMs: network.pollMs,
    async run() {
      const reading = await readNetwork(ctx, network)
      health.read(network, reading)
      const { step } = reading
      if (step.kind === 'halt') throw new HaltedError(`halted, no payment on it will be completed: ${step.reason}`)
      const more = (await expirePassed(ctx, network)) || !isAtEnd(reading)
      return { more }
    },
    describeError(error) {
      if (!(error instanceof HaltedError)) health.failed(network, 'reading', error)
      return health.trouble(network) ?? ''
    },
  }
}

/** Tells whether nothing is left to do until the network has new blocks, so no node needs to be asked. */
function isAtEnd({ step, head }: NetworkReading): boolean {
  if (step.kind === 'append') return step.blocks.at(-1)?.number === head.number
  return step.kind === 'idle'
}

/** True when there may be more to expire. */
async function expirePassed(ctx: Context, network: Network): Promise<boolean> {
  let more = false
  for (const until of await readUntil(ctx.db, network)) {
    more = (await expireOverdue(ctx, network, until, EXPIRE_AT_ONCE)) === EXPIRE_AT_ONCE || more
  }
  return more
}

/** Final blocks are reread after this many polls: ten minutes on Ethereum. */
const POLLS_BETWEEN = 100
/** The time between two reports of the remainder in the log. */
const SAY_EVERY_MS = 60_000

/**
 * Rereads final blocks now and then, and skipped ones and those that a key waits for at once, besides the watching of new ones. `log` reports skipped
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
      const isDue = ctx.elapsed() >= dueAt || (await waitsForReread(ctx, network))
      if (!place || (place.missed === 0 && !isDue)) return { more: false }
      const more = await recheckNetwork(ctx, network)
      health.rechecked(network)
      if (!more) dueAt = ctx.elapsed() + POLLS_BETWEEN * network.pollMs
      return { more }
    },
    describeError: (error) => health.failed(network, 'rereading', error),
  }
}
