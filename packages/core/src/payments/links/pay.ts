import { type Payment, type PaymentLink, type PaymentLinkStatus, printPrice } from '@crypto-checkout/api-types'
import { type Author, recordChange } from '../../audit/record.ts'
import type { Context } from '../../context/context.ts'
import { CheckoutError } from '../../domain/error.ts'
import { toCents } from '../../domain/money.ts'
import type { Tx } from '../../storage/database.ts'
import { createPayment } from '../create.ts'
import { type LinkOnPage, readAlternatives } from './find.ts'
import { countUse, findAnyLink } from './store.ts'

/**
 * Makes a payment by a link, of the amount that the payer entered where the link has none. It is counted in the
 * transaction that makes it, so that no more than the link's limit are open or paid. A cashier who makes it at a till is
 * in the audit log. Throws `invalid_state` if the link may make no further payment, `missing_parameter` and `invalid_parameter` for an amount outside its limits, and what
 * `createPayment` throws.
 */
export async function payByLink(
  ctx: Context,
  { link, merchantId }: LinkOnPage,
  entered: number | null,
  cashier: Cashier | null = null,
): Promise<Payment> {
  const row = await findAnyLink(ctx.db, link.id)
  if (!row) throw createClosedError('inactive')
  if (link.status !== 'active') throw createClosedError(link.status)
  const { title, description, currency, network, cryptocurrency, merchantWallet, redirectUrl, metadata } = link
  const input = {
    amount: link.amount ?? requireAmount(link, entered),
    currency,
    cryptocurrency,
    network,
    merchantWallet,
    metadata,
    description: description ?? title,
    lineItems: link.lineItems,
    alternatives: readAlternatives(row),
    redirectUrl: redirectUrl ?? undefined,
  }
  const caller = {
    merchantId,
    livemode: link.livemode,
    by: 'payment_page' as const,
    request: null,
    scopes: [],
    commit: <T>(work: (tx: Tx) => Promise<T>) =>
      ctx.transact(async (tx) => {
        // Others may have used it up meanwhile.
        if (!(await countUse(tx, link.id, ctx.now()))) throw createClosedError('exhausted')
        const made = await work(tx)
        if (cashier) await recordSale(ctx, tx, { ...cashier, merchantId, livemode: link.livemode }, made as Payment)
        return made
      }),
  }
  return createPayment(ctx, caller, input, { id: link.id, title: description === null ? title : null })
}

/** A user at a till, and where from. */
export type Cashier = Pick<Author, 'by' | 'request'>

async function recordSale(ctx: Context, tx: Tx, author: Author, payment: Payment): Promise<void> {
  const { id, amount, currency, paymentLink, cryptocurrency, network, merchantWallet } = payment
  const after = { amount, currency, paymentLink, cryptocurrency, network, merchantWallet }
  await recordChange(ctx, tx, author, {
    operation: 'createPayment',
    object: 'payment',
    objectId: id,
    before: null,
    after,
  })
}

const closed: Readonly<Record<Exclude<PaymentLinkStatus, 'active'>, string>> = {
  inactive: 'is turned off',
  expired: 'has expired',
  exhausted: 'has as many open and paid payments as it may',
}

function createClosedError(status: keyof typeof closed): CheckoutError {
  return new CheckoutError('invalid_state', `This payment link ${closed[status]}: ask the merchant for another one.`)
}

/** The amount that the payer entered, within the link's limits and the decimals of its currency. */
function requireAmount({ minimum, maximum, currency }: PaymentLink, entered: number | null): number {
  const least = minimum ?? 0
  const most = maximum ?? Number.POSITIVE_INFINITY
  if (entered !== null && entered >= least && entered <= most) {
    toCents(entered, currency)
    return entered
  }
  const [from, to] = [printPrice(least, currency), printPrice(most, currency)]
  const bounds = maximum === null ? `at least ${from}` : `from ${from} to ${to}`
  const code = entered === null ? 'missing_parameter' : 'invalid_parameter'
  throw new CheckoutError(code, `amount must be ${bounds} ${currency}.`, 'amount')
}
