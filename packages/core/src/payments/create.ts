import type { Payment } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { CheckoutError, type RefusalCode } from '../domain/error.ts'
import { min, toCents } from '../domain/money.ts'
import { recordEvent } from '../events/record.ts'
import { completePayment } from '../events/view.ts'
import { requireReachable, requireSecurePages } from '../http/fields.ts'
import { requireRead } from '../networks/require-network.ts'
import { pipeline, type Tx } from '../storage/database.ts'
import type { NewRow } from '../storage/tables.ts'
import { claimWallet, notifyRefusal, WalletTaken } from '../wallets/wallet.ts'
import {
  countOpenAt,
  rememberQuota,
  rememberRefusal,
  requireNoRefusal,
  requireQuota,
  requireQuotaIfRefused,
  requireRoom,
  type WalletPrice,
} from './capacity.ts'
import { tallyPayments } from './count-store.ts'
import { supersedePayment } from './end.ts'
import { type PaymentReference, pickAmount, tryReserve } from './matching/assign-reference.ts'
import { requireAllowedWallets, resolveAlternatives } from './methods/alternatives.ts'
import { toOrderColumns } from './order.ts'
import type { ValidPaymentInput } from './schema.ts'
import { insertSearchTerms } from './search-store.ts'
import { listSearchTerms } from './search-terms.ts'
import { insertPayment } from './store.ts'
import {
  listSiblingChains,
  quoteTerms,
  requireAsset,
  requireNoDeposit,
  requireReceivable,
  reserveReference,
  type Terms,
  toTermColumns,
} from './terms.ts'
import { watchWallet } from './transfers/watched-wallets.ts'
import { addPayment, countTextBytes } from './usage-store.ts'
import { toPaymentSnapshot } from './view.ts'

const DEFAULT_EXPIRES_IN_S = 1_800

/**
 * Creates a payment. The amount, memo or address that identifies it is reserved in the same transaction. Throws
 * `unsupported_asset`, `unsupported_currency`, `invalid_wallet_address`, `wallet_cannot_receive`,
 * `wallet_capacity_exceeded`, `quota_exceeded` and `not_ready`, and what `supersedePayment` throws. `paymentLink`: id of
 * the link whose page makes it.
 */
export async function createPayment(
  ctx: Context,
  caller: Caller,
  input: ValidPaymentInput,
  paymentLink: string | null = null,
): Promise<Payment> {
  requireSafeUrls(ctx, caller, input)
  await requireAllowedWallets(ctx, caller, input)
  const asset = requireAsset(ctx, caller, input)
  await requireRead(ctx, asset.network)
  const alternatives = await resolveAlternatives(ctx, caller, input)
  const newBytes = countTextBytes(textsOf(input, alternatives))
  // Earlier refusals say nothing about a payment that takes the place of another.
  const isFurther = input.supersedes === undefined
  const byLink = paymentLink !== null
  if (isFurther) await requireQuotaIfRefused(ctx, caller, { newBytes, byLink })
  const terms = quoteTerms(ctx, caller, ctx.newId('pay'), asset, input)
  if (terms.place && isFurther) await requireNoRefusal(ctx, caller, terms.place, byLink)
  await requireReceivable(terms)
  try {
    return await commitPayment(ctx, caller, input, { ...terms, alternatives, newBytes, paymentLink, byLink })
  } catch (error) {
    if (error instanceof WalletTaken) await notifyRefusal(ctx, caller, terms.key)
    if (isRefusal(error, 'quota_exceeded')) rememberQuota(ctx, caller, byLink)
    if (terms.place && isRefusal(error, 'wallet_capacity_exceeded')) rememberRefusal(ctx, caller, terms.place, byLink)
    throw error
  }
}

/** Terms with the other methods as JSON, the size of the payment's metadata and URLs, and the link that makes it. */
type Sized = Terms & {
  readonly alternatives: string | null
  readonly newBytes: number
  readonly paymentLink: string | null
  readonly byLink: boolean
}

function isRefusal(error: unknown, code: RefusalCode): boolean {
  return error instanceof CheckoutError && error.code === code
}

async function commitPayment(ctx: Context, caller: Caller, input: ValidPaymentInput, terms: Sized): Promise<Payment> {
  const { key, place, newBytes, byLink } = terms
  if (place) {
    const draft = draftOf(ctx, caller, input, { ...terms, ...pickAmount(ctx, terms) })
    const made = await commitLikely(ctx, caller, input, { ...terms, place }, draft)
    if (made) return made
  }
  return caller.commit(async (tx, keep) => {
    await supersedePayment(ctx, tx, caller, { ...input, id: terms.id })
    const [use, usage] = await pipeline([claimWallet(ctx, tx, caller, key), addPayment(tx, caller, newBytes)])
    requireQuota(ctx, { ...usage, plan: use.plan, newBytes, byLink })
    if (place) await requireRoom(ctx, tx, { ...place, use, byLink, open: await countOpenAt(tx, caller, place) })
    const draft = draftOf(ctx, caller, input, { ...terms, ...(await reserveReference(ctx, tx, terms)) })
    await pipeline([...writes(ctx, tx, caller, draft), keep(draft.answer)])
    return draft.answer
  })
}

