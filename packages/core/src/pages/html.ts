import { escapeMarkup } from '../qr/escape-markup.ts'

/** Markup that is inserted unescaped. Only `html` and `trusted` create it. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

export type Insertable = Markup | string | number | null | undefined | false | readonly Insertable[]

/**
 * Markup with values in it. Every value that is not markup is escaped. Undefined, null and false insert nothing.
 * Attribute values must be in quotes.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Insertable[]): Markup {
  let text = strings[0] ?? ''
  for (const [index, value] of values.entries()) text += insert(value) + (strings[index + 1] ?? '')
  return new Markup(text)
}

/** Takes a string as markup. Only for strings that this program made itself, never for data. */
export function trustMarkup(markup: string): Markup {
  return new Markup(markup)
}

function insert(value: Insertable): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(insert).join('')
  return escapeMarkup(String(value))
}
