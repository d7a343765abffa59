import { texts } from '../../languages/texts.ts'
import { readText } from '../../parts/field.ts'

/** The number of payments of a form; undefined without a limit. Throws an error in words for the user. */
export function readLimit(values: FormData): number | undefined {
  const text = readText(values, 'limit')
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(texts.links.form.badLimit)
  return Number(text)
}
