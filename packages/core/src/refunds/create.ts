import type { Refund } from '@crypto-checkout/api-types'
import { getTokenAt, type Network } from '../chains/network.ts'
import { type Caller, type Context, requireRecentAuthentication } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { CheckoutError } from '../domain/error.ts'
import { formatCents, ONE_COIN, toCents, toFiatMillionths, toRawAmount } from '../domain/money.ts'
import {
  computeFullRefund,
  computePartialRefund,
  computePriceAtRate,
  type Priced,
  type RefundAmount,
} from '../domain/refund.ts'
import { recordEvent } from '../events/record.ts'
import { findAsMethod, type PaymentRow, requireNamedPayment } from '../payments/find.ts'
import type { Db, Tx } from '../storage/database.ts'
import { lookAtKeys, lookAtNewKeys } from '../transactions/refund-hold.ts'
import { requireRefundable, stopSend } from './change.ts'
import { findProvenSender, requireDestination } from './destination.ts'
import { getRefundNetwork, retrieveRefund, toRefundView } from './find.ts'
import { completeWith, findPaidBefore, findReleasedPayment, isFree, type PaidBefore } from './paid-before.ts'
import { payOut } from './pay-out.ts'
import { findAskedBefore } from './reference.ts'
import type { ValidRefundInput } from './schema.ts'
import { insertRefund, type RefundRow, sumCreatedSince } from './store.ts'
import { generatePageToken } from './submit-destination.ts'
import { findRestoreAfter } from './wallet-hold.ts'

/**
 * A user has to show a password or passkey before the merchant's refunds of an hour come to more coins. Small parts of a
 * large sum are as large.
 */
const LARGE = 1_000n * ONE_COIN
const SUMMED_MS = 3_600_000

/**
 * Reserves money of a payment for a refund, at the payment's own rate. Without a destination it goes to the account
 * that paid and signed for the payment; other payers are asked. Throws `resource_missing`, `invalid_state` while
 * nothing final was received, `refund_exceeds_payment`, and the errors of `requireDestination` and `findAskedBefore`.
 */
export async function createRefund(ctx: Context, caller: Caller, input: ValidRefundInput): Promise<Refund> {
  const known = await findAskedBefore(ctx.db, caller, input)
  if (!known) return reserveRefund(ctx, caller, input)
  await lookAtNewKeys(ctx, toEnvironment(caller.livemode))
  return retrieveRefund(ctx, caller, known.id)
}

async function reserveRefund(ctx: Context, caller: Caller, input: ValidRefundInput): Promise<Refund> {
  const payment = await requireMethod(ctx.db, await requireNamedPayment(ctx.db, caller, input.paymentId), input)
  const network = getRefundNetwork(ctx, payment)
  const token = network && getTokenAt(network, payment.token)
  if (!network || !token) throw new CheckoutError('unsupported_asset', NOT_CONFIGURED, 'paymentId')
  const from = senderOf(network, payment)
  // An early refusal, before any node is called. The check in the transaction decides.
  const likely = await amountOf(ctx.db, network, payment, input)
  const rawAmountOf = ({ amount }: RefundAmount) => toRawAmount(amount, token.decimals)
  const memo = input.destinationMemo ?? null
  const asked = { memo, from, token: token.address, rawAmount: rawAmountOf(likely) }
  const text = input.destination
  if (text === undefined) requireNoMemo(input)
  const found = await (text === undefined
    ? payingSender(ctx, network, payment, asked)
    : requireDestination(ctx, network, { ...asked, text }))
  const due = { merchantId: caller.merchantId, since: payment.created_at, ...asked }
  const paid = found === null ? null : await findPaid(ctx, network, { ...due, to: found, payment })
  await lookAtKeys(ctx, network)
  const reserve = async (tx: Tx) => {
    const given = await amountOf(tx, network, payment, input)
    await requireProofIfLarge(ctx, tx, caller, given.amount)
    // Another sender's money may have arrived meanwhile.
    const isKnown = text !== undefined || (await findProvenSender(tx, payment)) === found?.toLowerCase()
    const destination = isKnown ? found : null
    const page = destination === null ? askPayer(ctx) : null
    const id = ctx.newId('re')
    const what = { ...given, raw_amount: rawAmountOf(given) }
    const parties = {
      wallet: from,
      destination: destination ?? '',
      payment_seq: payment.seq,
      since: payment.created_at,
    }
    const leaving = { ...ownColumns(payment), ...what, ...parties, id }
    const way = page ? { method: 'collect' as const, from_address: from } : await payOut(ctx, tx, network, leaving)
    const row = await insertRefund(tx, {
      ...ownColumns(payment),
      ...way,
      id,
      status: 'pending',
      amount_cents: given.cents,
      amount: given.amount,
      raw_amount: what.raw_amount,
      memo,
      page_token: page?.kept ?? null,
      ...toTextColumns(input),
      created_at: ctx.now(),
    })
    const refund = toRefundView(ctx, row)
    await recordEvent(ctx, tx, { ...caller, type: 'refund.created', object: refund })
    const ended = paid && (await completeIfFree(ctx, tx, row, { ...paid, rawAmount: asked.rawAmount }))
    if (ended) return toRefundView(ctx, ended)
    return page ? { ...refund, nextAction: { type: 'collect_destination' as const, url: page.url } } : refund
  }
  return caller.commit(async (tx) => {
    const faster = await findAskedBefore(tx, caller, input)
    return faster ? toRefundView(ctx, faster) : reserve(tx)
  })
}

