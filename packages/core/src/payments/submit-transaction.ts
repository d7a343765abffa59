import type { Context } from '../context.ts'
import { reportTransaction } from '../reports/report.ts'
import { findOrder } from './wallet-order.ts'

/**
 * Sends a transaction that was built for a payment, signed and otherwise unchanged; null when there is no
 * such payment. It pays nothing by itself: the payment is paid once the network shows the transfer.
 */
export async function submitTransaction(ctx: Context, id: string, xdr: string): Promise<{ hash: string } | null> {
  const found = await findOrder(ctx, id)
  if (!found) return null
  const sent = await found.transactions.submit(found.order, xdr)
  await reportTransaction(ctx, id, sent)
  return sent
}
