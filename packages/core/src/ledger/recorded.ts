import { type ObservedTransfer, toClaimKey } from '../chains/chain.ts'
import { listWatchedTokenAddresses, type Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { findTransferBlock, toObservedTransfer } from '../payments/transfers/remembered.ts'
import { findInBlocks } from '../payments/transfers/store.ts'

/** In: to a wallet of payments. Out: of a refund. A transfer may be recorded in both directions. */
export type RecordedTransfer = ObservedTransfer & { readonly final: boolean; readonly direction: 'in' | 'out' }

/** The recorded transfers in a network's blocks, both ends included. */
export async function findRecorded(
  ctx: Context,
  network: Network,
  range: { readonly from: number; readonly to: number },
): Promise<RecordedTransfer[]> {
  const tokens = listWatchedTokenAddresses(network)
  const rows = await findInBlocks(ctx.db, network.chain.id, tokens, range, ['seen', 'final'])
  // If a fee took everything, there is no transfer to the recipient.
  const arrived = rows.filter((row) => row.raw_amount !== '0')
  return arrived.map((row) => ({
    ...toObservedTransfer(row),
    final: row.state === 'final',
    direction: row.direction,
  }))
}

/** The last block of a range that ends early if it has more than `limit` recorded transfers. At least the first block. */
export async function findLastBlock(
  ctx: Context,
  network: Network,
  range: { readonly from: number; readonly to: number; readonly limit: number },
): Promise<number> {
  const { from, to, limit } = range
  const beyond = await findTransferBlock(ctx.db, network, { from, skip: limit })
  return beyond === null ? to : Math.min(to, Math.max(from, beyond - 1))
}

/** Final transfers that were read again. */
export type FinalTransfers = {
  /** Recorded as final before. */
  readonly repeated: readonly ObservedTransfer[]
  /** All others. */
  readonly transfers: readonly ObservedTransfer[]
}

/** Separates incoming transfers that are recorded as final. Recording them again would change nothing. */
export function separateRepeated(
  recorded: readonly RecordedTransfer[],
  transfers: readonly ObservedTransfer[],
): FinalTransfers {
  const final = new Set(recorded.filter((one) => one.final && one.direction === 'in').map(toClaimKey))
  const byFinal = Map.groupBy(transfers, (transfer) => final.has(toClaimKey(transfer)))
  return { repeated: byFinal.get(true) ?? [], transfers: byFinal.get(false) ?? [] }
}
