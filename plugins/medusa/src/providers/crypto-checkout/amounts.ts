import { getDecimals } from '@crypto-checkout/api-types'
import type { BigNumberInput, IBigNumber } from '@medusajs/framework/types'
import { MathBN, MedusaError } from '@medusajs/framework/utils'

/** Rounds half away from zero, as Medusa does. */
const ROUND_HALF_UP = 4

/**
 * The exact decimal of an amount in major units. Medusa gives a number, a text, a raw value, or an object of either
 * library of big numbers.
 */
export function toDecimal(amount: BigNumberInput): string {
  const decimal = MathBN.convert(readRaw(amount))
  if (decimal.isFinite()) return decimal.toFixed()
  throw new MedusaError(MedusaError.Types.INVALID_DATA, 'The amount is not a number.')
}

/** Medusa's own class keeps the exact value in `raw`. Another copy of the library does not recognise it by its class. */
function readRaw(amount: BigNumberInput): BigNumberInput {
  return typeof amount === 'object' && 'raw' in amount ? ((amount as IBigNumber).raw ?? amount) : amount
}

/** The price that the checkout takes: it refuses more decimals than the currency has, which Medusa computes with. */
export function toPrice(amount: BigNumberInput, currency: string): string {
  return MathBN.convert(toDecimal(amount)).toFixed(getDecimals(currency.toUpperCase()), ROUND_HALF_UP)
}

/** Tells whether two decimals are the same amount: 10 and 10.00 are. */
export function isSameAmount(one: BigNumberInput, other: BigNumberInput): boolean {
  return MathBN.eq(one, other)
}
