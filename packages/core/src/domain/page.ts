import type { List } from '../wire.ts'

export const DEFAULT_PAGE = 10

/** A list's page from one row more than was asked for: the extra row tells that there is more. */
export function pageOf<RowType, Item>(
  rows: readonly RowType[],
  limit: number,
  totalCount: number,
  view: (row: RowType) => Item,
): List<Item> {
  return { object: 'list', data: rows.slice(0, limit).map(view), hasMore: rows.length > limit, totalCount }
}
