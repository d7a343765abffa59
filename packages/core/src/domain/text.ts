/** Texts that are secret or that others chose: compared, and made safe to show. */
import { timingSafeEqual } from 'node:crypto'

/** Compares two texts in a time that depends on their lengths only, so that it shows nothing of a secret. */
export function areEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Characters that change a terminal's display: controls except tab and line feed, and marks that change text direction.
 */
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Makes untrusted text safe for a terminal: `\u001b` replaces an escape. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * Characters that spreadsheets take for the beginning of a formula. Those for Japanese and Chinese take full-width
 * signs, too.
 */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/**
 * The same after what spreadsheets with another separator take for the end of a cell or a line. They take quotation marks
 * inside as text. By the separator of the file.
 */
const INNER_FORMULA = {
  ',': /([;\t\r\n])("*[=+\-@\uff1d\uff0b\uff0d\uff20])/g,
  ';': /([,;\t\r\n])("*[=+\-@\uff1d\uff0b\uff0d\uff20])/g,
} as const
type Separator = keyof typeof INNER_FORMULA

/** An amount that left. As a text, no spreadsheet would add it up. */
const NEGATIVE = /^-\d+(?:\.\d+)?$/

/** A cell that no spreadsheet runs: what it would take for a formula gets an apostrophe in front. */
export function disarmFormula(cell: string, separator: Separator = ','): string {
  return (FORMULA.test(cell) && !NEGATIVE.test(cell) ? `'${cell}` : cell).replace(INNER_FORMULA[separator], "$1'$2")
}

/**
 * Cells as a line of CSV (RFC 4180). They are concatenated: `join` would copy them, and who joins the lines copies them
 * again.
 */
export function formatCsvLine(cells: readonly string[], separator: Separator = ','): string {
  const special = separator === ',' ? /[",\r\n]/ : /[";\r\n]/
  return cells
    .map((cell) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .reduce((line, cell) => `${line}${separator}${cell}`)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for use between tags and inside quoted attributes, in HTML and XML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
