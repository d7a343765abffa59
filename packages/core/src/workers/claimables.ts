import type { ListClaimables } from '../chains/claimables.ts'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { describeError } from '../networks/health.ts'
import { findWaitingWallets } from '../payments/find.ts'
import type { MonitoredJob } from './runner.ts'

const EVERY_MS = 60_000
/** On a local network, a developer waits for it. */
const LOCAL_EVERY_MS = 1_000
/** How many wallets a pass examines; the others follow in the next passes. */
const WALLETS_A_PASS = 10

/** Reads what merchants can claim, apart from the reading of ledgers, because it pays nothing. */
export function createClaimablesJob(ctx: Context, network: Network, list: ListClaimables): MonitoredJob {
  let last = ''
  const on = { network: network.name, chain: network.chain.id }
  return {
    name: `claimable balances ${network.environment} ${network.name}`,
    everyMs: network.local ? LOCAL_EVERY_MS : EVERY_MS,
    async run() {
      const waiting = await findWaitingWallets(ctx.db, on, network.environment === 'production')
      const wallets = [...new Set([...ctx.claimables.accounts(network), ...waiting])].sort()
      const due = [...wallets.filter((wallet) => wallet > last), ...wallets.filter((wallet) => wallet <= last)]
      for (const wallet of due.slice(0, WALLETS_A_PASS)) {
        last = wallet
        ctx.claimables.read(network, wallet, await list(wallet, ctx.now()))
      }
      return { more: false }
    },
    describeError: describeError,
  }
}
