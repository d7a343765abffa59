import type { BlockRef, ObservedTransfer } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { recordFinal, recordRead, recordSeen } from '../payments/transfers/record.ts'
import { findAwaitedRefundsTo } from '../refunds/awaited.ts'
import { addDepartures } from '../refunds/departures.ts'
import { loseTransfers, matchRefunds } from '../refunds/match.ts'
import { pipeline, type Tx } from '../storage/database.ts'

type Reading = { readonly transfers: readonly ObservedTransfer[]; readonly state: 'seen' | 'final' }

/**
 * Completes transfers before a transaction records them, because nodes may be asked. A refund is recognised by the
 * amount that left, which exceeds the amount read if the coin takes a fee. Throws when the nodes contradict each other.
 */
export function prepareTransfers(
  ctx: Context,
  network: Network,
  { transfers, state }: Reading,
): Promise<readonly ObservedTransfer[]> {
  return addDepartures(ctx.db, network, transfers, state)
}

/** Records a batch of transfers, and matches them with payments and refunds. Known ones only move to another block. */
export async function recordTransfers(ctx: Context, tx: Tx, network: Network, reading: Reading): Promise<void> {
  const [awaited] = await pipeline([
    findAwaitedRefundsTo(tx, network, reading.transfers),
    recordRead(ctx, tx, network, reading),
  ])
  await matchRefunds(ctx, tx, network, { ...reading, awaited })
}

/**
 * Records the transfers of newly read blocks. Incoming transfers seen at these heights in other blocks, and in none of
 * these, become orphaned.
 */
export async function recordBlocks(
  ctx: Context,
  tx: Tx,
  network: Network,
  read: { readonly blocks: readonly BlockRef[]; readonly transfers: readonly ObservedTransfer[] },
): Promise<void> {
  const { transfers } = read
  const [awaited] = await pipeline([findAwaitedRefundsTo(tx, network, transfers), recordSeen(ctx, tx, network, read)])
  await matchRefunds(ctx, tx, network, { transfers, state: 'seen', awaited })
}

/** A range of final blocks, both ends included, with all of its transfers. */
type FinalBlocks = {
  readonly from: number
  readonly to: number
  /** Transfers that were recorded as final before. */
  readonly repeated?: readonly ObservedTransfer[]
  /** All others. */
  readonly transfers: readonly ObservedTransfer[]
}

/**
 * Finalises a range of blocks: exactly these transfers are in them, for good. Those missed before are recorded, and all
 * others that were seen there are lost. Repeated ones are only matched with refunds, because a newer one may await them.
 */
export async function finaliseBlocks(
  ctx: Context,
  tx: Tx,
  network: Network,
  { repeated = [], ...range }: FinalBlocks,
): Promise<void> {
  const transfers = [...repeated, ...range.transfers]
  const [awaited, outgoing] = await pipeline([
    findAwaitedRefundsTo(tx, network, transfers),
    recordFinal(ctx, tx, network, range),
  ])
  await matchRefunds(ctx, tx, network, { transfers, awaited, state: 'final' })
  // The transfers matched by now are final.
  await loseTransfers(ctx, tx, outgoing)
}
