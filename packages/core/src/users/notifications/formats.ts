/** A message before it is laid out. `path`: the page of the dashboard that it leads to. */
export type Message = { readonly subject: string; readonly lines: readonly string[]; readonly path: string }

/** As many as an amount may have. `Intl` knows none for forints and Iraqi dinars, and would round. */
const EXACT = { maximumFractionDigits: 4 } as const

/** Writes amounts in the language of a message. Texts are exact, however large. */
export function createFormats(language: 'en' | 'de') {
  return {
    money: (amount: number | string, currency: string) =>
      new Intl.NumberFormat(language, { style: 'currency', currency, ...EXACT }).format(
        amount as Intl.StringNumericLiteral,
      ),
    coins: (amount: string) =>
      new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(amount as Intl.StringNumericLiteral),
  }
}
