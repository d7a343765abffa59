/** CSV as the spreadsheet of a language opens it: its separator, and its decimals. */
import { LANGUAGES } from '@crypto-checkout/payer-ui'
import { z } from 'zod'
import { disarmFormula } from '../domain/text.ts'

export const sheetLanguage = z
  .enum(LANGUAGES)
  .optional()
  .meta({
    description:
      'The language of the spreadsheet that opens the file: its separator and decimals, and a byte order mark. ' +
      'Default: plain CSV (RFC 4180)',
  })
type SheetLanguage = z.output<typeof sheetLanguage>

/** The languages whose spreadsheets write 1,5 and separate cells by semicolons. */
const COMMA: ReadonlySet<SheetLanguage> = new Set(['de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'tr'])

/** Without it, spreadsheets take UTF-8 for another encoding. */
const BYTE_ORDER_MARK = '\ufeff'

/** How a file writes its cells. */
export type Sheet = {
  /** The beginning of the file. */
  readonly mark: string
  /** A number of this program, such as -12.5: it is no formula. */
  number(text: string): string
  /** A text that others may have chosen. */
  text(text: string): string
  /** Cells that are written already, as a line. */
  line(cells: readonly string[]): string
}

export function createSheet(language: SheetLanguage): Sheet {
  const hasComma = COMMA.has(language)
  const separator = hasComma ? ';' : ','
  const special = /[",;\r\n]/
  return {
    mark: language === undefined ? '' : BYTE_ORDER_MARK,
    number: (text) => (hasComma ? text.replace('.', ',') : text),
    text(text) {
      const cell = disarmFormula(text)
      return special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
    },
    line: (cells) => `${cells.join(separator)}\r\n`,
  }
}
