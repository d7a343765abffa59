import type { Claimable } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import type { ClaimableBoard } from '../context/ports.ts'
import { memoMeant } from '../domain/memo.ts'

export function claimableBoard(): ClaimableBoard {
  const byNetwork = new Map<Network, Map<string, readonly Claimable[]>>()
  const entriesOf = (network: Network) => byNetwork.get(network) ?? new Map<string, readonly Claimable[]>()
  return {
    read(network, account, claimables) {
      const entries = entriesOf(network)
      const named = claimables.filter(({ memo }) => memoMeant(memo) !== null)
      if (named.length > 0) entries.set(account, named)
      else entries.delete(account)
      byNetwork.set(network, entries)
    },
    of: (network, account, memo) =>
      (entriesOf(network).get(account) ?? []).filter((one) => memoMeant(one.memo) === memo),
    accounts: (network) => [...entriesOf(network).keys()],
  }
}
