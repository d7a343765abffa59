import type { UnsignedTransaction } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { hasRead } from '../networks/read-until.ts'
import { findRefundOrder } from './refund-wallet-order.ts'

/**
 * Builds the transaction with which the merchant's account pays a refund; null when there is no such refund. Everything
 * the account sent before has been read, and the refund was not among it. Until the account sends something else, the
 * network accepts only one of the transactions built here. So a refund is paid once, however often it is built, signed
 * and sent.
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
  // The refund itself may have been read meanwhile.
  if (isRead && (await findRefundOrder(ctx, id))) return { xdr, networkPassphrase }
  throw new CheckoutError(
    'invalid_state',
    'The account was used a moment ago, and that is still being read: try again in a few seconds.',
  )
}
