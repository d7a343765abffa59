import type { UnsignedTransaction } from '@crypto-checkout/api-types'
import type { Network } from '../chains/network.ts'
import type { TransferRequest, WalletTransactions } from '../chains/payer-transactions.ts'
import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { hasRead } from '../networks/progress.ts'
import { findSigning } from '../refunds/find.ts'
import { isRefundPageOver } from './public-end.ts'

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

type Found = {
  readonly network: Network
  readonly transactions: WalletTransactions
  readonly order: TransferRequest & { readonly from: string }
}

/**
 * The order that the merchant's wallet can sign for a refund now; null when there is no such refund. Throws
 * `invalid_state`, and `resource_missing` once its page is closed.
 */
async function findRefundOrder(ctx: Context, id: string): Promise<Found | null> {
  const signing = await findSigning(ctx, id)
  if (!signing) return null
  if (isRefundPageOver(ctx, signing)) {
    const reason = 'This refund ended some time ago, and its page is closed: send nothing.'
    throw new CheckoutError('resource_missing', reason, 'id')
  }
  const { refund, network, token, from, rawAmount } = signing
  const transactions = network.chain.walletTransactions
  if (!transactions) {
    throw new CheckoutError(
      'invalid_state',
      `This endpoint is for Stellar only. On ${network.name}, send the refund from the wallet.`,
    )
  }
  if (refund.nextAction?.type !== 'sign' || refund.destination === null) {
    throw new CheckoutError('invalid_state', 'This refund does not wait for a signature: send nothing.')
  }
  const order = {
    token: token.address,
    address: refund.destination,
    rawAmount,
    memo: refund.destinationMemo,
    from,
    // A refund has no deadline. The signed transaction expires by itself.
    deadline: Number.POSITIVE_INFINITY,
    now: ctx.now(),
  }
  return { network, transactions, order }
}
