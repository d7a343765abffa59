import type { PaymentLink } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../../context/context.ts'
import { quotas } from '../../domain/catalog/quotas.ts'
import { CheckoutError } from '../../domain/error.ts'
import { toCents } from '../../domain/money.ts'
import { toOwnerColumns } from '../../domain/owner.ts'
import { requireSecurePages } from '../../http/fields.ts'
import { requireOrders } from '../../networks/require-network.ts'
import type { Tx } from '../../storage/database.ts'
import { findTextRefusal } from '../capacity.ts'
import { requireAllowedWallets, requireRecentForTargets, resolveAlternatives } from '../methods/alternatives.ts'
import { toOrderColumns } from '../order.ts'
import { quoteTerms, requireAsset, requireReceivable } from '../terms.ts'
import { addUsage, countLinkBytes, findUsage } from '../usage-store.ts'
import { requireLink, toLinkView } from './find.ts'
import type { ValidLinkChanges, ValidLinkInput } from './schema.ts'
import { countActiveLinks, insertLink, updateLinkRow } from './store.ts'

/**
 * Makes a page on which payers make payments of the same kind. What a payment would be refused for is refused here
 * already: throws `unsupported_asset`, `unsupported_currency`, `invalid_wallet_address`, `wallet_cannot_receive` and
 * `not_ready`; and `quota_exceeded` with too many active links.
 */
export async function createLink(ctx: Context, caller: Caller, input: ValidLinkInput): Promise<PaymentLink> {
  const id = ctx.newId('pl')
  await requireAllowedWallets(ctx, caller, input)
  await requirePayable(ctx, caller, id, input)
  await requireRecentForTargets(ctx, caller, input)
  return caller.commit(async (tx) => {
    await requireRoomForLink(tx, caller)
    const now = ctx.now()
    const { description, line_items } = toOrderColumns(input)
    const draft = {
      id,
      ...toOwnerColumns(caller),
      active: 1,
      title: input.title,
      description,
      line_items,
      currency: input.currency,
      amount_cents: pickCents(input, 'amount'),
      minimum_cents: pickCents(input, 'minimum'),
      maximum_cents: pickCents(input, 'maximum'),
      preset_cents: pickCents(input, 'preset'),
      cryptocurrency: input.cryptocurrency,
      network: input.network,
      merchant_wallet: input.merchantWallet,
      alternatives: input.alternatives === undefined ? null : JSON.stringify(input.alternatives),
      max_payments: input.limit ?? null,
      payment_count: 0,
      taken_count: 0,
      expires_at: input.expiresIn === undefined ? null : now + input.expiresIn * 1_000,
      redirect_url: input.redirectUrl ?? null,
      metadata: JSON.stringify(input.metadata ?? {}),
      created_at: now,
    } as const
    await requireTexts(ctx, tx, caller, countLinkBytes(draft))
    return toLinkView(ctx, await insertLink(tx, draft))
  })
}

/** Throws what a payment by the link, of its largest amount, would be refused with now. */
async function requirePayable(ctx: Context, caller: Caller, id: string, input: ValidLinkInput): Promise<void> {
  requireSecurePages(caller, { redirectUrl: input.redirectUrl })
  const asset = requireAsset(ctx, caller, input)
  await requireOrders(ctx, asset.network)
  await resolveAlternatives(ctx, caller, input)
  const { amount, minimum, maximum, preset, currency, merchantWallet } = input
  const largest = amount ?? maximum ?? preset ?? minimum ?? 0
  await requireReceivable(ctx, quoteTerms(ctx, id, asset, { amount: largest, currency, merchantWallet }))
}

function pickCents(input: ValidLinkInput, name: 'amount' | 'minimum' | 'maximum' | 'preset'): number | null {
  const amount = input[name]
  return amount === undefined ? null : toCents(amount, input.currency, name)
}

/** Changes the given fields. A link that is turned off, or has reached its limit, makes no further payments. */
export async function updateLink(
  ctx: Context,
  caller: Caller,
  id: string,
  { active, title, limit }: ValidLinkChanges,
): Promise<PaymentLink> {
  return caller.commit(async (tx) => {
    const found = await requireLink(tx, caller, id)
    if (active === true && found.active === 0) await requireRoomForLink(tx, caller)
    if (title !== undefined && title !== found.title)
      await requireTexts(ctx, tx, caller, Buffer.byteLength(title) - Buffer.byteLength(found.title))
    const isActive = active ?? found.active === 1
    const changed = await updateLinkRow(tx, found, {
      active: isActive ? 1 : 0,
      title: title ?? found.title,
      max_payments: limit === undefined ? found.max_payments : limit,
    })
    return toLinkView(ctx, changed)
  })
}

/** Counts a link's texts to those of payments. Throws `quota_exceeded` if the plan does not allow them. */
async function requireTexts(ctx: Context, tx: Tx, caller: Caller, newBytes: number): Promise<void> {
  const { textBytes } = await addUsage(tx, caller, { openPayments: 0, textBytes: newBytes })
  if (newBytes <= 0) return
  const { plan } = await findUsage(tx, caller)
  const refusal = findTextRefusal(ctx, { plan, textBytes, newBytes })
  if (refusal) throw refusal
}

/** Throws `quota_exceeded` if the merchant cannot have another active link in the environment. */
async function requireRoomForLink(tx: Tx, caller: Caller): Promise<void> {
  const { limit, reached } = quotas.activeLinks
  if ((await countActiveLinks(tx, caller)) >= limit) throw new CheckoutError('quota_exceeded', reached(limit))
}
