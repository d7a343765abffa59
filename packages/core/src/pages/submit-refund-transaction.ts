import type { Context } from '../context/context.ts'
import { findRefundOrder } from './refund-wallet-order.ts'

/**
 * Sends a transaction that was built for a refund, signed and otherwise unchanged; null when there is no such refund.
 * This does not complete the refund: it is submitted once the network shows its transfer.
 */
export async function submitRefundTransaction(ctx: Context, id: string, xdr: string): Promise<{ hash: string } | null> {
  const found = await findRefundOrder(ctx, id)
  if (!found) return null
  const { hash } = await found.transactions.submit(found.order, xdr, async () => false)
  return { hash }
}
