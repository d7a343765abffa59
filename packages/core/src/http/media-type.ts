/**
 * The media type that a client prefers among those that an address has, by the weights in its `Accept` (RFC 9110, 12.5.1).
 * The first one if it accepts several alike, or none of them.
 *
 *     pickMediaType('application/json, text/html;q=0.9', ['text/html', 'application/json']) // 'application/json'
 */
export function pickMediaType<Type extends string>(
  accept: string | undefined,
  types: readonly [Type, ...Type[]],
): Type {
  const ranges = (accept ?? '*/*').split(',', MAX_RANGES).map(parseRange)
  let picked = types[0]
  let highest = 0
  for (const type of types) {
    const weight = weigh(type, ranges)
    if (weight > highest) [picked, highest] = [type, weight]
  }
  return picked
}

/** The number of ranges that are read of a longer list. */
const MAX_RANGES = 20

type Range = { readonly name: string; readonly weight: number }

function parseRange(text: string): Range {
  const [name = '', ...parameters] = text.split(';').map((one) => one.trim().toLowerCase())
  const given = parameters.find((one) => one.startsWith('q='))
  const weight = given === undefined ? 1 : Number(given.slice('q='.length))
  return { name, weight: weight >= 0 && weight <= 1 ? weight : 0 }
}

/** The most specific range that fits decides. */
function weigh(type: string, ranges: readonly Range[]): number {
  for (const name of [type, `${type.split('/')[0]}/*`, '*/*']) {
    const range = ranges.find((one) => one.name === name)
    if (range) return range.weight
  }
  return 0
}
