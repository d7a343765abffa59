import type { Payment } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { dropOldest } from '../domain/cache.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { type Alternative, readAlternatives } from './methods/method.ts'
import { findObstacle } from './methods/view.ts'
import { nothingShown } from './shown-store.ts'
import type { PaymentRow } from './store.ts'
import { toPaymentView } from './view.ts'

/** A row, its view and its text take some 5 KB. */
const MOST_KEPT = 1_000

type Obstacle = ReturnType<typeof findObstacle>
type Shown = {
  readonly row: PaymentRow
  readonly view: Payment
  /** The other methods on offer, and why one cannot be chosen: that depends on what was read of its network. */
  readonly offers: readonly Alternative[]
  readonly obstacles: readonly Obstacle[]
}

/** By what the views depend on besides their rows and offers. */
const shownWith = new WeakMap<Context['settings'], Map<string, Shown>>()

/**
 * The view of a payment that shows nothing besides its row (`isShownAlone`) and its offers. While they are as when it was
 * shown before, this is the same frozen object: payments that wait are polled, and each state of one is built and
 * serialised once.
 */
export function recallView(ctx: Context, row: PaymentRow): Payment {
  // What is claimable by a memo depends on what was read last.
  if (row.memo !== null) return toPaymentView(ctx, row, nothingShown)
  const kept = shownWith.get(ctx.settings) ?? new Map<string, Shown>()
  shownWith.set(ctx.settings, kept)
  const known = kept.get(row.id)
  if (known && isSameRow(known.row, row) && isSameOffer(ctx, known)) return known.view
  const offers = row.alternatives === null ? [] : readAlternatives(row)
  const obstacles = offers.map((offer) => findObstacleOf(ctx, row, offer))
  const view = Object.freeze(toPaymentView(ctx, row, nothingShown))
  kept.delete(row.id)
  kept.set(row.id, { row, view, offers, obstacles })
  dropOldest(kept, MOST_KEPT)
  return view
}

function isSameRow(one: PaymentRow, other: PaymentRow): boolean {
  for (const name in one) if (one[name as keyof PaymentRow] !== other[name as keyof PaymentRow]) return false
  return true
}

function isSameOffer(ctx: Context, { row, offers, obstacles }: Shown): boolean {
  return offers.every((offer, index) => findObstacleOf(ctx, row, offer) === obstacles[index])
}

function findObstacleOf(ctx: Context, { livemode }: PaymentRow, offer: Alternative): Obstacle {
  return findObstacle(ctx, toEnvironment(livemode === 1), offer)
}
