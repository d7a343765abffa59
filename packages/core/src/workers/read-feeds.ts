import { listFeeds, type Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { describeError } from '../networks/health.ts'
import type { MonitoredJob } from './runner.ts'

const EVERY_MS = 60_000
/** Feeds of a local network are changed by hand, to see the effect. */
const LOCAL_EVERY_MS = 1_000

export type RatesJob = MonitoredJob & {
  /** Resolves when each feed was tried once. */
  readonly firstPass: Promise<void>
}

/** Reads a network's price feeds. Logs their trouble once, and again when it changes. */
export function createRatesJob(ctx: Context, network: Network, log: (line: string) => void): RatesJob {
  const name = `rates ${network.environment} ${network.name}`
  const { promise: firstPass, resolve: passed } = Promise.withResolvers<void>()
  let lastLogged: string | null = null
  return {
    name,
    everyMs: network.local ? LOCAL_EVERY_MS : EVERY_MS,
    firstPass,
    async run() {
      await readFeeds(ctx, network)
      passed()
      const trouble = ctx.feeds.trouble(network)
      if (trouble !== lastLogged) log(`${name}: ${trouble ?? 'all feeds are fine again'}`)
      lastLogged = trouble
      return { more: false }
    },
    describeError,
  }
}

async function readFeeds(ctx: Context, network: Network): Promise<void> {
  const feeds = listFeeds(network)
  const { prices } = network.chain
  if (feeds.length === 0 || !prices) return
  try {
    const outcomes = await prices(feeds)
    for (const [index, feed] of feeds.entries()) {
      const outcome = outcomes[index]
      if (outcome?.status === 'fulfilled') ctx.feeds.read(feed, outcome.value)
      else ctx.feeds.failed(feed, outcome?.reason)
    }
  } catch (error) {
    for (const feed of feeds) ctx.feeds.failed(feed, error)
  }
}
