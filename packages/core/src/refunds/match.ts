import type { ObservedTransfer } from '../chains/chain.ts'
import { listWatchedTokenAddresses, type Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import type { Tx } from '../storage/database.ts'
import { findSubjectsByHash } from '../transactions/find.ts'
import { couldPay, isOwn, isPaidBy } from './awaited.ts'
import { changeRefund } from './change.ts'
import { findByTransactions, findInBlocks, type RefundRow } from './store.ts'

type Blocks = { readonly from: number; readonly to: number | null }

/** Transfers that were read, and the result of `findAwaitedRefundsTo` for them. */
type Read = { readonly transfers: readonly ObservedTransfer[]; readonly awaited: readonly RefundRow[] }

/**
 * Matches transfers with the refunds that they pay, one each. Transfers that are matched already get their new block.
 */
export async function matchRefunds(
  ctx: Context,
  tx: Tx,
  network: Network,
  { transfers, awaited, state }: Read & { readonly state: 'seen' | 'final' },
): Promise<void> {
  const concerned = transfers.filter((one) => awaited.some((row) => isOwn(row, one) || couldPay(row, one)))
  if (concerned.length === 0) return
  const hashes = concerned.map((transfer) => transfer.txHash)
  const taken = await findByTransactions(tx, network.chain.id, hashes)
  // Our keys can pay equal refunds too: the sent transactions tell them apart.
  const sent = await findSubjectsByHash(tx, 'refund', hashes)
  for (const transfer of concerned) {
    const own = taken.find((row) => isOwn(row, transfer))
    // Only one node reported this fee, so it is not confirmed.
    if (own && state === 'final' && !isPaidBy(own, transfer)) continue
    const fits = (row: RefundRow) =>
      couldPay(row, transfer) && (row.method === 'sign' || sent.get(transfer.txHash) === row.id)
    const row = own ?? awaited.find((one) => fits(one) && !taken.some(({ seq }) => seq === one.seq))
    if (!row || row.transfer_state === 'final') continue
    if (own && state === 'seen' && own.block_hash === transfer.blockHash) continue
    const placed = await changeRefund(ctx, tx, row, placeOf(transfer, state))
    if (!own) taken.push(placed)
  }
}

/** Finalises a range of blocks, both ends included: exactly these transfers are in them, for good. */
export async function finaliseRefunds(
  ctx: Context,
  tx: Tx,
  network: Network,
  range: Read & { readonly from: number; readonly to: number },
): Promise<void> {
  await matchRefunds(ctx, tx, network, { ...range, state: 'final' })
  await loseTransfers(ctx, tx, network, range)
}

/** Removes transfers that were seen above a block. */
export async function rewindRefunds(ctx: Context, tx: Tx, network: Network, toNumber: number): Promise<void> {
  await loseTransfers(ctx, tx, network, { from: toNumber + 1, to: null })
}

/** The transfers seen in these blocks are no longer on the chain. If one reappears, it is matched again. */
async function loseTransfers(ctx: Context, tx: Tx, network: Network, blocks: Blocks): Promise<void> {
  for (const row of await findInBlocks(tx, network.chain.id, listWatchedTokenAddresses(network), blocks)) {
    if (row.transfer_state === 'seen') await changeRefund(ctx, tx, row, noTransferColumns)
  }
}

export const noTransferColumns = {
  transfer_state: null,
  tx_hash: null,
  raw_arrived: null,
  ordinal: null,
  log_index: null,
  block_number: null,
  block_hash: null,
  block_time: null,
} as const satisfies Partial<RefundRow>

function placeOf(transfer: ObservedTransfer, state: 'seen' | 'final'): Partial<RefundRow> {
  return {
    transfer_state: state,
    tx_hash: transfer.txHash,
    raw_arrived: String(transfer.rawAmount),
    ordinal: transfer.ordinal,
    log_index: transfer.logIndex,
    block_number: transfer.blockNumber,
    block_hash: transfer.blockHash,
    block_time: transfer.blockTime,
  }
}
