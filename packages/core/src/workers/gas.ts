import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { readGas } from '../networks/gas.ts'
import { describeError } from '../networks/health.ts'
import type { MonitoredJob } from './runner.ts'

const EVERY_MS = 60_000
const LOCAL_EVERY_MS = 1_000

/** The last state of a key on the chain: its balance in wei, and how many transactions it has sent. */
type KeyOnChain = { readonly balance: bigint; readonly sent: number }

/** By network and address. */
export type KeyBalanceCache = Map<Network, ReadonlyMap<string, KeyOnChain>>

/** Reads the balances of a network's keys, and how many transactions they have sent. */
export function createGasJob(ctx: Pick<Context, 'elapsed'>, network: Network, board: KeyBalanceCache): MonitoredJob {
  return {
    name: `gas ${network.environment} ${network.name}`,
    everyMs: network.local ? LOCAL_EVERY_MS : EVERY_MS,
    async run() {
      const { transactor } = network.chain
      const keys = new Map<string, KeyOnChain>()
      for (const { address } of network.sending?.signers ?? []) {
        if (!transactor) continue
        const balance = await transactor.balance(address)
        keys.set(address, { balance, sent: await transactor.nonce(address, 'latest') })
      }
      board.set(network, keys)
      // The last known gas decides whether payers are offered to pay without gas.
      if (network.gasless) await readGas(ctx, network)
      return { more: false }
    },
    describeError: describeError,
  }
}
