import type { List, Refund } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { DEFAULT_PAGE, toPage } from '../domain/page.ts'
import type { ValidRefundQuery } from './schema.ts'
import { countRefunds, findRefund, listRefundRows } from './store.ts'
import { toRefundView } from './view.ts'

/** The caller's refunds, newest first. Throws `invalid_cursor`. */
export async function listRefunds(ctx: Context, caller: Caller, query: ValidRefundQuery): Promise<List<Refund>> {
  const limit = query.limit ?? DEFAULT_PAGE
  const { paymentId, status, created_gte: createdGte, created_lt: createdLt } = query
  const filters = { paymentId, status, createdGte, createdLt }
  const after = query.starting_after !== undefined ? await cursorRow(ctx, caller, query.starting_after) : null
  const rows = await listRefundRows(ctx.db, caller, filters, after, limit + 1)
  return toPage(rows, limit, await countRefunds(ctx.db, caller, filters), (row) => toRefundView(ctx, row))
}

async function cursorRow(ctx: Context, caller: Caller, id: string) {
  const row = await findRefund(ctx.db, caller, id)
  if (!row) throw new CheckoutError('invalid_cursor', 'There is no such refund to start after.', 'starting_after')
  return row
}
