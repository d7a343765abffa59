/** Currencies without decimals: those with the minor unit 0 in list one of ISO 4217. */
export const wholeCurrencies: ReadonlySet<string> = new Set([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF'],
  ...['UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'],
])
