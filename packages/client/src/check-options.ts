/** Rejects options misspelt in plain JavaScript: an ignored option may cost an order. */
import { suggestName } from '@crypto-checkout/api-types'

/** For each option of a function: describes what is wrong with a value; null if nothing is. */
export type OptionChecks = Readonly<Record<string, (value: unknown) => string | null>>

/** Throws TypeError if the options are not an object, an option is unknown, or a value fails its check. */
export function checkOptions(name: string, options: unknown, checks: OptionChecks): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new TypeError(`${name} takes an object of options: ${Object.keys(checks).join(', ') || 'none'}.`)
  }
  for (const [option, value] of Object.entries(options)) {
    const check = Object.hasOwn(checks, option) ? checks[option] : undefined
    if (!check) {
      throw new TypeError(`${name} has no option ${option}: ${suggestName(option, Object.keys(checks))}`)
    }
    const problem = value === undefined ? null : check(value)
    if (problem !== null) throw new TypeError(`${option} ${problem}.`)
  }
}

/** For an option that its user checks. */
export const isAnything = () => null

export function isFunction(value: unknown): string | null {
  return typeof value === 'function' ? null : 'must be a function'
}

export function isBoolean(value: unknown): string | null {
  return typeof value === 'boolean' ? null : 'must be true or false'
}
