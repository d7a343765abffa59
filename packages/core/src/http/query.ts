import { CheckoutError } from '../domain/error.ts'

/** A query string as an object. Throws `invalid_parameter` for repeated names and malformed percent-encoding. */
export function parseQuery(query: string): Record<string, string> {
  const values = new Map<string, string>()
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const split = pair.indexOf('=')
    const name = decode(split < 0 ? pair : pair.slice(0, split), 'the query')
    if (values.has(name)) throw new CheckoutError('invalid_parameter', `${name} is given more than once.`, name)
    values.set(name, split < 0 ? '' : decode(pair.slice(split + 1), name))
  }
  return Object.fromEntries(values)
}

function decode(text: string, name: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new CheckoutError('invalid_parameter', `${name}: the percent-encoding is malformed.`, name)
  }
}
