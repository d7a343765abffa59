import type { List } from '@crypto-checkout/api-types'

export const DEFAULT_PAGE = 10

/** A page of a list, from one row more than requested: the extra row shows that there are more. */
export function toPage<RowType, Item>(
  rows: readonly RowType[],
  limit: number,
  totalCount: number,
  view: (row: RowType) => Item,
): List<Item> {
  return { object: 'list', data: rows.slice(0, limit).map(view), hasMore: rows.length > limit, totalCount }
}
