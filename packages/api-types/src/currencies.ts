/** The decimals of currencies: the minor units in list one of ISO 4217. */

/** The currencies with another number of decimals than two. */
const UNUSUAL = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
] as const

/** The number of decimals that an amount of a currency may have: `getDecimals('KWD') // 3` */
export function getDecimals(currency: string): number {
  return UNUSUAL.find(([, codes]) => codes.includes(currency))?.[0] ?? 2
}

/** The number of decimals that the API prints in a currency: two at least, also for yen. */
export function getPrintedDecimals(currency: string): number {
  return Math.max(2, getDecimals(currency))
}

/** `printPrice(12.5, 'KWD') // '12.500'`, and `printPrice(500, 'JPY') // '500.00'` */
export function printPrice(amount: number, currency: string): string {
  return amount.toFixed(getPrintedDecimals(currency))
}
