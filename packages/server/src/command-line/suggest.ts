import { nearest } from '@crypto-checkout/api-types'
import { listFirstWords, listSecondWords, type Table } from './help.ts'

/** Explains words that are no command: by the nearest one, or by those that may follow. */
export function explainUnknown(table: Table, first: string, second: string | undefined): string {
  if (first.startsWith('-')) return `${first} must come after a command.`
  const seconds = listSecondWords(table, first)
  if (seconds.length > 0) return explainSecond(first, second, seconds)
  const meant = nearest(first, listFirstWords(table))
  if (meant === null) return `There is no command ${JSON.stringify(first)}.`
  // `key creat` means `keys create`, and `key` alone does not say which.
  const next = second === undefined ? null : nearest(second, listSecondWords(table, meant))
  const [typed, name] = next === null ? [first, meant] : [`${first} ${second}`, `${meant} ${next}`]
  return `There is no command ${JSON.stringify(typed)}: did you mean ${name}?`
}

function explainSecond(first: string, second: string | undefined, seconds: readonly string[]): string {
  if (second === undefined || second.startsWith('-')) return `${first} needs one of ${seconds.join(', ')}.`
  const meant = nearest(second, seconds)
  const name = JSON.stringify(`${first} ${second}`)
  return meant === null
    ? `There is no command ${name}: ${first} needs one of ${seconds.join(', ')}.`
    : `There is no command ${name}: did you mean ${first} ${meant}?`
}
