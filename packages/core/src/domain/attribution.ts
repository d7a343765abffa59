/** Who held an amount on a wallet, from when. A later holder takes over where the earlier one stands. */
export type Holder = { readonly paymentId: string; readonly reservedAt: number }

/** How far a block's time may lie before the server's: well below the day for which an amount rests. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000

/**
 * The payment that an amount seen in a block of this time pays: the last to hold the amount by then.
 * Null when nobody did: money from before a payment existed never pays it.
 */
export function holderAt(holders: readonly Holder[], blockTime: number): Holder | null {
  let found: Holder | null = null
  for (const holder of holders) {
    const begun = holder.reservedAt - CLOCK_TOLERANCE_MS <= blockTime
    if (begun && (!found || holder.reservedAt > found.reservedAt)) found = holder
  }
  return found
}

/** What stays the same when a transaction is mined again in another block. */
export type TransferIdentity = {
  readonly txHash: string
  readonly token: string
  readonly from: string
  readonly to: string
  readonly rawAmount: bigint
}

/**
 * Numbers equal transfers of one transaction 0, 1, 2... in the order of the log. The list must
 * hold whole blocks, so that a transfer gets the same number whenever it is read.
 */
export function withOrdinals<T extends TransferIdentity>(transfers: readonly T[]): (T & { ordinal: number })[] {
  const counts = new Map<string, number>()
  return transfers.map((transfer) => {
    const key = [transfer.txHash, transfer.token, transfer.from, transfer.to, transfer.rawAmount].join()
    const ordinal = counts.get(key) ?? 0
    counts.set(key, ordinal + 1)
    return { ...transfer, ordinal }
  })
}
