/** The part that a coin keeps of the amounts that it moves, and what the network may take for moving them. */

/** Tether's contract allows up to 0.19 %. A difference above this limit is another transfer, not a fee. */
const MOST_FEE_PERCENT = 1n

/** Tells whether a coin's fee alone can explain the difference between both amounts. In the token's own integer. */
export function isAfterFee(left: bigint, arrived: bigint): boolean {
  return arrived > 0n && arrived < left && (left - arrived) * 100n <= left * MOST_FEE_PERCENT
}

/**
 * Computes the amounts that may have left the sender with one of the transfers that it made in a transaction: the sum
 * of all, or this transfer plus the one before or after it, which may be the coin's fee. In order.
 */
export function computeDepartures(sent: readonly bigint[], index: number): bigint[] {
  const own = sent[index] ?? 0n
  const beside = [sent[index - 1], sent[index + 1]].flatMap((other) => (other === undefined ? [] : [own + other]))
  return [sent.reduce((sum, one) => sum + one, 0n), ...beside]
}

/** A token's address, and millionths of its coin. */
export type Moved = { readonly token: string; readonly amount: bigint }

/** The wei that a transaction may cost, by the value that it moves; 0 while the chain's own coin has no price. */
export type FeeBound = { readonly wei: bigint; readonly isPriced: boolean }

/** 10^18 wei are one of the chain's own coin; amounts are in millionths. */
const WEI_PER_MILLIONTH = 10n ** 12n

/**
 * The wei that a transaction may cost so that its fee is worth no more than the coins that it moves, rounded down.
 * `amount`: millionths of a coin. Prices are in the same unit, such as 10^-8 USD, and positive.
 *
 * @example limitByWorth(3_000_000n, { coin: 100_000_000n, native: 300_000_000_000n }) // 10n ** 15n
 */
export function limitByWorth(amount: bigint, prices: { readonly coin: bigint; readonly native: bigint }): bigint {
  return (amount * prices.coin * WEI_PER_MILLIONTH) / prices.native
}
