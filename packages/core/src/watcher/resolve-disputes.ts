import { type ObservedTransfer, toClaimKey, type Views } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'

/** The number of receipts that one step requests. Other work waits for it. */
const MAX_RECEIPTS = 100

type Readings = {
  readonly views: Views
  readonly recorded: readonly ObservedTransfer[]
  /** The last block that was read. */
  readonly to: number
}

/** Agreed transfers up to a block, and the time of the last transfer that was checked. */
type Agreed = { readonly transfers: ObservedTransfer[]; readonly to: number; readonly time: number }

/**
 * Determines the transfers of some final blocks. A transfer that all views show is there. For one that only some views
 * show, or that is only recorded, the transaction's own receipt decides: nodes leave out logs, and have been seen to
 * invent some. If many transfers are disputed, the result ends at an earlier block.
 */
export async function resolveDisputes(network: Network, { views, recorded, to }: Readings): Promise<Agreed> {
  const shown = views.map((view) => new Set(view.map(toClaimKey)))
  const byPlace = new Map([...recorded, ...views.flat()].map((transfer) => [toClaimKey(transfer), transfer]))
  const candidates = [...byPlace].sort(([, a], [, b]) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
  const transfers: ObservedTransfer[] = []
  let receipts = 0
  let last: ObservedTransfer | null = null
  for (const [place, transfer] of candidates) {
    if (last && receipts >= MAX_RECEIPTS && transfer.blockNumber > last.blockNumber) {
      return { transfers, to: last.blockNumber, time: last.blockTime }
    }
    const disputed = !shown.every((places) => places.has(place))
    if (disputed) receipts += 1
    if (!disputed || (await network.chain.reader.isOnChain(transfer))) transfers.push(transfer)
    last = transfer
  }
  return { transfers, to, time: last?.blockTime ?? 0 }
}
