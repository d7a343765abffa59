import type { Payment } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { CheckoutError, type RefusalCode } from '../domain/error.ts'
import { requireReachable, requireSecurePages } from '../http/fields.ts'
import { loadPolicy } from '../merchants/policy.ts'
import { claimWallet, notifyRefusal, WalletTaken } from '../merchants/wallets/wallet.ts'
import { requireOrders } from '../networks/require-network.ts'
import { pipeline } from '../storage/database.ts'
import {
  countOpenAt,
  rememberQuota,
  rememberRefusal,
  requireNoRefusal,
  requireQuota,
  requireQuotaIfRefused,
  requireRoom,
} from './capacity.ts'
import { createTogether } from './create-together.ts'
import { createDraft, type OrderTerms, toTextColumns, type UsedLink, writeDrafts } from './draft.ts'
import { supersedePayment } from './end.ts'
import { requireAllowedWallets, requireRecentForTargets, resolveAlternatives } from './methods/alternatives.ts'
import type { ValidPaymentInput } from './schema.ts'
import { quoteTerms, requireAsset, requireNoDeposit, requireReceivable, reserveReference } from './terms.ts'
import { addUsage, countTextBytes } from './usage-store.ts'

/**
 * Creates a payment. The amount, memo or address that identifies it is reserved in the same transaction. Throws
 * `unsupported_asset`, `unsupported_currency`, `invalid_wallet_address`, `wallet_cannot_receive`,
 * `wallet_capacity_exceeded`, `quota_exceeded` and `not_ready`, and what `supersedePayment` throws. `paymentLink`: the
 * link whose page makes it. Its texts are the payment's, and count once.
 */
export async function createPayment(
  ctx: Context,
  caller: Caller,
  input: ValidPaymentInput,
  paymentLink: UsedLink | null = null,
): Promise<Payment> {
  requireSafeUrls(ctx, caller, input)
  await requireAllowedWallets(ctx, caller, input)
  if (caller.isStale) await requireRecentForTargets(ctx, caller, input)
  const asset = requireAsset(ctx, caller, input)
  await requireOrders(ctx, asset.network)
  const alternatives = await resolveAlternatives(ctx, caller, input)
  // Earlier refusals say nothing about a payment that takes the place of another.
  const isFurther = input.supersedes === undefined
  const byLink = paymentLink !== null
  const newBytes = byLink ? 0 : countTextBytes(toTextColumns(input, alternatives))
  if (isFurther) await requireQuotaIfRefused(ctx, caller, { newBytes, byLink })
  const terms = quoteTerms(ctx, caller, ctx.newId('pay'), asset, input)
  if (terms.place && isFurther) await requireNoRefusal(ctx, caller, terms.place, byLink)
  await requireReceivable(ctx, terms, input.supersedes)
  try {
    return await commitPayment(ctx, caller, input, { ...terms, alternatives, newBytes, paymentLink, byLink })
  } catch (error) {
    if (error instanceof WalletTaken) await notifyRefusal(ctx, caller, terms.key)
    if (isRefusal(error, 'quota_exceeded')) rememberQuota(ctx, caller, byLink)
    if (terms.place && isRefusal(error, 'wallet_capacity_exceeded')) rememberRefusal(ctx, caller, terms.place, byLink)
    throw error
  }
}

function isRefusal(error: unknown, code: RefusalCode): boolean {
  return error instanceof CheckoutError && error.code === code
}

async function commitPayment(
  ctx: Context,
  caller: Caller,
  input: ValidPaymentInput,
  terms: OrderTerms,
): Promise<Payment> {
  const { key, place, newBytes, byLink } = terms
  const made = await createTogether(ctx, caller, input, terms)
  if (made) return made.answer
  return caller.commit(async (tx, keep) => {
    await supersedePayment(ctx, tx, caller, { ...input, id: terms.id })
    const [use, usage, policy] = await pipeline([
      claimWallet(ctx, tx, caller, key),
      addUsage(tx, caller, { openPayments: 1, textBytes: newBytes }),
      loadPolicy(ctx, tx, caller),
      requireNoDeposit(ctx, tx, terms.wallet),
    ])
    requireQuota(ctx, { ...usage, plan: use.plan, newBytes, byLink })
    if (place) await requireRoom(ctx, tx, { ...place, use, byLink, open: await countOpenAt(tx, caller, place) })
    const draft = createDraft(ctx, caller, input, { ...terms, ...(await reserveReference(ctx, tx, terms)), policy })
    await pipeline([writeDrafts(ctx, tx, [draft]), keep(draft.answer)])
    return draft.answer
  })
}

function requireSafeUrls(ctx: Context, caller: Caller, input: ValidPaymentInput): void {
  const { redirectUrl, cancelUrl, webhookUrl } = input
  requireSecurePages(caller, { redirectUrl, cancelUrl })
  if (webhookUrl) requireReachable(ctx, caller, webhookUrl, 'webhookUrl')
}
