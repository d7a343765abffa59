import type { Network } from '../chains/network.ts'
import { checkCoins, describeError, type NetworkHealth } from '../networks/health.ts'
import type { MonitoredJob } from './runner.ts'

const COINS_EVERY_MS = 3_600_000

/** Ensures that a network's coins match the configuration: a wrong one is not offered. */
export function createCheckCoinsJob(network: Network, health: NetworkHealth): MonitoredJob {
  return {
    name: `coins ${network.environment} ${network.name}`,
    everyMs: COINS_EVERY_MS,
    async run() {
      const checks = await checkCoins(network)
      health.coinsChecked(network, checks)
      const trouble = checks.find((check) => check.trouble !== null)?.trouble
      if (trouble) throw new Error(`not offered: ${trouble}`)
      return { more: false }
    },
    describeError: describeError,
  }
}

/** Nodes are compared after this many polls: once a minute on Ethereum. */
const POLLS_BETWEEN = 10

/** Checks now and then whether the node in use has fallen behind the others. */
export function createCompareJob(network: Network, health: NetworkHealth): MonitoredJob {
  return {
    name: `compare the nodes of ${network.environment} ${network.name}`,
    everyMs: POLLS_BETWEEN * network.pollMs,
    async run() {
      await network.chain.nodes.compare()
      health.compared(network)
      return { more: false }
    },
    describeError: describeError,
  }
}
