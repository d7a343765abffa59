/** Values that would change on their way through JSON. They are refused, never changed. */

/** A value that JSON, or a number of JavaScript, cannot keep. */
export type Inexact = { readonly path: readonly string[]; readonly problem: string }

export const INEXACT_NUMBER = 'is a number that would not stay the same: send it as text'

/** From here on JavaScript writes numbers with an exponent. Nobody writes the number of an order so. */
const WRITTEN_IN_DIGITS = 1e21

/**
 * Tells whether a number of JSON is the same after JavaScript has read and written it. A whole number above 2^53 counts
 * as another one: an earlier reader may have changed it already.
 *
 *     isExactNumber('49.90') // true
 *     isExactNumber('9007199254740993001') // false
 */
export function isExactNumber(text: string): boolean {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < WRITTEN_IN_DIGITS) return false
  const written = String(value)
  return text === written || normalise(text) === normalise(written)
}

/** A decimal's digits without zeros at either end, with their exponent. */
function normalise(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  const digits = `${whole}${fraction}`
  let [first, end] = [0, digits.length]
  while (digits[first] === '0') first += 1
  while (end > first && digits[end - 1] === '0') end -= 1
  if (first === end) return whole === '' ? text : '0'
  return `${sign}${digits.slice(first, end)}e${Number(exponent) + digits.length - fraction.length - end}`
}

/** Finds the first value that JSON would change. Objects that say themselves what they are in JSON are left to it. */
export function findInexact(value: unknown, path: readonly string[] = []): Inexact | null {
  const problem = describe(value)
  if (problem !== null) return { path, problem }
  if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH || 'toJSON' in value) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = inner === undefined && !Array.isArray(value) ? null : findInexact(inner, [...path, key])
    if (found) return found
  }
  return null
}

/** Deeper values, and those that contain themselves, are refused elsewhere. */
const MAX_DEPTH = 100

function describe(value: unknown): string | null {
  switch (typeof value) {
    case 'number':
      if (!Number.isFinite(value)) return `is ${value}, which JSON does not have`
      return Number.isSafeInteger(value) || isExactNumber(String(value)) ? null : INEXACT_NUMBER
    case 'bigint':
      return 'is a bigint, which JSON does not have: send it as text'
    case 'object':
      return value instanceof Map || value instanceof Set ? 'must be an object or a list, not a Map or a Set' : null
    case 'string':
    case 'boolean':
      return null
    default:
      return `is a value that JSON does not have (${typeof value})`
  }
}
