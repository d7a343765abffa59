import type {
  ClaimableBalance,
  Confirmations,
  Cryptocurrency,
  Payment,
  PaymentException,
  PaymentTransaction,
} from '@crypto-checkout/api-types'
import { getExplorerUrl, getTokenAt, type Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { formatAmount, fromCents, toLedgerAmount } from '../domain/money.ts'
import { isOverrefunded } from '../domain/refund.ts'
import { toIsoTime, toIsoTimeOrNull } from '../domain/time.ts'
import { completePayment, type PaymentSnapshot } from '../events/view.ts'
import { describeProgress, type ReadSoFar } from '../networks/progress.ts'
import { formatReceiptUrl } from '../receipts/addresses.ts'
import { withLinkTexts } from './links/texts.ts'
import { isOfMethod } from './methods/method.ts'
import { formatPaymentUri, toMethodViews } from './methods/view.ts'
import { toOrderView } from './order.ts'
import { mayProgramsPay } from './programs.ts'
import { nothingShown, type Shown, type ShownTransfer } from './shown-store.ts'
import type { PaymentRow, PaymentTransferRow, SumColumns } from './store.ts'

type SnapshotRow = Omit<PaymentRow, 'seq' | 'reuse' | keyof SumColumns> &
  Pick<PaymentRow, 'received' | 'received_final'>

export function toPaymentSnapshot(
  ctx: Context,
  stored: SnapshotRow,
  { transfers, methods, receipt, texts }: Shown = nothingShown,
): PaymentSnapshot {
  const row = withLinkTexts(stored, texts)
  const livemode = row.livemode
  const network = ctx.network(toEnvironment(livemode), row.network)
  return {
    id: row.id,
    object: 'payment',
    status: row.status,
    amount: fromCents(row.amount_cents, row.currency),
    currency: row.currency,
    cryptoAmount: formatAmount(row.due),
    cryptocurrency: row.cryptocurrency,
    network: row.network,
    url: formatPayUrl(ctx, row.id),
    x402Url: mayProgramsPay(ctx, row) ? formatPayUrl(ctx, row.id) : null,
    expiresAt: toIsoTime(row.expires_at),
    createdAt: toIsoTime(row.created_at),
    redirectUrl: row.redirect_url,
    webhookUrl: row.webhook_url,
    metadata: JSON.parse(row.metadata),
    ...toOrderView(row),
    merchantWallet: row.merchant_wallet,
    address: row.address,
    memo: row.memo,
    memoType: row.memo === null ? null : 'text',
    paymentUri: formatPaymentUri(ctx, row),
    amountReceived: formatAmount(row.received),
    amountDue: formatAmount(row.outstanding),
    amountRefunded: formatAmount(row.refunded),
    exceptions: listExceptions(row),
    methods: toMethodViews(ctx, row, methods),
    transactions: transfers.map((transfer) => transactionView(ctx, transfer)),
    transactionCount: row.transfer_count,
    confirmations: network && describeConfirmations(ctx, network, row, transfers),
    claimable: listClaimable(ctx, network, row),
    rate: row.rate,
    livemode,
    completedAt: toIsoTimeOrNull(row.completed_at),
    cancelledAt: toIsoTimeOrNull(row.cancelled_at),
    settlement: row.settlement_id,
    paymentLink: row.payment_link,
    receipt,
    receiptUrl: receipt && formatReceiptUrl(ctx, row.id),
  }
}

/**
 * The progress of the newest money of the payment's method. Dust says nothing about when the payment completes, unless
 * there is nothing else.
 */
function describeConfirmations(
  ctx: Context,
  network: Network,
  row: Pick<SnapshotRow, 'chain' | 'token'>,
  transfers: readonly ShownTransfer[],
): Confirmations | null {
  const onChain = transfers.filter((one) => one.state !== 'orphaned' && isOfMethod(row, one))
  const money = onChain.filter((one) => one.dust === 0)
  const newest = (money.length > 0 ? money : onChain).toSorted((a, b) => a.block_number - b.block_number).at(-1)
  const read = newest && getReadSoFar(newest)
  if (!newest || !read) return null
  const transfer = { block: newest.block_number, time: newest.block_time, final: newest.state === 'final' }
  const { seen, required, ageMs, expectedAt } = describeProgress(ctx, network, read, transfer)
  const seconds = ageMs === null ? null : Math.floor(ageMs / 1_000)
  return { seen, required, seconds, expectedAt: toIsoTimeOrNull(expectedAt) }
}

function getReadSoFar(row: ShownTransfer): ReadSoFar | null {
  const { read_number: number, read_time: time, read_final: finalNumber } = row
  if (number === null || time === null || finalNumber === null) return null
  const pace = { finalLag: row.read_final_lag, finalStep: row.read_final_step }
  return { number, time, finalNumber, finalTime: row.read_final_time, ...pace }
}

/** The hosted page of a payment. */
export function formatPayUrl({ settings }: Pick<Context, 'settings'>, id: string): string {
  return `${settings.publicUrl}/pay/${id.slice(4)}`
}

/** The exceptions of the received transfers, and whether more went back. */
export function listExceptions(
  row: Pick<SnapshotRow, 'exceptions' | 'refunded' | 'received_final'>,
): PaymentException[] {
  const exceptions: PaymentException[] = JSON.parse(row.exceptions)
  const isOver = isOverrefunded(row.refunded, row.received_final)
  return isOver ? [...exceptions, 'overrefunded'] : exceptions
}

/** `qrCode`: whether it has the image. */
export function toPaymentView(ctx: Context, row: PaymentRow, shown: Shown, qrCode = true): Payment {
  return completePayment(toPaymentSnapshot(ctx, row, shown), qrCode)
}

function transactionView(ctx: Context, row: PaymentTransferRow): PaymentTransaction {
  const network = ctx.network(toEnvironment(row.livemode), row.network)
  return {
    hash: row.tx_hash,
    from: network?.chain.addresses.display(row.from_address) ?? row.from_address,
    amount: formatAmount(row.amount),
    // Only a transfer of a payment's own coin pays it.
    cryptocurrency: row.cryptocurrency as Cryptocurrency,
    network: row.network,
    status: row.state,
    block: row.block_number,
    seenAt: toIsoTime(row.seen_at),
    finalAt: toIsoTimeOrNull(row.final_at),
    explorerUrl: getExplorerUrl(network, row.tx_hash),
  }
}

/** The number is limited because anyone can create more. */
const MAX_SHOWN = 20

/**
 * Claimable balances with a payment's memo that its merchant has not claimed: the largest 20. They do not count as
 * received.
 */
function listClaimable(
  ctx: Pick<Context, 'claimables'>,
  network: Network | null,
  { address, memo }: Pick<PaymentRow, 'address' | 'memo'>,
): ClaimableBalance[] {
  if (!network || memo === null) return []
  const waiting = ctx.claimables.of(network, address, memo).flatMap(({ id, token, rawAmount, txHash }) => {
    const coin = getTokenAt(network, token)
    return coin ? [{ id, coin: coin.coin, amount: toLedgerAmount(rawAmount, coin.decimals), txHash }] : []
  })
  const largest = new Set(waiting.toSorted((a, b) => Number(b.amount - a.amount)).slice(0, MAX_SHOWN))
  const shown = waiting.filter((one) => largest.has(one))
  return shown.map(({ id, coin, amount, txHash }) => ({
    id,
    amount: formatAmount(amount),
    cryptocurrency: coin,
    hash: txHash,
    explorerUrl: getExplorerUrl(network, txHash),
  }))
}
