/** Tables as CSV: plain (RFC 4180), or as the spreadsheet of a language opens them. */
import { LANGUAGES } from '@crypto-checkout/payer-ui'
import { z } from 'zod'
import { type ColumnName, fileColumns } from '../domain/catalog/file-columns.ts'
import { disarmFormula, formatCsvLine } from '../domain/text.ts'

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

/** Times may stand among numbers. */
const DECIMAL = /^(-?\d+)\.(\d+)$/

/** Without it, spreadsheets take UTF-8 for another encoding. */
const BYTE_ORDER_MARK = '\ufeff'

/** A column of a file, and how it reads its value from a row: as plain CSV has it, null for none. */
export type FileColumn<RowType> = readonly [name: ColumnName, read: (row: RowType) => string | null]

/** How a file writes its cells. */
export type Sheet = {
  /** The beginning of the file. */
  readonly mark: string
  /** The cells of a row. Nothing in them runs as a formula. */
  show<RowType>(columns: readonly FileColumn<RowType>[], row: RowType): string[]
  line(cells: readonly string[]): string
}

export function createSheet(language?: SheetLanguage): Sheet {
  const hasComma = COMMA.has(language)
  const separator = hasComma ? ';' : ','
  function showCell(name: ColumnName, value: string): string {
    const { form } = fileColumns[name]
    if (form === 'text') return disarmFormula(value, separator)
    return form === 'number' && hasComma ? value.replace(DECIMAL, '$1,$2') : value
  }
  return {
    mark: language === undefined ? '' : BYTE_ORDER_MARK,
    show: (columns, row) =>
      columns.map(([name, read]) => {
        const value = read(row)
        return value === null ? '' : showCell(name, value)
      }),
    line: (cells) => `${formatCsvLine(cells, separator)}\r\n`,
  }
}

export function listNames(columns: readonly FileColumn<never>[]): ColumnName[] {
  return columns.map(([name]) => name)
}
