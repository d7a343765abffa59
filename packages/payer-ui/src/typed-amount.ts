/** The digits of Arabic and Persian keyboards. */
const EASTERN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g

/**
 * An amount of money as a payer types it, with a comma or a point and at most two decimals; null for anything else. Groups
 * of thousands are refused: `1,250` could mean two amounts.
 *
 *     parseTypedAmount('12,5') // 12.5
 */
export function parseTypedAmount(text: string): number | null {
  const plain = text
    .normalize('NFKC')
    .replace(EASTERN_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\s\u2066-\u2069]/g, '')
    .replace(/[,\u066b]/, '.')
  return /^\d{1,9}(?:\.\d{0,2})?$/.test(plain) ? Number(plain) : null
}

/** `formatTypedAmount(12.5, 'de') // '12,50'` */
export function formatTypedAmount(amount: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    ...{ useGrouping: false, minimumFractionDigits: 2, maximumFractionDigits: 2 },
  }).format(amount)
}
