import { INEXACT_NUMBER, isExactNumber } from '@crypto-checkout/api-types'
import { CheckoutError } from '../domain/error.ts'

export const NOT_JSON = 'The body is not valid JSON in UTF-8.'

/** The most characters of a name that an error repeats. */
export const MAX_PARAM = 64

/** A number that may change: it has many digits, or an exponent. Others are not looked at again. */
const SUSPECT = /[[:,\s]-?(?:[\d.]{16}|[\d.]+e)/i

/** Parses JSON that others sent. Throws `invalid_json`, and `invalid_parameter` for a number that would not stay the same. */
export function parseJson(text: string): unknown {
  try {
    return SUSPECT.test(text) ? parseExactly(text) : JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw new CheckoutError('invalid_json', NOT_JSON)
    if (error instanceof RangeError) throw new CheckoutError('invalid_json', 'The body is nested too deeply.')
    throw error
  }
}

// Node 21 and later pass the text of a number; the library definitions do not have it yet.
type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown

/** The parser visits values before the objects around them, which so complete the path of the first bad number. */
function parseExactly(text: string): unknown {
  const path: string[] = []
  let around: unknown
  const value = parse(text, function visit(key, value, { source = '' }) {
    const isBad = around === undefined && typeof value === 'number' && !isExactNumber(source)
    if (isBad || (around !== undefined && value === around)) {
      path.unshift(key)
      around = this
    }
    return value
  })
  // The first key is of the object that the parser puts around everything.
  const [, ...names] = path
  if (names.length === 0) return value
  const param = names.join('.').slice(0, MAX_PARAM)
  throw new CheckoutError('invalid_parameter', `${param} ${INEXACT_NUMBER}.`, param)
}
