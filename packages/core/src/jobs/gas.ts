import type { Network } from '../chains/network.ts'
import type { Context } from '../context.ts'
import { readGas } from '../networks/gas.ts'
import { messageOf } from '../networks/health.ts'
import type { ToldJob } from './runner.ts'

const EVERY_MS = 60_000
const LOCAL_EVERY_MS = 1_000

/** What the chain said of a key last: what it has, in wei, and how many transactions it has sent. */
type KeyOnChain = { readonly balance: bigint; readonly sent: number }

/** By network and address. */
export type GasBoard = Map<Network, ReadonlyMap<string, KeyOnChain>>

/** Asks what a network's keys have for gas, and have sent. */
export function gasJob(ctx: Pick<Context, 'elapsed'>, network: Network, board: GasBoard): ToldJob {
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
      // Payers are offered to pay without gas by what is known.
      if (network.gasless) await readGas(ctx, network)
      return { more: false }
    },
    explain: messageOf,
  }
}
