import type { PublicPayment } from '@crypto-checkout/api-types'
import { type Context, runOnSnapshot } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { toIsoTime } from '../domain/time.ts'
import { listMethods } from '../events/view.ts'
import { formatLogoUrl } from '../merchants/identity.ts'
import { findMerchant } from '../merchants/merchant.ts'
import { isHealthy } from '../networks/progress.ts'
import { findNetworkLook } from '../networks/require-network.ts'
import { takesClaims } from '../payments/hints/record-hint.ts'
import { loadShown } from '../payments/shown-store.ts'
import { findAnyPayment } from '../payments/store.ts'
import { formatPayUrl, toPaymentSnapshot } from '../payments/view.ts'
import { findPayerHints } from './payer-hints.ts'

/** The parts of a payment that anyone with its id may see; null when there is none. */
export function findPublicPayment(ctx: Context, id: string): Promise<PublicPayment | null> {
  return runOnSnapshot(ctx, (snapshot) => readPublicPayment(snapshot, id))
}

async function readPublicPayment(ctx: Context, id: string): Promise<PublicPayment | null> {
  const row = await findAnyPayment(ctx.db, id)
  if (!row) return null
  const shown = await loadShown(ctx.db, row)
  const payment = toPaymentSnapshot(ctx, row, shown)
  const network = ctx.network(toEnvironment(row.livemode === 1), row.network)
  const merchant = await findMerchant(ctx.db, row.merchant_id)
  const isClaimable = await takesClaims(ctx, row)
  const { status, transactions, transactionCount } = payment
  const look = findNetworkLook(ctx, payment)
  return {
    id: payment.id,
    status,
    amount: payment.amount,
    currency: payment.currency,
    cryptoAmount: payment.cryptoAmount,
    cryptocurrency: payment.cryptocurrency,
    network: payment.network,
    networkTitle: look.title,
    networkColour: look.colour,
    exchangeNetwork: look.exchangeName,
    address: payment.address,
    memo: payment.memo,
    memoType: payment.memoType,
    recognition: row.recognition as PublicPayment['recognition'],
    paymentUri: payment.paymentUri,
    amountReceived: payment.amountReceived,
    amountDue: payment.amountDue,
    expiresAt: payment.expiresAt,
    createdAt: payment.createdAt,
    serverTime: toIsoTime(ctx.now()),
    // Refunds concern only the merchant and the recipient.
    exceptions: payment.exceptions.filter((exception) => exception !== 'overrefunded'),
    methods: listMethods(payment).map((method) => ({
      ...method,
      networkTitle: findNetworkLook(ctx, { livemode: payment.livemode, network: method.network }).title,
    })),
    transactions,
    transactionCount,
    claimable: payment.claimable,
    confirmations: payment.confirmations,
    ...(await findPayerHints(ctx, row, isClaimable)),
    merchantName: merchant?.name ?? '',
    merchantLogo: formatLogoUrl(ctx, merchant?.logo ?? null),
    supportEmail: merchant?.support_email ?? null,
    supportUrl: merchant?.support_url ?? null,
    livemode: payment.livemode,
    redirectUrl: status === 'completed' ? payment.redirectUrl : null,
    // Whoever has paid must not be told to cancel.
    cancelUrl: status === 'processing' || status === 'completed' ? null : payment.cancelUrl,
    description: payment.description,
    reference: payment.reference,
    lineItems: payment.lineItems,
    supersededByUrl: row.superseded_by && formatPayUrl(ctx, row.superseded_by),
    claims: isClaimable ? 'on' : 'off',
    networkHealthy: network !== null && isHealthy(ctx, network),
    confirmationsDelayed: network !== null && ctx.isDelayed(network),
  }
}
