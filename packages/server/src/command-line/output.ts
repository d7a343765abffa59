/** Output of commands: texts that are safe for a terminal, tables, and colours where a person reads. */
import { styleText } from 'node:util'
import { printable } from '@crypto-checkout/core/text'

type Style = Parameters<typeof styleText>[0]

/** Paints a text that is safe already. Only on a terminal, and not if NO_COLOR is set. */
export function paint(style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(style, text, { stream })
}

/** Writes a line to standard output. `decorate` may add colours to the safe text. */
export function print(text: string, decorate: (safe: string) => string = (safe) => safe): void {
  console.log(decorate(printable(text)))
}

/** Writes a line to standard error. */
export function printError(text: string): void {
  console.error(printable(text))
}

/** Writes an error: what is wrong, and below it what to read. */
export function printFailure(text: string, next: string | null = null): void {
  console.error(paint('red', printable(text), process.stderr))
  if (next !== null) printError(next)
}

type Cell = string | number | null
type Column<Item> = { [Key in keyof Item]: Item[Key] extends Cell ? Key : never }[keyof Item] | ((item: Item) => Cell)

/** Prints items as aligned columns. Under its heading, a column shows a field or what is made of an item. */
export function printTable<Item>(items: readonly Item[], columns: Readonly<Record<string, Column<Item>>>): void {
  const rows = items.map((item) =>
    Object.values(columns).map((column) => String((typeof column === 'function' ? column(item) : item[column]) ?? '')),
  )
  print(formatTable(Object.keys(columns), rows), (safe) => safe.replace(/^.*/, (line) => paint('bold', line)))
}

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

const MARKS = { ok: 'green', BAD: 'red', warn: 'yellow', 'hint:': 'cyan' } as const

/** Paints the marks at the beginnings of findings. */
export function paintMarks(safe: string): string {
  return safe.replace(/^( *)(ok|BAD|warn|hint:)(?= )/gm, (_, indent: string, mark: keyof typeof MARKS) => {
    return `${indent}${paint(MARKS[mark], mark)}`
  })
}

/** Text in lines of at most this many characters. A longer word has a line of its own. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
