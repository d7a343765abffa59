import type { Payment } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { type NewCustomer, readCustomer } from '../customers/email.ts'
import { replaceEmail } from '../customers/store.ts'
import { CheckoutError } from '../domain/error.ts'
import { requireReachable, requireSecurePages } from '../http/fields.ts'
import { requireOrders } from '../networks/require-network.ts'
import { createBatch } from '../storage/batch.ts'
import { pipeline, type Transact, type Tx } from '../storage/database.ts'
import { createDraft, type OrderTerms, toTextColumns, type UsedLink, writeDrafts } from './draft.ts'
import { supersedePayment } from './end.ts'
import { retrievePayment } from './find.ts'
import { requireAllowedWallets, requireRecentForTargets, resolveAlternatives } from './methods/alternatives.ts'
import { noteRefusal, type Opening, planOpenings, requireNoRefusal, reserve } from './openings.ts'
import { claimOrder, findReusable } from './reuse.ts'
import type { ValidPaymentInput } from './schema.ts'
import { loadShown } from './shown-store.ts'
import { findAnyPayment } from './store.ts'
import { quoteTerms, requireAsset, requireReceivable } from './terms.ts'
import { countTextBytes } from './usage-store.ts'
import { toPaymentView } from './view.ts'

/** A payment to be created. `keep` stores the answer with it. */
type Order = Opening & {
  readonly input: ValidPaymentInput
  readonly terms: OrderTerms
  /** The one who gets the receipts; null if nobody does. */
  readonly customer: NewCustomer | null
  readonly keep: Caller['keep']
}

/**
 * Creates a payment. The amount, memo or address that identifies it is reserved in the same transaction. Throws
 * `unsupported_asset`, `unsupported_currency`, `invalid_wallet_address`, `wallet_cannot_receive`,
 * `wallet_capacity_exceeded`, `quota_exceeded` and `not_ready`, and what `supersedePayment` and `findReusable` throw.
 * `paymentLink`: the link whose page makes it. Its texts are the payment's, and count once.
 */
export async function createPayment(
  ctx: Context,
  caller: Caller,
  input: ValidPaymentInput,
  paymentLink: UsedLink | null = null,
): Promise<Payment> {
  requireSafeUrls(ctx, caller, input)
  // Nothing else matters to a payment that is there: networks, quotas, and what its wallet can receive.
  const open = input.reuse ? await findReusable(ctx, ctx.db, caller, input) : null
  const customer = await readCustomer(ctx, caller, input)
  if (open && input.supersedes === undefined) {
    // A corrected address counts: the one before may be a stranger's.
    if (customer) await ctx.transact((tx) => replaceEmail(tx, { ...customer, payment_id: open.id }))
    return retrievePayment(ctx, caller, open.id)
  }
  await requireAllowedWallets(ctx, caller, input)
  if (caller.isStale) await requireRecentForTargets(ctx, caller, input)
  const asset = requireAsset(ctx, caller, input)
  await requireOrders(ctx, asset.network)
  const alternatives = await resolveAlternatives(ctx, caller, input)
  const byLink = paymentLink !== null
  const newBytes = byLink ? 0 : countTextBytes(toTextColumns(input, alternatives))
  const terms = { ...quoteTerms(ctx, ctx.newId('pay'), asset, input), alternatives, paymentLink }
  const order: Order = { caller, input, terms, customer, byLink, newBytes, keep: caller.keep }
  try {
    // Earlier refusals say nothing about a payment that takes the place of another.
    if (input.supersedes === undefined) await requireNoRefusal(ctx, order)
    await requireReceivable(ctx, terms, input.supersedes)
    return await commitOrder(ctx, order)
  } catch (error) {
    await noteRefusal(ctx, order, error)
    throw error
  }
}

type Outcome = Payment | CheckoutError | undefined

const batches = new WeakMap<Transact, (order: Order) => Promise<Outcome>>()

/** Collects payments of many requests. One whose transaction does more is created in its own, as a batch of one. */
async function commitOrder(ctx: Context, order: Order): Promise<Payment> {
  const { caller, input, terms, customer } = order
  if (order.keep && input.supersedes === undefined && !input.reuse) {
    // One that fails must not fail the others: each is tried alone then. What became of the commit may be unknown, so it
    // is looked up first.
    const made = await getBatch(ctx)(order).catch(() => null)
    if (made) return requireMade(made)
    if (await findAnyPayment(ctx.db, terms.id)) return retrievePayment(ctx, caller, terms.id)
  }
  return caller.commit(async (tx) => {
    const open = await claimOrder(ctx, tx, caller, input)
    await supersedePayment(ctx, tx, caller, { ...input, id: open?.id ?? terms.id })
    if (open && customer) await replaceEmail(tx, { ...customer, payment_id: open.id })
    if (open) return toPaymentView(ctx, open, await loadShown(tx, open))
    const [made] = await createAll(ctx, tx, [{ ...order, keep: undefined }])
    return requireMade(made)
  })
}

function requireMade(made: Outcome): Payment {
  if (!made || made instanceof CheckoutError) throw made
  return made
}

function getBatch(ctx: Context) {
  const known = batches.get(ctx.transact)
  if (known) return known
  const batch = createBatch<Order, Outcome>(ctx.transact, (tx, orders) => createAll(ctx, tx, orders))
  batches.set(ctx.transact, batch)
  return batch
}

/** Creates payments by few statements, as if one came after the other. Returns for each the payment, or its refusal. */
async function createAll(ctx: Context, tx: Tx, orders: readonly Order[]): Promise<Outcome[]> {
  const planned = await planOpenings(ctx, tx, orders)
  const plans = planned.flatMap((plan) => (plan instanceof CheckoutError ? [] : [plan]))
  const drafts = new Map(
    plans.map((plan) => {
      const { opening, reference, policy } = plan
      const terms = { ...opening.terms, ...reference, policy }
      return [plan, createDraft(ctx, opening.caller, opening.input, terms)]
    }),
  )
  await pipeline([
    reserve(ctx, tx, plans),
    writeDrafts(ctx, tx, [...drafts.values()]),
    ...[...drafts].flatMap(([{ opening }, { answer }]) => opening.keep?.(tx, answer) ?? []),
  ])
  for (const { opening } of plans) {
    const { customer, terms } = opening
    if (customer) await replaceEmail(tx, { ...customer, payment_id: terms.id })
  }
  return planned.map((one) => (one instanceof CheckoutError ? one : drafts.get(one)?.answer))
}

function requireSafeUrls(ctx: Context, caller: Caller, input: ValidPaymentInput): void {
  const { redirectUrl, cancelUrl, webhookUrl } = input
  requireSecurePages(caller, { redirectUrl, cancelUrl })
  if (webhookUrl) requireReachable(ctx, caller, webhookUrl, 'webhookUrl')
}
