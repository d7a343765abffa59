import { printable } from '@crypto-checkout/core'

/** Rows as aligned columns under headings. */
export function formatTable(headings: readonly string[], values: readonly (readonly string[])[]): string {
  // A line feed in a value would look like another row.
  const rows = values.map((cells) => cells.map((cell) => printable(cell).replaceAll('\n', '\\n')))
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [headings, ...rows].map(line).join('\n')
}

/** Writes a line to standard output. */
export function print(text: string): void {
  console.log(printable(text))
}

/** Writes a line to standard error. */
export function printError(text: string): void {
  console.error(printable(text))
}
