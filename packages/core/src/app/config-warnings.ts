/** Settings that are valid and most likely not what an operator means. */
import type { CheckoutConfig } from './config.ts'

/** No currency in use is worth as many dollars. */
const MOST_DOLLARS = 10
const SIGNIFICANT_DIGITS = 6

/** Returns a sentence about each. */
export function listConfigWarnings({ rates = {}, trustProxy }: Pick<CheckoutConfig, 'rates' | 'trustProxy'>): string[] {
  const inverted = Object.entries(rates).flatMap(([currency, rate]) => {
    const dollars = Number(rate)
    if (!(dollars > MOST_DOLLARS)) return []
    const other = Number((1 / dollars).toPrecision(SIGNIFICANT_DIGITS))
    return `rates.${currency}: ${rate} says that one ${currency} is worth ${rate} USD. If one USD is ${rate} ${currency}, write ${other}`
  })
  if (trustProxy !== true) return inverted
  return [
    ...inverted,
    'trustProxy: true believes every client about its address, so limits count nobody who lies. Write how many proxies stand in front, or their addresses',
  ]
}
