import type { List, Settlement } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { DEFAULT_PAGE, pageOf } from '../domain/page.ts'
import { reportLink } from './report-link.ts'
import type { ValidSettlementQuery } from './schema.ts'
import { countSettlements, findSettlement, listSettlementRows } from './store.ts'
import { settlementView } from './view.ts'

/** The caller's settlements, newest first. Throws `invalid_cursor`. */
export async function listSettlements(
  ctx: Context,
  caller: Caller,
  query: ValidSettlementQuery,
): Promise<List<Settlement>> {
  const limit = query.limit ?? DEFAULT_PAGE
  const filters = { status: query.status, from: query.startDate, before: query.endDate }
  const after = query.starting_after === undefined ? null : await cursorRow(ctx, caller, query.starting_after)
  const rows = await listSettlementRows(ctx.db, caller, filters, after, limit + 1)
  // A merchant with settlements already has the secret for their links.
  const link = rows.length > 0 ? await reportLink(ctx, caller) : () => ''
  const totalCount = await countSettlements(ctx.db, caller, filters)
  return pageOf(rows, limit, totalCount, (row) => settlementView(row, link(row.id, ctx.now())))
}

async function cursorRow(ctx: Context, caller: Caller, id: string) {
  const row = await findSettlement(ctx.db, caller, id)
  if (!row) throw new CheckoutError('invalid_cursor', 'There is no such settlement to start after.', 'starting_after')
  return row
}
