import type { Context } from '../context.ts'
import { findAnyPayment } from '../payments/find.ts'
import type { TypedData } from '../wire.ts'
import { askingNodes, requireRelay, requireTypedData, termsFor } from './order.ts'

/** What an account is to sign so that it pays what is due without gas; null where there is no such payment. */
export async function askForAuthorization(ctx: Context, id: string, from: string): Promise<TypedData | null> {
  const row = await findAnyPayment(ctx.db, id)
  if (!row) return null
  const relay = requireRelay(ctx, row)
  const terms = termsFor(ctx, relay, row, { from })
  return askingNodes(() => requireTypedData(relay, row, terms))
}
