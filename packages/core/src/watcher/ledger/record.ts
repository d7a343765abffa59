import { type BlockRef, type ObservedTransfer, toClaimKey } from '../../chains/chain.ts'
import { listWatchedTokenAddresses, type Network } from '../../chains/network.ts'
import type { Context } from '../../context/context.ts'
import { withoutConversions } from '../../deposits/converted.ts'
import { forgetBalances } from '../../deposits/deposit.ts'
import { findTransferBlock, toObservedTransfer } from '../../payments/transfers/find.ts'
import { recordFinal, recordRead, recordRewind, recordSeen } from '../../payments/transfers/record.ts'
import { findInBlocks } from '../../payments/transfers/store.ts'
import { findAwaitedRefundsTo } from '../../refunds/awaited.ts'
import { addDepartures, loseTransfers, matchRefunds } from '../../refunds/match.ts'
import { forgetConversions } from '../../settlements/conversion/forget.ts'
import { pipeline, type Tx } from '../../storage/database.ts'
import { restartOnLostChain } from '../../transactions/queue.ts'

type Reading = { readonly transfers: readonly ObservedTransfer[]; readonly state: 'seen' | 'final' }

/**
 * Completes transfers before a transaction records them, because nodes may be asked. A refund is recognised by the
 * amount that left, which exceeds the amount read if the coin takes a fee. Own money is left out. Throws when the nodes contradict each other.
 */
export async function prepareTransfers(
  ctx: Context,
  network: Network,
  { transfers, state }: Reading,
): Promise<readonly ObservedTransfer[]> {
  const income = await withoutConversions(ctx.db, network, transfers, state)
  return addDepartures(ctx.db, network, income, state)
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
  const arrived = rows.filter((row) => row.raw_amount !== 0n)
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

/** Takes back the transfers that were seen above a block. Payments and refunds go back to what is left of them. */
export async function rewindBlocks(ctx: Context, tx: Tx, network: Network, toNumber: number): Promise<void> {
  const outgoing = await recordRewind(ctx, tx, network, toNumber)
  await loseTransfers(ctx, tx, outgoing)
}

/**
 * For a lost local chain: takes back all transfers that were not final, signs pending transactions again, and forgets
 * the balances of deposits.
 */
export async function forgetChain(ctx: Context, tx: Tx, network: Network): Promise<void> {
  await rewindBlocks(ctx, tx, network, -1)
  await restartOnLostChain(ctx, tx, network)
  await forgetBalances(tx, network.chain.id)
  await forgetConversions(ctx, tx, network.chain.id)
}
