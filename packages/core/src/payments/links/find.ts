import type { List, PaymentLink, PaymentLinkStatus } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../../context/context.ts'
import { requireFound } from '../../domain/error.ts'
import { fromCents } from '../../domain/money.ts'
import { readPage } from '../../http/fields.ts'
import { paymentLink } from '../../http/shapes/payment.ts'
import { createView } from '../../http/view.ts'
import type { Db } from '../../storage/database.ts'
import type { ValidLinkInput, ValidLinkQuery } from './schema.ts'
import { countLinks, findAnyLink, findLink, type LinkRow, listLinkRows } from './store.ts'

/** The caller's link. Throws `resource_missing` for links of others. */
export async function requireLink(db: Db, caller: Caller, id: string): Promise<LinkRow> {
  return requireFound('payment link', await findLink(db, caller, id))
}

export async function retrieveLink(ctx: Context, caller: Caller, id: string): Promise<PaymentLink> {
  return toLinkView(ctx, await requireLink(ctx.db, caller, id))
}

/** A link as its page shows it, with its owner. */
export type LinkOnPage = { readonly link: PaymentLink; readonly merchantId: string }

/** Any merchant's link, for its page; null when there is none. */
export async function findLinkOnPage(ctx: Context, id: string): Promise<LinkOnPage | null> {
  const row = await findAnyLink(ctx.db, id)
  return row && { link: toLinkView(ctx, row), merchantId: row.merchant_id }
}

/** The caller's links, newest first. Throws `invalid_cursor`. */
export function listLinks(ctx: Context, caller: Caller, query: ValidLinkQuery): Promise<List<PaymentLink>> {
  return readPage(query, {
    noun: 'payment link',
    find: (id) => findLink(ctx.db, caller, id),
    list: (after, limit) => listLinkRows(ctx.db, caller, after, limit),
    count: () => countLinks(ctx.db, caller),
    view: (rows) => rows.map((row) => toLinkView(ctx, row)),
  })
}

type NamedAlternatives = Exclude<NonNullable<ValidLinkInput['alternatives']>, 'all'>

const toView = createView(paymentLink)

export function toLinkView(ctx: Pick<Context, 'settings' | 'now'>, row: LinkRow): PaymentLink {
  return toView(row, {
    url: formatLinkUrl(ctx, row.id),
    status: deriveLinkStatus(row, ctx.now()),
    amount: toPrice(row.amount_cents, row.currency),
    minimum: toPrice(row.minimum_cents, row.currency),
    maximum: toPrice(row.maximum_cents, row.currency),
    preset: toPrice(row.preset_cents, row.currency),
    lineItems: row.line_items === null ? [] : JSON.parse(row.line_items),
    alternatives: toAlternativesView(row),
    limit: row.max_payments === null ? null : Number(row.max_payments),
    paymentCount: Number(row.payment_count),
    takenCount: Number(row.taken_count),
  })
}

/** The page of a link. */
function formatLinkUrl({ settings }: Pick<Context, 'settings'>, id: string): string {
  return `${settings.publicUrl}/l/${id.slice('pl_'.length)}`
}

/** Tells whether a link makes payments, and otherwise why not. */
function deriveLinkStatus(row: LinkRow, now: number): PaymentLinkStatus {
  if (row.active === 0) return 'inactive'
  if (row.expires_at !== null && row.expires_at <= now) return 'expired'
  return row.max_payments !== null && Number(row.taken_count) >= Number(row.max_payments) ? 'exhausted' : 'active'
}

function toPrice(cents: number | null, currency: string): number | null {
  return cents === null ? null : fromCents(Number(cents), currency)
}

/** The alternatives as they were given. */
export function readAlternatives(row: Pick<LinkRow, 'alternatives'>): ValidLinkInput['alternatives'] {
  return row.alternatives === null ? undefined : JSON.parse(row.alternatives)
}

function toAlternativesView(row: LinkRow): PaymentLink['alternatives'] {
  const given = readAlternatives(row) ?? []
  if (given === 'all') return given
  return (given satisfies NamedAlternatives).map((one) => ({ ...one, merchantWallet: one.merchantWallet ?? null }))
}
