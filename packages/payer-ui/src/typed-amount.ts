import { getDecimals, getPrintedDecimals } from '@crypto-checkout/api-types'

/** The digits of Arabic and Persian keyboards. */
const EASTERN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g

/**
 * An amount of money as a payer types it, with a comma or a point and the decimals that its currency is printed with at most;
 * null for anything else. Groups of thousands are refused: `1,250` euros could mean two amounts.
 *
 *     parseTypedAmount('12,5', 'EUR') // 12.5
 */
export function parseTypedAmount(text: string, currency: string): number | null {
  const plain = text
    .normalize('NFKC')
    .replace(EASTERN_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\s\u2066-\u2069]/g, '')
    .replace(/[,\u066b]/, '.')
  const isAmount = new RegExp(`^\\d{1,9}(?:\\.\\d{0,${getPrintedDecimals(currency)}})?$`).test(plain)
  return isAmount ? Number(plain) : null
}

/** `formatTypedAmount(12.5, 'EUR', 'de') // '12,50'` */
export function formatTypedAmount(amount: number, currency: string, locale: string): string {
  const digits = {
    minimumFractionDigits: getDecimals(currency),
    maximumFractionDigits: getPrintedDecimals(currency),
  }
  return new Intl.NumberFormat(locale, { useGrouping: false, ...digits }).format(amount)
}
