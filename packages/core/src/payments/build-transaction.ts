import type { Context } from '../context.ts'
import type { UnsignedTransaction } from '../wire.ts'
import { findOrder } from './wallet-order.ts'

/** Builds the transaction by which an account pays exactly what is due; null when there is no such payment. Nothing is kept of it. */
export async function buildTransaction(ctx: Context, id: string, account: string): Promise<UnsignedTransaction | null> {
  const found = await findOrder(ctx, id)
  return found ? found.transactions.build(found.order, account) : null
}
