/** A coin may keep part of what it moves. Then the amount sent and the amount received differ. */

/** Tether's contract allows up to 0.19 %. A difference above this limit is another transfer, not a fee. */
const MOST_FEE_PERCENT = 1n

/** Whether a coin's fee alone can explain the difference between both amounts. In the token's own integer. */
export function isAfterFee(left: bigint, arrived: bigint): boolean {
  return arrived > 0n && arrived < left && (left - arrived) * 100n <= left * MOST_FEE_PERCENT
}

/**
 * What may have left the sender with one of the transfers that it made in a transaction: the sum of all, or this
 * transfer plus the one before or after it, which may be the coin's fee. In order.
 */
export function computeDepartures(sent: readonly bigint[], index: number): bigint[] {
  const own = sent[index] ?? 0n
  const beside = [sent[index - 1], sent[index + 1]].flatMap((other) => (other === undefined ? [] : [own + other]))
  return [sent.reduce((sum, one) => sum + one, 0n), ...beside]
}
