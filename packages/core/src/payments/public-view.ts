import { environmentOf } from '../catalog/environments.ts'
import type { NetworkName } from '../catalog/networks.ts'
import type { Context } from '../context.ts'
import { iso } from '../domain/time.ts'
import { findMerchant } from '../merchants/find.ts'
import { finalityOf } from '../networks/finality.ts'
import type { PublicPayment } from '../wire.ts'
import { findAnyPayment, type PaymentRow } from './store.ts'
import { loadTransfers, paymentSnapshot } from './view.ts'

/** While a network was not read for this long, the page says so. */
const UNHEALTHY_AFTER_MS = 15 * 60_000

/** What anybody who holds the id may see of a payment; null when there is none. */
export async function publicPayment(ctx: Context, id: string): Promise<PublicPayment | null> {
  const row = await findAnyPayment(ctx.db, id)
  if (!row) return null
  const transfers = await loadTransfers(ctx.db, row)
  const payment = paymentSnapshot(ctx, row, transfers)
  const merchant = await findMerchant(ctx.db, row.merchant_id)
  const newest = transfers.findLast((transfer) => transfer.state !== 'orphaned')
  const { status, transactions } = payment
  return {
    id: payment.id,
    status,
    amount: payment.amount,
    currency: payment.currency,
    cryptoAmount: payment.cryptoAmount,
    cryptocurrency: payment.cryptocurrency,
    network: payment.network,
    address: payment.address,
    memo: payment.memo,
    memoType: payment.memoType,
    paymentUri: payment.paymentUri,
    amountReceived: payment.amountReceived,
    amountDue: payment.amountDue,
    expiresAt: payment.expiresAt,
    createdAt: payment.createdAt,
    serverTime: iso(ctx.now()),
    exceptions: payment.exceptions,
    transactions,
    confirmations: newest ? await confirmationsOf(ctx, row, newest.block_number) : null,
    merchantName: merchant?.name ?? '',
    livemode: payment.livemode,
    redirectUrl: status === 'completed' ? payment.redirectUrl : null,
    networkHealthy: isHealthy(ctx, row),
  }
}

function networkOf(ctx: Context, row: PaymentRow) {
  return ctx.network(environmentOf(row.livemode === 1), row.network as NetworkName)
}

function isHealthy(ctx: Context, row: PaymentRow): boolean {
  const network = networkOf(ctx, row)
  return network !== null && ctx.unreadFor(network) < UNHEALTHY_AFTER_MS
}

/** How many blocks the transfer has, and how many make it final at the chain's present distance to finality. */
async function confirmationsOf(ctx: Context, row: PaymentRow, block: number): Promise<PublicPayment['confirmations']> {
  const network = networkOf(ctx, row)
  const known = network && (await finalityOf(ctx.db, network))
  if (!known) return null
  const required = known.blockNumber - known.finalNumber + 1
  return { seen: Math.max(0, Math.min(required, known.blockNumber - block + 1)), required }
}