type Sought = Parameters<typeof findReleasedPayment>[2] & { readonly payment: PaymentRow }

/** The transfer that paid a new refund before: of a released key, or of anybody after a backup was put back. */
async function findPaid(ctx: Context, network: Network, { payment, ...due }: Sought): Promise<PaidBefore | null> {
  const released = await findReleasedPayment(ctx, network, due)
  if (released || !(await findRestoreAfter(ctx.db, payment.seq))) return released
  const { token, rawAmount, since: created_at, to } = due
  const refund = {
    token: token.toLowerCase(),
    raw_amount: rawAmount,
    from_address: senderOf(network, payment),
    created_at,
  }
  return findPaidBefore(ctx, network, refund, to)
}

/** Null if another refund has the transfer meanwhile, or this one has become one of another amount or without an address. */
async function completeIfFree(
  ctx: Context,
  tx: Tx,
  row: RefundRow,
  { rawAmount, ...paid }: PaidBefore & { readonly rawAmount: bigint },
): Promise<RefundRow | null> {
  const { destination } = row
  const network = getRefundNetwork(ctx, row)
  if (!network || destination === null || row.raw_amount !== rawAmount) return null
  if (!(await isFree(tx, network, paid.receipt.hash))) return null
  return (await stopSend(ctx, tx, row)) ? completeWith(ctx, tx, row, { ...paid, destination }) : null
}

async function requireProofIfLarge(ctx: Context, tx: Tx, caller: Caller, amount: bigint): Promise<void> {
  // Nothing is read for keys, and for users who have just shown who they are.
  if (!caller.isStale) return
  if (amount + (await sumCreatedSince(tx, caller, ctx.now() - SUMMED_MS)) > LARGE) requireRecentAuthentication(caller)
}

/** The payment as if the method whose money goes back were its only one. */
async function requireMethod(db: Db, payment: PaymentRow, input: ValidRefundInput): Promise<PaymentRow> {
  const cryptocurrency: string = input.cryptocurrency ?? payment.cryptocurrency
  const network = input.network ?? payment.network
  const found = await findAsMethod(
    db,
    payment,
    (one) => one.cryptocurrency === cryptocurrency && one.network === network,
  )
  if (found) return found
  const reason = `The payment was not offered in ${cryptocurrency} on ${network}: see its methods.`
  throw new CheckoutError('invalid_parameter', reason, 'cryptocurrency')
}

function requireNoMemo({ destinationMemo }: ValidRefundInput): void {
  if (destinationMemo === undefined) return
  const reason = 'A memo goes with a destination: leave both out to ask the payer for them.'
  throw new CheckoutError('invalid_parameter', reason, 'destinationMemo')
}

/** The sender of the money, in display form; null if it is not proven, or cannot receive anything. */
async function payingSender(
  ctx: Context,
  network: Network,
  payment: PaymentRow,
  asked: Omit<Parameters<typeof requireDestination>[2], 'text'>,
): Promise<string | null> {
  const text = await findProvenSender(ctx.db, payment)
  if (text === null) return null
  try {
    return await requireDestination(ctx, network, { ...asked, text: network.chain.addresses.display(text) })
  } catch (error) {
    if (error instanceof CheckoutError) return null
    throw error
  }
}

/** Creates the page that asks the payer for a destination. */
function askPayer(ctx: Context): { readonly kept: string; readonly url: string } {
  const { token, kept } = generatePageToken(ctx)
  return { kept, url: `${ctx.settings.publicUrl}/refund/${token}` }
}

const NOT_CONFIGURED = "The payment's coin or network is no longer configured: send the money back by hand."

/**
 * The address that has the payment's money, in lower case: the merchant's wallet, even if the payer was given another
 * address.
 */
function senderOf({ chain }: Network, payment: PaymentRow): string {
  return (chain.addresses.parse(payment.merchant_wallet) ?? payment.address).toLowerCase()
}

async function amountOf(
  db: Db,
  network: Network,
  payment: PaymentRow,
  { amount }: ValidRefundInput,
): Promise<RefundAmount> {
  const refundable = await requireRefundable(db, network, payment)
  const priced = pricedOf(payment)
  const whole = computeFullRefund(refundable, priced)
  if (amount === undefined) return whole
  const part = computePartialRefund(toCents(amount, payment.currency), refundable, priced)
  if (part?.amount === 0n) {
    const tooLittle = `amount is less than a millionth of a ${payment.cryptocurrency}: refund more.`
    throw new CheckoutError('invalid_parameter', tooLittle, 'amount')
  }
  if (part) return part
  const reason = `Only ${formatCents(whole.cents, payment.currency)} ${payment.currency} of this payment can still be refunded.`
  throw new CheckoutError('refund_exceeds_payment', reason, 'amount')
}

/** Earlier releases stored only the amount with its tail, without the price. */
function pricedOf({ amount_cents: cents, currency, recognition, rate, due, price }: PaymentRow): Priced {
  if (price !== null) return { cents, coins: price }
  if (recognition !== 'amount') return { cents, coins: due }
  return { cents, coins: computePriceAtRate(toFiatMillionths(cents, currency), rate, due) }
}

function toTextColumns({ reference, reason }: ValidRefundInput) {
  return { reference: reference ?? null, reason: reason ?? null }
}

function ownColumns(payment: PaymentRow) {
  const { merchant_id, livemode, currency, cryptocurrency, network, chain, token } = payment
  return { merchant_id, livemode, payment_id: payment.id, currency, cryptocurrency, network, chain, token }
}
