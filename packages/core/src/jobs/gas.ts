import type { Network } from '../chains/network.ts'
import { messageOf } from '../networks/health.ts'
import type { ToldJob } from './runner.ts'

const EVERY_MS = 60_000
const LOCAL_EVERY_MS = 1_000

/** What the keys of networks had when they were asked about last, in wei. */
export type GasBoard = Map<Network, ReadonlyMap<string, bigint>>

/** Asks what a network's keys have for gas. */
export function gasJob(network: Network, board: GasBoard): ToldJob {
  return {
    name: `gas ${network.environment} ${network.name}`,
    everyMs: network.local ? LOCAL_EVERY_MS : EVERY_MS,
    async run() {
      const { transactor } = network.chain
      const balances = new Map<string, bigint>()
      for (const { address } of network.sending?.signers ?? [])
        if (transactor) balances.set(address, await transactor.balance(address))
      board.set(network, balances)
      return { more: false }
    },
    explain: messageOf,
  }
}
