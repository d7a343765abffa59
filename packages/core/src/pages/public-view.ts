import type { PublicPayment } from '@crypto-checkout/api-types'
import { type Context, runOnSnapshot } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { type Owner, toOwner } from '../domain/owner.ts'
import { toIsoTime } from '../domain/time.ts'
import { listMethods } from '../events/view.ts'
import { formatLogoUrl } from '../merchants/identity.ts'
import { findMerchant } from '../merchants/merchant.ts'
import { isHealthy } from '../networks/progress.ts'
import { findNetworkLook } from '../networks/require-network.ts'
import { takesClaims } from '../payments/hints/record-hint.ts'
import { findObstacle } from '../payments/methods/view.ts'
import { asksForEmail } from '../payments/payer-email.ts'
import { createRecall, dependsOnReading } from '../payments/recent-views.ts'
import { isShownWithTexts, loadShown, type Shown } from '../payments/shown-store.ts'
import { findAnyPayment, type PaymentRow } from '../payments/store.ts'
import { formatPayUrl, toPaymentSnapshot } from '../payments/view.ts'
import { pipeline } from '../storage/database.ts'
import { findPayerHints } from './payer-hints.ts'

/** The parts of a payment that anyone with its id may see; null when there is none. */
export async function findPublicPayment(ctx: Context, id: string): Promise<PublicPayment | null> {
  const state = await findPublicState(ctx, id)
  return state && { ...state.view, serverTime: toIsoTime(ctx.now()) }
}

/** The same without the time, and how it changes. */
export function findPublicState(ctx: Context, id: string): Promise<PublicState | null> {
  return runOnSnapshot(ctx, (snapshot) => readPublicState(snapshot, id))
}

export type PublicView = Omit<PublicPayment, 'serverTime'>

export type PublicState = {
  /** It is the same frozen object while nothing has changed, if the payment waits for money by one method, without a memo. */
  readonly view: PublicView
  /** It has transfers, or transactions that its payer named: each block may change the view, and no event tells of that. */
  readonly isConfirming: boolean
  readonly owner: Owner
}

const recall = createRecall<PublicView>()

async function readPublicState(ctx: Context, id: string): Promise<PublicState | null> {
  const row = await findAnyPayment(ctx.db, id)
  if (!row) return null
  const isClaimable = takesClaims(ctx, row)
  const [facts, hints] = await pipeline([findFacts(ctx, row, isClaimable), findPayerHints(ctx, row, isClaimable)])
  const isConfirming = row.transfer_count > 0 || hints.misdirected.length > 0 || hints.reported.length > 0
  const build = (shown: Shown) => toPublicView(ctx, row, { ...facts, ...hints }, shown)
  const owner = toOwner(row)
  const shown = await loadShown(ctx.db, row)
  if (isConfirming || hints.unnamed !== null || !isShownWithTexts(row) || dependsOnReading(row))
    return { view: build(shown), isConfirming, owner }
  const view = recall(ctx, row, Object.values(facts), () => build(shown))
  return { view, isConfirming, owner }
}

/** Finds the facts of a payment's merchant and network that its public view shows. */
async function findFacts(ctx: Context, row: PaymentRow, isClaimable: Promise<boolean>) {
  const [merchant, takesThem, asks] = await pipeline([
    findMerchant(ctx.db, row.merchant_id),
    isClaimable,
    asksForEmail(ctx, ctx.db, row),
  ])
  const network = ctx.network(toEnvironment(row.livemode), row.network)
  return {
    merchantName: merchant?.name ?? '',
    merchantLogo: formatLogoUrl(ctx, merchant?.logo ?? null),
    supportEmail: merchant?.support_email ?? null,
    supportUrl: merchant?.support_url ?? null,
    claims: takesThem ? 'on' : 'off',
    asksForEmail: asks,
    networkHealthy: network !== null && isHealthy(ctx, network),
    confirmationsDelayed: network !== null && ctx.isDelayed(network),
    obstacle: findPayObstacle(ctx, row),
  } as const
}

type Around = Awaited<ReturnType<typeof findFacts>> & Awaited<ReturnType<typeof findPayerHints>>

/** Finds the reason not to pay the payment now by its chosen method. A network that is not read is told otherwise. */
function findPayObstacle(ctx: Context, row: PaymentRow) {
  const found = findObstacle(ctx, toEnvironment(row.livemode), {
    cryptocurrency: row.cryptocurrency,
    network: row.network,
    merchantWallet: row.merchant_wallet,
    amount: row.outstanding,
  })
  return found === 'coin_not_offered' || found === 'wallet_cannot_receive' ? found : null
}

function toPublicView(ctx: Context, row: PaymentRow, { obstacle, ...around }: Around, shown: Shown): PublicView {
  const payment = toPaymentSnapshot(ctx, row, shown)
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
    recognition: row.recognition,
    paymentUri: obstacle === null ? payment.paymentUri : '',
    amountReceived: payment.amountReceived,
    amountDue: payment.amountDue,
    expiresAt: payment.expiresAt,
    createdAt: payment.createdAt,
    // Refunds concern only the merchant and the recipient.
    exceptions: payment.exceptions.filter((exception) => exception !== 'overrefunded'),
    methods: listMethods(payment).map((method) => ({
      ...method,
      reason: method.state === 'chosen' ? obstacle : method.reason,
      networkTitle: findNetworkLook(ctx, { livemode: payment.livemode, network: method.network }).title,
    })),
    transactions,
    transactionCount,
    claimable: payment.claimable,
    confirmations: payment.confirmations,
    ...around,
    livemode: payment.livemode,
    redirectUrl: status === 'completed' ? payment.redirectUrl : null,
    // Payers who have paid must not be told to cancel.
    cancelUrl: status === 'processing' || status === 'completed' ? null : payment.cancelUrl,
    description: payment.description,
    reference: payment.reference,
    lineItems: payment.lineItems,
    supersededByUrl: row.superseded_by && formatPayUrl(ctx, row.superseded_by),
  }
}
