import { createBadRequest } from './problem.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 200

export type Paging = { readonly cursor: string; readonly order: 'asc' | 'desc'; readonly limit: number }

/** @throws Problem if a parameter is invalid */
export function readPaging(query: URLSearchParams): Paging {
  const order = query.get('order') ?? 'asc'
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT)
  if (order !== 'asc' && order !== 'desc') throw createBadRequest('order', 'order: invalid value')
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw createBadRequest('limit', `limit: must be between 1 and ${MAX_LIMIT}`)
  }
  return { cursor: query.get('cursor') ?? '', order, limit }
}

type Numbered = { readonly toid: bigint }

/** @throws Problem if it is neither a number nor `now` */
function readCursor(cursor: string, last: bigint): bigint | undefined {
  if (cursor === '') return undefined
  if (cursor === 'now') return last
  if (!/^\d{1,19}$/.test(cursor)) throw createBadRequest('cursor', 'cursor: invalid value')
  return BigInt(cursor)
}

/** The items after the cursor, in the requested order; `items` are in ascending order. */
export function selectPage<Item extends Numbered>(items: readonly Item[], { cursor, order, limit }: Paging): Item[] {
  const after = readCursor(cursor, items.at(-1)?.toid ?? 0n)
  if (order === 'asc') {
    const start = after === undefined ? 0 : findFirstAfter(items, after)
    return items.slice(start, start + limit)
  }
  const end = after === undefined ? items.length : findFirstAfter(items, after - 1n)
  return items.slice(Math.max(0, end - limit), end).reverse()
}

/** The index of the first item with a higher number */
export function findFirstAfter(items: readonly Numbered[], number: bigint): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[middle]?.toid ?? 0n) > number) high = middle
    else low = middle + 1
  }
  return low
}

/** Horizon's envelope for a list. Its links continue after the last record and before the first. */
export function buildPage(url: URL, paging: Paging, records: readonly { readonly paging_token: string }[]): object {
  const { cursor, order, limit } = paging
  const link = (at: string, direction: string): object => {
    const target = new URL(url)
    target.searchParams.set('cursor', at)
    target.searchParams.set('limit', String(limit))
    target.searchParams.set('order', direction)
    return { href: target.href }
  }
  const other = order === 'asc' ? 'desc' : 'asc'
  return {
    _links: {
      self: link(cursor, order),
      next: link(records.at(-1)?.paging_token ?? cursor, order),
      prev: link(records[0]?.paging_token ?? cursor, other),
    },
    _embedded: { records },
  }
}