/** Another payment already holds the amount. */
class AmountTaken extends Error {}

/**
 * Writes everything in one round trip to the database; the QR code is drawn before. Null if another payment holds the
 * amount.
 */
async function commitLikely(
  ctx: Context,
  caller: Caller,
  input: ValidPaymentInput,
  terms: Sized & { readonly place: WalletPrice },
  draft: Draft,
): Promise<Payment | null> {
  const { key, place, newBytes, byLink } = terms
  try {
    return await caller.commit<Payment>(async (tx, keep) => {
      await supersedePayment(ctx, tx, caller, { ...input, id: terms.id })
      const [use, usage, open, reserved] = await pipeline([
        claimWallet(ctx, tx, caller, key),
        addPayment(tx, caller, newBytes),
        countOpenAt(tx, caller, place),
        tryReserve(ctx, tx, terms, place, draft.row.due),
        ...writes(ctx, tx, caller, draft),
        keep(draft.answer),
      ])
      requireQuota(ctx, { ...usage, plan: use.plan, newBytes, byLink })
      await requireRoom(ctx, tx, { ...place, use, open, byLink })
      if (!reserved) throw new AmountTaken()
      return draft.answer
    })
  } catch (error) {
    if (error instanceof AmountTaken) return null
    throw error
  }
}

/** A payment as it is written, announced in an event and returned. */
type Draft = ReturnType<typeof draftOf>

function draftOf(ctx: Context, caller: Caller, input: ValidPaymentInput, terms: Sized & PaymentReference) {
  const row = paymentRow(ctx, caller, input, terms)
  const snapshot = toPaymentSnapshot(ctx, { ...row, refunded: 0n, received_final: 0n })
  const otherChains = listSiblingChains(ctx, terms.network, row.address)
  return { row, wallet: terms.wallet, snapshot, answer: completePayment(snapshot), otherChains }
}

function writes(ctx: Context, tx: Tx, caller: Caller, draft: Draft) {
  const { row, wallet, snapshot, otherChains } = draft
  const address = row.address.toLowerCase()
  return [
    requireNoDeposit(ctx, tx, wallet),
    insertPayment(tx, row),
    tallyPayments(tx, [{ ...row, from: null }]),
    insertSearchTerms(tx, row, listSearchTerms(row)),
    watchWallet(tx, { chain: row.chain, address, otherChains, caller, since: row.created_at }),
    recordEvent(ctx, tx, { ...caller, type: 'payment.created', object: snapshot }),
  ]
}

function requireSafeUrls(ctx: Context, caller: Caller, input: ValidPaymentInput): void {
  const { redirectUrl, cancelUrl, webhookUrl } = input
  requireSecurePages(caller, { redirectUrl, cancelUrl })
  if (webhookUrl) requireReachable(ctx, caller, webhookUrl, 'webhookUrl')
}

function textsOf(input: ValidPaymentInput, alternatives: string | null) {
  const { redirectUrl, webhookUrl, metadata } = input
  return {
    redirect_url: redirectUrl ?? null,
    webhook_url: webhookUrl ?? null,
    metadata: JSON.stringify(metadata ?? {}),
    alternatives,
    ...toOrderColumns(input),
  }
}

function paymentRow(ctx: Context, caller: Caller, input: ValidPaymentInput, terms: Sized & PaymentReference) {
  const createdAt = ctx.now()
  const asked = toTermColumns(ctx, terms)
  return {
    id: terms.id,
    merchant_id: caller.merchantId,
    livemode: caller.livemode ? 1 : 0,
    version: 1,
    status: 'created',
    exceptions: '[]',
    amount_cents: toCents(input.amount) ?? 0,
    currency: input.currency,
    ...asked,
    late_payments: ctx.settings.latePayments,
    received: 0n,
    merchant_wallet: input.merchantWallet,
    ...textsOf(input, terms.alternatives),
    created_at: createdAt,
    expires_at: createdAt + (input.expiresIn ?? DEFAULT_EXPIRES_IN_S) * 1_000,
    past_deadline_at: null,
    cancelled_at: null,
    accepted_at: null,
    completed_at: null,
    transfer_count: 0,
    min_transfer: min(ctx.settings.minTransfer, asked.due - asked.tolerance),
    settlement_id: null,
    superseded_by: null,
    open_methods: 0,
    payment_link: terms.paymentLink,
  } as const satisfies NewRow<'payments'>
}
