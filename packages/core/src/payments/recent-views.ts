import type { Payment } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { isShownAlone, nothingShown } from './shown-store.ts'
import type { PaymentRow } from './store.ts'
import { toPaymentView } from './view.ts'

/** A row, its view and its text take some 6 KB. */
const MOST_KEPT = 1_000

type Shown = { readonly row: PaymentRow; readonly view: Payment }

/** By what the views depend on besides their rows. */
const shownWith = new WeakMap<Context['settings'], Map<string, Shown>>()

/**
 * The view of a payment that shows nothing besides its row. While the row is as it was when it was shown before, this is
 * the same frozen object: payments that wait are polled, and each state of one is built and serialised once.
 */
export function recallView(ctx: Context, row: PaymentRow): Payment {
  if (!dependsOnRowOnly(row)) return toPaymentView(ctx, row, nothingShown)
  const kept = shownWith.get(ctx.settings) ?? new Map<string, Shown>()
  shownWith.set(ctx.settings, kept)
  const known = kept.get(row.id)
  if (known && isSameRow(known.row, row)) return known.view
  const view = Object.freeze(toPaymentView(ctx, row, nothingShown))
  keepNewest(kept, row.id, { row, view })
  return view
}

/** Methods on offer depend on what networks can be read, and claimable balances on what was read last. */
function dependsOnRowOnly(row: PaymentRow): boolean {
  return isShownAlone(row) && row.alternatives === null && row.memo === null
}

function isSameRow(one: PaymentRow, other: PaymentRow): boolean {
  for (const name in one) if (one[name as keyof PaymentRow] !== other[name as keyof PaymentRow]) return false
  return true
}

function keepNewest(kept: Map<string, Shown>, id: string, shown: Shown): void {
  kept.delete(id)
  kept.set(id, shown)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
}
