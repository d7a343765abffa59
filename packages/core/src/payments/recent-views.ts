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
type Kept<View> = {
  readonly row: PaymentRow
  readonly facts: readonly unknown[]
  /** The other methods on offer, and why one cannot be chosen: that depends on what was read of its network. */
  readonly offers: readonly Alternative[]
  readonly obstacles: readonly Obstacle[]
  readonly view: View
}

/** `facts`: what a view depends on besides its row, its offers and the settings. */
type Recall<View> = (ctx: Context, row: PaymentRow, facts: readonly unknown[], build: () => View) => View

/**
 * Keeps views of payments that show nothing besides their rows, texts that never change, their offers and some facts.
 * While these are as when a view was built, it is the same frozen object: payments that wait are polled, and each state of
 * one is built and serialised once.
 */
export function createRecall<View extends object>(): Recall<View> {
  const keptWith = new WeakMap<Context['settings'], Map<string, Kept<View>>>()
  return (ctx, row, facts, build) => {
    const kept = keptWith.get(ctx.settings) ?? new Map<string, Kept<View>>()
    keptWith.set(ctx.settings, kept)
    const known = kept.get(row.id)
    if (known && isSameRow(known.row, row) && areSame(known.facts, facts) && isSameOffer(ctx, known)) return known.view
    const offers = row.alternatives === null ? [] : readAlternatives(row)
    const obstacles = offers.map((offer) => findObstacleTo(ctx, row, offer))
    const view = Object.freeze(build())
    kept.delete(row.id)
    kept.set(row.id, { row, facts, offers, obstacles, view })
    dropOldest(kept, MOST_KEPT)
    return view
  }
}

const recall = createRecall<Payment>()

/** The view of a payment that shows nothing besides its row and its offers. */
export function recallView(ctx: Context, row: PaymentRow): Payment {
  const build = () => toPaymentView(ctx, row, nothingShown)
  return dependsOnReading(row) ? build() : recall(ctx, row, [], build)
}

/** True with a memo: its claimable balances depend on the last reading. */
export function dependsOnReading({ memo }: Pick<PaymentRow, 'memo'>): boolean {
  return memo !== null
}

function isSameRow(one: PaymentRow, other: PaymentRow): boolean {
  for (const name in one) if (one[name as keyof PaymentRow] !== other[name as keyof PaymentRow]) return false
  return true
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.every((one, index) => one === others[index])
}

function isSameOffer(ctx: Context, { row, offers, obstacles }: Kept<unknown>): boolean {
  return offers.every((offer, index) => findObstacleTo(ctx, row, offer) === obstacles[index])
}

function findObstacleTo(ctx: Context, { livemode, due }: PaymentRow, offer: Alternative): Obstacle {
  return findObstacle(ctx, toEnvironment(livemode), { ...offer, amount: due })
}
