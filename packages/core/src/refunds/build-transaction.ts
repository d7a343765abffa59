import type { Context } from '../context.ts'
import { CheckoutError } from '../domain/error.ts'
import { hasRead } from '../networks/read-until.ts'
import type { UnsignedTransaction } from '../wire.ts'
import { findRefundOrder } from './wallet-order.ts'

/**
 * Builds the transaction by which the merchant's account pays a refund; null when there is no such refund. All that the
 * account has sent before was read, and the refund was not among it; of all that is built until it sends something else
 * the network takes one. So however often this is asked for, signed and sent, a refund is paid once.
 */
export async function buildRefundTransaction(
  ctx: Context,
  id: string,
): Promise<Pick<UnsignedTransaction, 'xdr' | 'networkPassphrase'> | null> {
  const found = await findRefundOrder(ctx, id)
  if (!found) return null
  const { network, transactions, order } = found
  const { xdr, networkPassphrase, changedIn } = await transactions.build(order, { account: order.from, send: null })
  const isRead = await hasRead(ctx.db, network, changedIn)
  // What was read meanwhile may have been the refund itself.
  if (isRead && (await findRefundOrder(ctx, id))) return { xdr, networkPassphrase }
  throw new CheckoutError(
    'invalid_state',
    'The account was used a moment ago, and that is still being read: try again in a few seconds.',
  )
}
