import type {
  Cryptocurrency,
  Payment,
  PaymentException,
  PaymentStatus,
  PaymentTransaction,
} from '@crypto-checkout/api-types'
import { getTokenAt, type Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/environments.ts'
import { formatAmount, toRawAmount } from '../domain/money.ts'
import { isOverrefunded } from '../domain/refund.ts'
import { toIsoTime, toIsoTimeOrNull } from '../domain/time.ts'
import { addQrCode, type PaymentSnapshot } from '../qr/add-qr-code.ts'
import type { Db } from '../storage/database.ts'
import { listClaimable } from './claimable.ts'
import { toOrderView } from './order.ts'
import { findShownTransfers } from './shown-store.ts'
import type { PaymentRow, PaymentTransferRow } from './store.ts'
import type { SumColumns } from './sums.ts'

type SnapshotRow = Omit<PaymentRow, 'seq' | keyof SumColumns> & Pick<PaymentRow, 'received' | 'received_final'>

/** `transfers`: the ones that views show. */
export function toPaymentSnapshot(
  ctx: Context,
  row: SnapshotRow,
  transfers: readonly PaymentTransferRow[],
): PaymentSnapshot {
  const livemode = row.livemode === 1
  const network = ctx.network(toEnvironment(livemode), row.network)
  return {
    id: row.id,
    object: 'payment',
    status: row.status as PaymentStatus,
    amount: row.amount_cents / 100,
    currency: row.currency,
    cryptoAmount: formatAmount(BigInt(row.due)),
    cryptocurrency: row.cryptocurrency as Cryptocurrency,
    network: row.network,
    url: formatPayUrl(ctx, row.id),
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
    paymentUri: paymentUriOf(ctx, row),
    amountReceived: formatAmount(BigInt(row.received)),
    amountDue: formatAmount(BigInt(row.outstanding)),
    amountRefunded: formatAmount(BigInt(row.refunded)),
    exceptions: exceptionsOf(row),
    transactions: transfers.map((transfer) => transactionView(transfer, network)),
    transactionCount: row.transfer_count,
    claimable: listClaimable(ctx, network, row),
    rate: row.rate,
    livemode,
    completedAt: toIsoTimeOrNull(row.completed_at),
    cancelledAt: toIsoTimeOrNull(row.cancelled_at),
    settlement: row.settlement_id,
  }
}

/** The hosted page of a payment. */
export function formatPayUrl({ settings }: Pick<Context, 'settings'>, id: string): string {
  return `${settings.publicUrl}/pay/${id.slice(4)}`
}

/** The exceptions of the received transfers, and whether more went back. */
function exceptionsOf(row: SnapshotRow): PaymentException[] {
  const exceptions = JSON.parse(row.exceptions) as PaymentException[]
  const isOver = isOverrefunded(BigInt(row.refunded), BigInt(row.received_final))
  return isOver ? [...exceptions, 'overrefunded'] : exceptions
}

export function toPaymentView(ctx: Context, row: PaymentRow, transfers: readonly PaymentTransferRow[]): Payment {
  return addQrCode(toPaymentSnapshot(ctx, row, transfers))
}

/** Reads the transfers that views show, at most 20. */
export async function loadTransfers(db: Db, row: PaymentRow): Promise<PaymentTransferRow[]> {
  return (await findShownTransfers(db, [row])).get(row.id) ?? []
}

function paymentUriOf(ctx: Context, row: SnapshotRow): string {
  const network = ctx.network(toEnvironment(row.livemode === 1), row.network)
  const token = network && getTokenAt(network, row.token)
  if (!network || !token) return ''
  const amount = BigInt(row.outstanding) || BigInt(row.due)
  return network.chain.paymentUri({
    token: token.address,
    address: row.address,
    rawAmount: toRawAmount(amount, token.decimals),
    memo: row.memo,
    message: `Payment of ${(row.amount_cents / 100).toFixed(2)} ${row.currency}`,
  })
}

function transactionView(row: PaymentTransferRow, network: Network | null): PaymentTransaction {
  return {
    hash: row.tx_hash,
    from: network?.chain.addresses.display(row.from_address) ?? row.from_address,
    amount: formatAmount(BigInt(row.amount)),
    status: row.state as PaymentTransaction['status'],
    block: row.block_number,
    seenAt: toIsoTime(row.seen_at),
    finalAt: toIsoTimeOrNull(row.final_at),
    explorerUrl: network?.explorerTxUrl ? `${network.explorerTxUrl}${row.tx_hash}` : null,
  }
}
