/** The holder of an amount on a wallet, and since when. A later holder replaces the earlier one. */
export type Holder = { readonly paymentId: string; readonly reservedAt: number }

/** How far a block's time may be before the server's: well below the day for which an amount is not reused. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000

/**
 * The payment that an amount in a block of this time pays: the last holder by then. Null when there was none: money
 * from before a payment existed never pays it.
 */
export function getHolderAt(holders: readonly Holder[], blockTime: number): Holder | null {
  let found: Holder | null = null
  for (const holder of holders) {
    const hasBegun = holder.reservedAt - CLOCK_TOLERANCE_MS <= blockTime
    if (hasBegun && (!found || holder.reservedAt > found.reservedAt)) found = holder
  }
  return found
}

/** The fields that stay the same when a transaction is mined again in another block. */
export type TransferIdentity = {
  readonly txHash: string
  readonly token: string
  readonly from: string
  readonly to: string
  readonly rawAmount: bigint
}

/**
 * Numbers equal transfers of one transaction 0, 1, 2... in log order. The list must hold whole blocks, so that a
 * transfer gets the same number whenever it is read.
 */
export function assignOrdinals<T extends TransferIdentity>(transfers: readonly T[]): (T & { ordinal: number })[] {
  const counts = new Map<string, number>()
  return transfers.map((transfer) => {
    const key = [transfer.txHash, transfer.token, transfer.from, transfer.to, transfer.rawAmount].join()
    const ordinal = counts.get(key) ?? 0
    counts.set(key, ordinal + 1)
    return { ...transfer, ordinal }
  })
}
