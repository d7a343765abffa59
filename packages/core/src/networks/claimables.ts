import type { Claimable } from '../chains/claimables.ts'
import type { Network } from '../chains/network.ts'
import type { ClaimableCache } from '../context/ports.ts'
import { parseMemo } from '../domain/memo.ts'

export function createClaimableCache(): ClaimableCache {
  const byNetwork = new Map<Network, Map<string, readonly Claimable[]>>()
  const entriesOf = (network: Network) => byNetwork.get(network) ?? new Map<string, readonly Claimable[]>()
  return {
    read(network, account, claimables) {
      const entries = entriesOf(network)
      const named = claimables.filter(({ memo }) => parseMemo(memo) !== null)
      if (named.length > 0) entries.set(account, named)
      else entries.delete(account)
      byNetwork.set(network, entries)
    },
    of: (network, account, memo) =>
      (entriesOf(network).get(account) ?? []).filter((one) => parseMemo(one.memo) === memo),
    accounts: (network) => [...entriesOf(network).keys()],
  }
}
