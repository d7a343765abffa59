import type { Order, WalletTransactions } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { findSigning } from '../refunds/find.ts'

type Found = {
  readonly network: Network
  readonly transactions: WalletTransactions
  readonly order: Order & { readonly from: string }
}

/**
 * The order that the merchant's wallet can sign for a refund now; null when there is no such refund. Throws
 * `invalid_state`.
 */
export async function findRefundOrder(ctx: Context, id: string): Promise<Found | null> {
  const signing = await findSigning(ctx, id)
  if (!signing) return null
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
    ...{ token: token.address, address: refund.destination, rawAmount, memo: refund.destinationMemo, from },
    // A refund has no deadline. The signed transaction expires by itself.
    ...{ deadline: Number.POSITIVE_INFINITY, now: ctx.now() },
  }
  return { network, transactions, order }
}
