import type { List, Payment } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { DEFAULT_PAGE, toPage } from '../domain/page.ts'
import { countPayments } from './count-store.ts'
import type { ValidPaymentQuery } from './schema.ts'
import { findShown, nothingShown } from './shown-store.ts'
import { findPayment, listPaymentRows } from './store.ts'
import { toPaymentView } from './view.ts'

/** The caller's payments, newest first. Throws `invalid_cursor`. */
export async function listPayments(ctx: Context, caller: Caller, query: ValidPaymentQuery): Promise<List<Payment>> {
  const limit = query.limit ?? DEFAULT_PAGE
  const { settlement, status, reference, created_gte: createdGte, created_lt: createdLt } = query
  const filters = { settlement, status, reference, createdGte, createdLt }
  const after = query.starting_after !== undefined ? await cursorRow(ctx, caller, query.starting_after) : null
  const rows = await listPaymentRows(ctx.db, caller, filters, after, limit + 1)
  const shown = await findShown(ctx.db, rows)
  const totalCount = await countPayments(ctx.db, caller, filters)
  return toPage(rows, limit, totalCount, (row) => toPaymentView(ctx, row, shown.get(row.id) ?? nothingShown))
}

async function cursorRow(ctx: Context, caller: Caller, id: string) {
  const row = await findPayment(ctx.db, caller, id)
  if (!row) throw new CheckoutError('invalid_cursor', 'There is no such payment to start after.', 'starting_after')
  return row
}
