/** Settings that are valid and most likely not what an operator means. */
import type { CheckoutConfig } from './config.ts'

/** No currency in use is worth as many dollars. */
const MOST_DOLLARS = 10
const SIGNIFICANT_DIGITS = 6

/** Returns a sentence about each. */
export function listConfigWarnings({
  rates = {},
  trustProxy,
  production,
}: Pick<CheckoutConfig, 'rates' | 'trustProxy' | 'production'>): string[] {
  return [...listInvertedRates(rates), ...listConverting(production), ...(trustProxy === true ? [TRUSTS_ALL] : [])]
}

const TRUSTS_ALL =
  'trustProxy: true believes every client about its address, so limits count nobody who lies. Write how many proxies stand in front, or their addresses'

function listInvertedRates(rates: NonNullable<CheckoutConfig['rates']>): string[] {
  return Object.entries(rates).flatMap(([currency, rate]) => {
    const dollars = Number(rate)
    if (!(dollars > MOST_DOLLARS)) return []
    const other = Number((1 / dollars).toPrecision(SIGNIFICANT_DIGITS))
    return `rates.${currency}: ${rate} says that one ${currency} is worth ${rate} USD. If one USD is ${rate} ${currency}, write ${other}`
  })
}

/** The networks on which real money passes through a contract that nobody has audited. */
function listConverting({
  networks = {},
  customNetworks = {},
}: NonNullable<CheckoutConfig['production']> = {}): string[] {
  const names = Object.entries({ ...networks, ...customNetworks }).flatMap(([name, network]) =>
    network && 'conversion' in network && network.conversion ? [name] : [],
  )
  if (names.length === 0) return []
  return [`conversion: USDC on ${names.join(', ')} passes through a contract that no auditor has read`]
}
