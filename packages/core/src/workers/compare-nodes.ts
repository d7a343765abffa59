import type { Network } from '../chains/network.ts'
import { describeError, type NetworkHealth } from '../networks/health.ts'
import type { MonitoredJob } from './runner.ts'

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
