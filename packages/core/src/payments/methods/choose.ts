import type { Payment } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../../context/context.ts'
import { CheckoutError } from '../../domain/error.ts'
import { fromCents } from '../../domain/money.ts'
import { isLocked } from '../../domain/payment.ts'
import { recordEvent } from '../../events/record.ts'
import { completePayment } from '../../events/view.ts'
import { requireOrders } from '../../networks/require-network.ts'
import { type Db, pipeline, type Tx } from '../../storage/database.ts'
import { tallyPayments } from '../count-store.ts'
import { requirePayment } from '../find.ts'
import { noteRefusal, type Opening, planOpening, requireNoRefusal, reserve } from '../openings.ts'
import { addSearchTerms } from '../search-store.ts'
import { listMethodTerms } from '../search-terms.ts'
import { loadShown } from '../shown-store.ts'
import { type PaymentRow, updatePayment } from '../store.ts'
import { listSiblingChains, quoteTerms, requireAsset, requireReceivable, toTermColumns } from '../terms.ts'
import { watchWallets } from '../transfers/watched-wallets.ts'
import { toPaymentSnapshot, toPaymentView } from '../view.ts'
import { isSame } from './alternatives.ts'
import { type AssetInput, asMethod, type MethodColumns, readAlternatives, toMethodColumns } from './method.ts'
import { toFacts } from './next-row.ts'
import { findMethods, hasPendingAuthorization, insertMethods, switchMethod } from './store.ts'

/**
 * Makes a payment ask for a coin on a network that it offers. The first choice of a method makes its terms, which never
 * change. Choosing the chosen one changes nothing. Throws `invalid_parameter` for a method that is not offered. Throws
 * `invalid_state` once money was seen, the deadline passed or a payer has signed. If the method cannot be opened now, it
 * throws what creating a payment would throw.
 */
export async function chooseMethod(ctx: Context, caller: Caller, id: string, input: AssetInput): Promise<Payment> {
  const row = await requirePayment(ctx.db, caller, id)
  if (isSame(row, input)) return toPaymentView(ctx, row, await loadShown(ctx.db, row))
  const { open } = await findTarget(ctx, ctx.db, row, input)
  if (open) return switchTo(ctx, caller, id, input, null)
  const offered = findOffer(row, input)
  const asset = requireAsset(ctx, caller, input)
  await requireOrders(ctx, asset.network)
  const { currency } = row
  const priced = { amount: fromCents(row.amount_cents, currency), currency, merchantWallet: offered.merchantWallet }
  const terms = quoteTerms(ctx, id, asset, priced)
  const opening = { caller, terms, byLink: row.payment_link !== null, newBytes: null }
  try {
    await requireNoRefusal(ctx, opening)
    await requireReceivable(ctx, terms)
    return await switchTo(ctx, caller, id, input, opening)
  } catch (error) {
    await noteRefusal(ctx, opening, error)
    throw error
  }
}

/** In one transaction. `opening`: of a method that is not open; another request may have opened it meanwhile. */
async function switchTo(
  ctx: Context,
  caller: Caller,
  id: string,
  input: AssetInput,
  opening: Opening | null,
): Promise<Payment> {
  const answer = await caller.commit(async (tx) => {
    const before = await requirePayment(tx, caller, id)
    if (isSame(before, input)) return toPaymentView(ctx, before, await loadShown(tx, before))
    const { open } = await findTarget(ctx, tx, before, input)
    const columns = open ?? (opening && (await openMethod(ctx, tx, before, opening)))
    if (!columns) throw new Error(`payment ${id} has lost a method`)
    const open_methods = before.open_methods + (open ? 0 : before.open_methods === 0 ? 2 : 1)
    const row = { ...asMethod(before, columns), open_methods, version: before.version + 1 }
    await pipeline([updatePayment(tx, row), switchMethod(tx, row)])
    await tallyPayments(tx, [{ ...row, from: before }])
    const snapshot = toPaymentSnapshot(ctx, row, await loadShown(tx, row))
    await recordEvent(ctx, tx, { ...caller, type: 'payment.method_changed', object: snapshot })
    return completePayment(snapshot)
  })
  const network = ctx.network(caller.livemode ? 'production' : 'sandbox', answer.network)
  if (network) ctx.wake(network)
  return answer
}

/** The open method that an input names; null if it is not open yet. Throws if it cannot be chosen. */
async function findTarget(ctx: Context, db: Db, row: PaymentRow, input: AssetInput) {
  const methods = (await findMethods(db, [row])).get(row.id) ?? []
  const open = methods.find((method) => isSame(method, input)) ?? null
  if (!open) findOffer(row, input)
  const asked = methods.length === 0 ? [row] : methods.map((method) => asMethod(row, method))
  if (row.status !== 'created' || isLocked(asked.map(toFacts))) {
    const reason = `The payment is ${row.status}: a method is chosen before money was seen.`
    throw new CheckoutError('invalid_state', reason)
  }
  if (ctx.now() >= row.expires_at) throw new CheckoutError('invalid_state', 'The deadline of the payment has passed.')
  if (await hasPendingAuthorization(db, row.id)) {
    throw new CheckoutError('invalid_state', 'A payer has signed for this payment: wait until it is sent, or fails.')
  }
  return { open }
}

function findOffer(row: PaymentRow, input: AssetInput) {
  const offered = readAlternatives(row).find((one) => isSame(one, input))
  if (offered) return offered
  const reason = `The payment does not offer ${input.cryptocurrency} on ${input.network}: see its methods.`
  throw new CheckoutError('invalid_parameter', reason, 'cryptocurrency')
}

/** Reserves what identifies the payment in a method, and watches its wallet from now on. */
async function openMethod(ctx: Context, tx: Tx, payment: PaymentRow, opening: Opening): Promise<MethodColumns> {
  const { caller, terms } = opening
  const { wallet, network } = terms
  const plan = await planOpening(ctx, tx, opening)
  await reserve(ctx, tx, [plan])
  const asked = toTermColumns(plan.policy, { ...terms, ...plan.reference })
  const offers = readAlternatives(payment)
  const position = offers.findIndex((one) => isSame(one, asked)) + 1
  const columns: MethodColumns = {
    ...asked,
    merchant_wallet: offers[position - 1]?.merchantWallet ?? wallet,
    ...nothingReceived,
  }
  const opened = { payment_id: payment.id, opened_at: ctx.now(), awaited_until: payment.expires_at }
  const first = { ...opened, position: 0, opened_at: payment.created_at, ...toMethodColumns(payment) }
  await insertMethods(tx, [...(payment.open_methods === 0 ? [first] : []), { ...opened, position, ...columns }])
  await watchWallets(tx, [
    {
      chain: asked.chain,
      address: asked.address.toLowerCase(),
      otherChains: listSiblingChains(ctx, network, asked.address),
      caller,
      since: ctx.now(),
    },
  ])
  await addSearchTerms(tx, [{ payment, terms: listMethodTerms(columns) }])
  return columns
}

const nothingReceived = {
  received: 0n,
  received_final: 0n,
  on_time: 0n,
  on_time_final: 0n,
  in_grace: 0n,
  in_grace_final: 0n,
  dust: 0n,
  dust_on_time: 0n,
  dust_in_grace: 0n,
  transfers_on_chain: 0,
  dust_on_chain: 0,
  refunded: 0n,
}
