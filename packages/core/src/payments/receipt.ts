import { createHash } from 'node:crypto'
import type { LineItem, PaymentReceipt } from '@crypto-checkout/api-types'
import { getTokenAt } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { queueReceipts } from '../customers/queue.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { formatAmount, formatCents } from '../domain/money.ts'
import { findMerchantNames } from '../merchants/store.ts'
import {
  issueReceipts,
  MAX_RECEIPT_TRANSFERS,
  type NewReceipt,
  toReceiptTransfer,
  toSeconds,
} from '../receipts/issue.ts'
import type { Tx } from '../storage/database.ts'
import { type OrderTexts, withLinkTexts } from './links/texts.ts'
import { isOfMethod } from './methods/method.ts'
import { nothingShown } from './shown-store.ts'
import { findLargestFinal, type PaymentRow, type PaymentTransferRow } from './store.ts'

/**
 * Issues the receipts of payments in the transaction that completes them. `shown`: what their views show. Returns the
 * receipts by payment.
 */
export async function issuePaymentReceipts(
  ctx: Context,
  tx: Tx,
  completed: readonly PaymentRow[],
  shown: ReadonlyMap<string, OfReceipt>,
): Promise<Map<string, string>> {
  if (completed.length === 0) return new Map()
  const names = await findMerchantNames(tx, new Set(completed.map((row) => row.merchant_id)))
  const receipts: NewReceipt[] = []
  for (const row of completed) {
    const known = shown.get(row.id) ?? nothingShown
    const transfers = await findFinal(tx, row, known.transfers)
    const claims = describePayment(ctx, withLinkTexts(row, known.texts), transfers, names.get(row.merchant_id) ?? '')
    receipts.push({ type: 'payment-receipt+jwt', livemode: row.livemode, subject: row.id, claims })
  }
  const issued = await issueReceipts(ctx, tx, receipts)
  const named = completed.map(({ id, merchant_id, livemode }) => ({
    subject: id,
    paymentId: id,
    merchant_id,
    livemode,
  }))
  await queueReceipts(tx, named, ctx.now())
  return issued
}

type OfReceipt = { readonly transfers: readonly PaymentTransferRow[]; readonly texts: OrderTexts | null }

/** The final transfers of a payment's chosen method, the largest first, and their number. */
type Final = { readonly largest: readonly PaymentTransferRow[]; readonly count: number }

async function findFinal(tx: Tx, row: PaymentRow, shown: readonly PaymentTransferRow[]): Promise<Final> {
  if (shown.length < row.transfer_count) return findLargestFinal(tx, row, MAX_RECEIPT_TRANSFERS)
  const own = shown.filter((one) => one.state === 'final' && isOfMethod(row, one))
  return { largest: own.toSorted((a, b) => Number(b.amount - a.amount)), count: own.length }
}

/**
 * Describes a payment so that a stranger finds it on its chain. Of the order it has only its number and a hash of its
 * items: a reader of the receipt need not learn what was bought.
 */
function describePayment(
  ctx: Context,
  row: PaymentRow,
  { largest, count }: Final,
  merchant: string,
): Omit<PaymentReceipt, 'iss' | 'sub' | 'iat' | 'jti' | 'test'> {
  const network = ctx.network(toEnvironment(row.livemode), row.network)
  return {
    merchant,
    amount: formatCents(row.amount_cents, row.currency),
    currency: row.currency,
    cryptoAmount: formatAmount(row.due),
    cryptoAmountReceived: formatAmount(row.received_final),
    cryptocurrency: row.cryptocurrency,
    token: (network && getTokenAt(network, row.token)?.address) ?? row.token,
    network: row.chain,
    recipient: row.address,
    ...(row.memo === null ? {} : { memo: row.memo }),
    transfers: largest.map((one) => toReceiptTransfer(network, one)),
    ...(count > largest.length ? { transferCount: count } : {}),
    paidAt: toSeconds(Math.max(...largest.map((one) => one.block_time))),
    finalizedAt: toSeconds(Math.max(...largest.map((one) => one.final_at ?? 0))),
    ...(row.accepted_at === null ? {} : { accepted: true }),
    ...(row.reference === null ? {} : { orderReference: row.reference }),
    ...(row.line_items === null ? {} : { lineItemsSha256: hashLineItems(JSON.parse(row.line_items)) }),
  }
}

/** SHA-256 of the items as canonical JSON (RFC 8785), in base64url. */
function hashLineItems(items: readonly LineItem[]): string {
  const canonical = items.map((item) => Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))))
  return createHash('sha256').update(JSON.stringify(canonical)).digest('base64url')
}
