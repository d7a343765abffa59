import type { ObservedTransfer } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import { CLOCK_TOLERANCE_MS } from '../domain/attribution.ts'
import { isAfterFee } from '../domain/fee.ts'
import { isWatchedAt } from '../domain/refund.ts'
import { findRecheckedUntil } from '../networks/progress.ts'
import type { Db } from '../storage/database.ts'
import { findAwaitedAddresses, findAwaitedRefunds, type RefundRow } from './store.ts'

/** The destinations of refunds whose transfer may still come, in lower case; null when there are more than `limit`. */
export async function findRefundDestinations(db: Db, network: Network, limit: number): Promise<string[] | null> {
  const addresses = await findAwaitedAddresses(db, network.chain.id, await findRecheckedUntil(db, network), {
    limit: limit + 1,
  })
  return addresses.length > limit ? null : addresses
}

/** The same, limited to some addresses. */
export async function findRefundDestinationsAmong(
  db: Db,
  network: Network,
  among: readonly string[],
): Promise<string[]> {
  return findAwaitedAddresses(db, network.chain.id, await findRecheckedUntil(db, network), { among })
}

/**
 * Filters transfers for those that may pay a refund, judging by everything known before one is matched. A coin's fee is
 * allowed for. Other transfers to the same addresses are ignored.
 */
export async function filterRefundTransfers<T extends ObservedTransfer>(
  db: Db,
  network: Network,
  transfers: readonly T[],
): Promise<T[]> {
  const rows = await findAwaitedRefundsTo(db, network, transfers)
  return transfers.filter((transfer) =>
    rows.some((row) => isOwn(row, transfer) || couldPay(row, transfer) || couldPayWithFee(row, transfer)),
  )
}

/** Refunds whose transfer may be among these: oldest first, cancelled ones last. */
export async function findAwaitedRefundsTo(
  db: Db,
  network: Network,
  transfers: readonly ObservedTransfer[],
): Promise<RefundRow[]> {
  if (transfers.length === 0) return []
  const earliest = transfers.reduce((least, { blockTime }) => Math.min(least, blockTime), Number.POSITIVE_INFINITY)
  return findAwaitedRefunds(
    db,
    network.chain.id,
    earliest,
    transfers.map((transfer) => transfer.to),
  )
}

/** Tells whether a transfer could pay a refund that has no transfer yet. */
export function couldPay(row: RefundRow, transfer: ObservedTransfer): boolean {
  return isPaidBy(row, transfer) && couldHave(row, transfer)
}

/**
 * Tells whether a transfer could pay a refund that has no transfer yet, if the coin took a fee from it. Its receipt
 * decides.
 */
export function couldPayWithFee(row: RefundRow, transfer: ObservedTransfer): boolean {
  return isAfterFee(row.raw_amount, transfer.rawAmount) && couldHave(row, transfer)
}

function couldHave(row: RefundRow, transfer: ObservedTransfer): boolean {
  return (
    row.tx_hash === null &&
    isOfItsKind(row, transfer) &&
    row.watched_from !== null &&
    row.watched_from - CLOCK_TOLERANCE_MS <= transfer.blockTime &&
    isWatchedAt(row.cancelled_at, transfer.blockTime)
  )
}

/** Tells whether a transfer is the one recorded with a refund. */
export function isOwn(row: RefundRow, transfer: ObservedTransfer): boolean {
  return (
    row.tx_hash === transfer.txHash &&
    row.ordinal === transfer.ordinal &&
    row.raw_arrived === transfer.rawAmount &&
    isOfItsKind(row, transfer)
  )
}

/** Tells whether the sender paid exactly the refund's amount. */
export function isPaidBy({ raw_amount }: RefundRow, { rawAmount, rawLeft = rawAmount }: ObservedTransfer): boolean {
  return raw_amount === rawLeft
}

function isOfItsKind(row: RefundRow, { token, from, to, memo }: ObservedTransfer): boolean {
  return row.token === token && row.from_address === from && row.to_address === to && row.memo === memo
}
