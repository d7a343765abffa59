/** A new payment before it is written. */
import type { Payment, PaymentPolicy } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { min, toCents } from '../domain/money.ts'
import { toOwnerColumns } from '../domain/owner.ts'
import { recordEvents } from '../events/record.ts'
import { completePayment } from '../events/view.ts'
import { pipeline, type Tx } from '../storage/database.ts'
import type { NewRow } from '../storage/tables.ts'
import { tallyPayments } from './count-store.ts'
import type { PaymentReference } from './matching/assign-reference.ts'
import { toOrderColumns } from './order.ts'
import type { ValidPaymentInput } from './schema.ts'
import { insertSearchTerms } from './search-store.ts'
import { listSearchTerms } from './search-terms.ts'
import { nothingShown } from './shown-store.ts'
import { insertPayments } from './store.ts'
import { listSiblingChains, type Terms, toTermColumns } from './terms.ts'
import { watchWallets } from './transfers/watched-wallets.ts'
import { toPaymentSnapshot } from './view.ts'

const DEFAULT_EXPIRES_IN_S = 1_800

/** The link that makes a payment. `title`: what describes the payment, if the link has no description. */
export type UsedLink = { readonly id: string; readonly title: string | null }

/** Terms with the other methods as JSON, and the link that makes the payment. */
export type OrderTerms = Terms & {
  readonly alternatives: string | null
  readonly paymentLink: UsedLink | null
}

type DraftTerms = OrderTerms & PaymentReference & { readonly policy: PaymentPolicy }

/** A payment as it is written, announced in an event and returned. */
export type Draft = ReturnType<typeof createDraft>

export function createDraft(ctx: Context, caller: Caller, input: ValidPaymentInput, terms: DraftTerms) {
  const whole = toPaymentRow(ctx, caller, input, terms)
  const shown = { ...nothingShown, texts: whole }
  const snapshot = toPaymentSnapshot(ctx, { ...whole, refunded: 0n, received_final: 0n }, shown)
  const answer: Payment = completePayment(snapshot)
  return {
    caller,
    row: terms.paymentLink ? { ...whole, ...referToLink(terms.paymentLink) } : whole,
    searchTerms: listSearchTerms(whole),
    policy: terms.policy,
    snapshot,
    answer,
    otherChains: listSiblingChains(ctx, terms.network, whole.address),
  }
}

/** Writes new payments with their events, watches their wallets, and lets them be found. */
export async function writeDrafts(ctx: Context, tx: Tx, drafts: readonly Draft[]): Promise<void> {
  await pipeline([
    insertPayments(
      tx,
      drafts.map(({ row }) => row),
    ),
    tallyPayments(
      tx,
      drafts.map(({ row }) => ({ ...row, from: null })),
    ),
    ...drafts.map(({ row, searchTerms }) => insertSearchTerms(tx, row, searchTerms)),
    watchWallets(
      tx,
      drafts.map(({ row, otherChains, caller }) => {
        return { chain: row.chain, address: row.address.toLowerCase(), otherChains, caller, since: row.created_at }
      }),
    ),
    recordEvents(
      ctx,
      tx,
      drafts.map(({ caller, snapshot }) => ({ ...caller, type: 'payment.created', object: snapshot })),
    ),
  ])
}

/** The columns of a payment whose texts are those of its link. */
function referToLink({ title }: UsedLink) {
  return { metadata: '{}', description: title, line_items: null, redirect_url: null } as const
}

/** The columns of the texts that a merchant chooses. */
export function toTextColumns(input: ValidPaymentInput, alternatives: string | null) {
  const { redirectUrl, webhookUrl, metadata } = input
  return {
    redirect_url: redirectUrl ?? null,
    webhook_url: webhookUrl ?? null,
    metadata: JSON.stringify(metadata ?? {}),
    alternatives,
    ...toOrderColumns(input),
  }
}

function toPaymentRow(ctx: Context, caller: Caller, input: ValidPaymentInput, terms: DraftTerms) {
  const createdAt = ctx.now()
  const asked = toTermColumns(terms.policy, terms)
  return {
    id: terms.id,
    ...toOwnerColumns(caller),
    version: 1,
    status: 'created',
    exceptions: '[]',
    amount_cents: toCents(input.amount, input.currency),
    currency: input.currency,
    ...asked,
    late_payments: terms.policy.latePayments,
    received: 0n,
    merchant_wallet: input.merchantWallet,
    ...toTextColumns(input, terms.alternatives),
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
    payment_link: terms.paymentLink?.id ?? null,
  } as const satisfies NewRow<'payments'>
}
