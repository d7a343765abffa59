import type { Environment } from '../catalog/environments.ts'
import { parseRate } from '../domain/money.ts'
import type { Rates } from '../domain/price.ts'

const ONE_USD = parseRate(1)

/** So that the sandbox can be tried in more than one currency at once; production needs real rates. */
const sandboxRates: Readonly<Record<string, number>> = { EUR: 1.08, GBP: 1.27, CHF: 1.13 }

/** Fixed rates of the configuration. A coin counts as one USD. */
export function fixedRates(configured: Readonly<Record<string, number>>) {
  const production = new Map(Object.entries(configured).map(([currency, usd]) => [currency, parseRate(usd)]))
  production.set('USD', ONE_USD)
  const sandbox = new Map([
    ...Object.entries(sandboxRates).map(([currency, usd]) => [currency, parseRate(usd)] as const),
    ...production,
  ])
  return (environment: Environment, currency: string): Rates | null => {
    const usdPerFiat = (environment === 'production' ? production : sandbox).get(currency)
    return usdPerFiat === undefined ? null : { usdPerFiat, usdPerCoin: ONE_USD }
  }
}
