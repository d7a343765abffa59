/** Medusa's carts and orders, as far as stories need them. */
import type { OrderState } from '../../stories/src/shop-driver.ts'
import { type Currency, toUnits } from '../../stories/src/story.ts'

/** What a buyer's browser remembers. */
export type Row = { readonly number: string; readonly cart: string; readonly cancelled: number }

export type Cart = {
  readonly id: string
  readonly currency_code: string
  readonly items: readonly { readonly id: string }[]
  readonly order?: { readonly id: string }
  readonly payment_collection?: {
    readonly id: string
    readonly payment_sessions?: readonly { readonly data: { readonly id?: string } }[]
  }
}

type Note = { readonly reference: string | null; readonly next: string | null; readonly url: string | null }

export type Order = {
  readonly status: string
  readonly currency_code: string
  readonly summary: { readonly pending_difference: number }
  readonly payment_collections: readonly {
    readonly payments: readonly {
      readonly id: string
      readonly amount: number
      readonly data: { readonly id: string; readonly refunds?: readonly Note[] }
      readonly captures: readonly { readonly id: string; readonly amount: number }[]
      readonly refunds: readonly { readonly id: string; readonly amount: number; readonly note: string }[]
    }[]
  }[]
  readonly transactions: readonly {
    readonly amount: number
    readonly reference: string
    readonly reference_id: string
  }[]
}

export const ORDER_FIELDS = [
  ...['id', 'status', 'currency_code', '+summary.*', '*transactions'],
  ...['id', 'amount', 'data'].map((field) => `payment_collections.payments.${field}`),
  ...['captures', 'refunds'].map((field) => `*payment_collections.payments.${field}`),
].join(',')

/** Less than the smallest unit of a currency. */
const ROUNDING = 0.0001

/** A good of the shop costs one unit. */
export function countUnits(amount: string, currency: string): number {
  return toUnits(amount, currency as Currency)
}

/** The payment of a cart's session. */
export function findPayment({ payment_collection }: Pick<Cart, 'payment_collection'>): string | undefined {
  return payment_collection?.payment_sessions?.find(({ data }) => data.id)?.data.id
}

/**
 * The books of an order, whose transactions must be those of its payment module. One that was cancelled, or of which a
 * part is outstanding, is not paid.
 */
export function toState(order: Order | null): OrderState {
  const [payment, ...others] = order?.payment_collections.flatMap(({ payments }) => payments) ?? []
  if (!order || !payment || order.status === 'canceled') return { paid: null, attention: null, refunds: [] }
  if (others.length > 0) throw new Error(`the order has ${others.length + 1} payments`)
  const { transactions, summary } = order
  const book = (reference: string) => transactions.find((one) => one.reference_id === reference)?.amount
  const captured = payment.captures.filter(({ id, amount }) => book(id) === amount)
  const [capture] = captured
  if (captured.length > 1) throw new Error(`the order is captured ${captured.length} times`)
  return {
    paid:
      capture && Math.abs(summary.pending_difference) < ROUNDING
        ? { amount: String(capture.amount), currency: order.currency_code.toUpperCase(), payment: payment.data.id }
        : null,
    attention: null,
    refunds: payment.refunds
      .filter(({ id, amount }) => book(id) === -amount)
      .map(({ id, note, amount }) => ({ refund: note, reference: id, amount: String(amount), status: null })),
  }
}
