/** Tables as XLSX, row by row. Text is never a formula, and only days and clocks are formatted. */
import { type ColumnForm, type ColumnName, fileColumns } from '../domain/catalog/file-columns.ts'
import { type FileColumn, listNames } from '../http/sheet.ts'

/** Widths are in characters. Formats are those of cells in OOXML. */
const LOOKS: Readonly<Record<ColumnForm, { readonly width: number; readonly format?: string }>> = {
  word: { width: 20 },
  text: { width: 24 },
  number: { width: 16 },
  day: { width: 12, format: 'yyyy-mm-dd' },
  clock: { width: 10, format: 'hh:mm:ss' },
  moment: { width: 26 },
}

type Cell = string | number | null

/**
 * Yields the bytes of a workbook with one table. A sheet takes 1,048,576 rows, and the next ones go on. The same rows give
 * the same bytes: nothing in them says when they were made. `name`: of the sheet.
 */
export async function* writeWorkbook<RowType>(
  name: string,
  columns: readonly FileColumn<RowType>[],
  pages: AsyncIterable<readonly RowType[]>,
): AsyncGenerator<Uint8Array> {
  // Few servers write one, and all would wait for it at their start.
  const { writeXlsxStream } = await import('hucre/xlsx')
  yield* writeXlsxStream(listCells(columns, pages), {
    name,
    columns: listNames(columns).map(toColumn),
    freezePane: { rows: 1 },
  })
}

function toColumn(header: ColumnName) {
  const { width, format } = LOOKS[fileColumns[header].form]
  return format === undefined ? { header, width } : { header, width, style: { numFmt: format } }
}

async function* listCells<RowType>(
  columns: readonly FileColumn<RowType>[],
  pages: AsyncIterable<readonly RowType[]>,
): AsyncGenerator<Cell[]> {
  for await (const rows of pages) {
    for (const row of rows)
      yield columns.map(([name, read]) => {
        const value = read(row)
        return value === null ? null : toCell(fileColumns[name].form, value)
      })
  }
}

/** Spreadsheets keep 15 digits. A number with more of them stays text, so that none is lost. */
const NUMBER = /^-?(?:\d{1,15}|(?=[\d.]{3,16}$)\d+\.\d+)$/

function toCell(form: ColumnForm, value: string): Cell {
  if (form === 'number') return NUMBER.test(value) ? Number(value) : value
  if (form === 'day') return toSerialDay(value)
  if (form === 'clock') return toPartOfDay(value)
  return form === 'text' ? toSafeText(value) : value
}

/** XML has no such characters, and spreadsheets read `_x0041_` as the character of that number (ECMA-376, ST_Xstring). */
function toSafeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
}

const DAY_MS = 86_400_000
/** The day from which spreadsheets count. */
const FIRST_DAY_MS = Date.UTC(1899, 11, 30)

/** `toSerialDay('2026-11-30') // 46356` */
function toSerialDay(day: string): number {
  return (Date.parse(day) - FIRST_DAY_MS) / DAY_MS
}

/** `toPartOfDay('06:00:00') // 0.25` */
function toPartOfDay(clock: string): number {
  return Date.parse(`1970-01-01T${clock}Z`) / DAY_MS
}
