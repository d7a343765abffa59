/** A coin may keep a part of what it moves: then what left the sender and what arrived are two figures. */

/** Tether's contract allows up to 0.19 %. What is more than this is another transfer and no fee. */
const MOST_FEE_PERCENT = 1n

/** Whether so much may have arrived of what left only because the coin takes a fee. In the token's own integer. */
export function isAfterFee(left: bigint, arrived: bigint): boolean {
  return arrived > 0n && arrived < left && (left - arrived) * 100n <= left * MOST_FEE_PERCENT
}

/**
 * What may have left the sender with one of the transfers that it made in a transaction: the transfer with all others,
 * or with the one before or after it, which may be the coin's fee. In their order.
 */
export function departures(sent: readonly bigint[], index: number): bigint[] {
  const own = sent[index] ?? 0n
  const beside = [sent[index - 1], sent[index + 1]].flatMap((other) => (other === undefined ? [] : [own + other]))
  return [sent.reduce((sum, one) => sum + one, 0n), ...beside]
}
