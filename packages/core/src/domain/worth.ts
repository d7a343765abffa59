/** The value that a transaction moves, which bounds its network fee. */

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
