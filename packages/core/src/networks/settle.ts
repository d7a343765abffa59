import type { ObservedTransfer } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'

/**
 * The transfers of some final blocks. What all views show is there; what only some show, or what is
 * remembered of them, is there if the transaction's own receipt says so: nodes leave out logs, and
 * have been seen to invent some.
 */
export async function settleTransfers(
  network: Network,
  views: readonly (readonly ObservedTransfer[])[],
  remembered: readonly ObservedTransfer[],
): Promise<ObservedTransfer[]> {
  const shown = views.map((view) => new Set(view.map(placeOf)))
  const candidates = new Map([...remembered, ...views.flat()].map((transfer) => [placeOf(transfer), transfer]))
  const settled: ObservedTransfer[] = []
  for (const [place, transfer] of candidates) {
    const undisputed = shown.every((places) => places.has(place))
    if (undisputed || (await network.chain.shows(transfer))) settled.push(transfer)
  }
  return settled.sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
}

/** A transfer in one block: the same one in a block of another fork is another claim. */
function placeOf(transfer: ObservedTransfer): string {
  const { txHash, token, from, to, rawAmount, ordinal, blockHash } = transfer
  return [blockHash, txHash, token, from, to, rawAmount, ordinal].join()
}
