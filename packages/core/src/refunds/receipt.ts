import { getTokenAt } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { queueReceipts } from '../customers/queue.ts'
import { formatAmount, formatCents } from '../domain/money.ts'
import { findMerchantNames } from '../merchants/store.ts'
import { issueReceipts, toReceiptTransfer, toSeconds } from '../receipts/issue.ts'
import { findReceipt } from '../receipts/store.ts'
import { pipeline, type Tx } from '../storage/database.ts'
import { getRefundNetwork } from './find.ts'
import { findRefundTransfer, type RefundRow } from './store.ts'

/**
 * Issues a refund's receipt in the transaction that completes it. It names the payment's receipt, which stays as it is.
 * Returns it.
 */
export async function issueRefundReceipt(ctx: Context, tx: Tx, row: RefundRow): Promise<string> {
  const [transfer, ofPayment, names] = await pipeline([
    findRefundTransfer(tx, row.id),
    findReceipt(tx, row.payment_id),
    findMerchantNames(tx, new Set([row.merchant_id])),
  ])
  if (!transfer) throw new Error(`refund ${row.id} is completed without a transfer`)
  const network = getRefundNetwork(ctx, row)
  const claims = {
    merchant: names.get(row.merchant_id) ?? '',
    payment: row.payment_id,
    ...(ofPayment === null ? {} : { paymentReceipt: ofPayment.jti }),
    amount: formatCents(row.amount_cents, row.currency),
    currency: row.currency,
    cryptoAmount: formatAmount(row.amount),
    cryptocurrency: row.cryptocurrency,
    token: (network && getTokenAt(network, row.token)?.address) ?? row.token,
    network: row.chain,
    recipient: row.destination ?? row.to_address ?? '',
    ...(row.memo === null ? {} : { memo: row.memo }),
    transfers: [toReceiptTransfer(network, transfer)],
    refundedAt: toSeconds(transfer.block_time),
    finalizedAt: toSeconds(transfer.final_at ?? ctx.now()),
  }
  const receipts = await issueReceipts(ctx, tx, [
    { type: 'refund-receipt+jwt', livemode: row.livemode, subject: row.id, claims },
  ])
  const { merchant_id, livemode } = row
  await queueReceipts(tx, [{ subject: row.id, paymentId: row.payment_id, merchant_id, livemode }], ctx.now())
  return receipts.get(row.id) ?? ''
}
