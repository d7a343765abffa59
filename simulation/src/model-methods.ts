/**
 * The reference model of payments with several methods: each is counted by itself, and one decides. Like `model.ts` it
 * shares no code with what it checks.
 */

import type { PaymentException } from '@crypto-checkout/api-types'
import type { Row } from '../../packages/core/src/storage/tables.ts'
import type { KnownMethod, KnownPayment, ReportedState } from './history.ts'
import { type CountedTransfer, deriveState, type MethodState, rank } from './model.ts'

/** The terms of a method; `methods` has a row of it once a payment has several. */
export type MethodRow = Omit<Row<'methods'>, 'seq'>
export type PlacedTransfer = CountedTransfer & { readonly place: string }
type Place = { readonly chain: string; readonly token: string }

export type Expected = {
  /** If the payment follows the method that it follows. */
  readonly state: ReportedState
  /** The methods that it may follow, in the merchant's order. */
  readonly best: readonly string[]
  readonly byPlace: ReadonlyMap<string, MethodState>
}

export function placeKey({ chain, token }: Place): string {
  return `${chain} ${token}`
}

/** The method that a payment showed after the last step. */
export function getChosen({ methods, row }: KnownPayment): KnownMethod {
  const found = methods.find((method) => placeKey(method) === placeKey(row))
  if (!found) throw new Error(`${row.id} follows no method`)
  return found
}

/** The state of a payment from its transfers. `methods`: the open ones, in the merchant's order. */
export function deriveExpected(
  row: Row<'payments'>,
  methods: readonly MethodRow[],
  transfers: readonly PlacedTransfer[],
): Expected {
  const byPlace = new Map(
    methods.map((method) => {
      const place = placeKey(method)
      const own = transfers.filter((one) => one.place === place)
      return [place, deriveState(row, method, own)]
    }),
  )
  const ranks = [...byPlace].map(([place, state]) => ({ place, rank: rankOf(state) }))
  const most = Math.max(...ranks.map((one) => one.rank))
  const best = ranks.filter((one) => one.rank === most).map(({ place }) => place)
  const place = placeKey(row)
  const chosen = byPlace.get(place)
  if (!chosen) throw new Error(`${row.id} follows no method: ${place}`)
  const isPaidTwice = [...byPlace].some(([other, { noticed }]) => other !== place && noticed > 0n)
  const locked = [...byPlace.values()].some(({ status, noticed }) => status !== 'created' || noticed > 0n)
  const { status, received, noticed } = chosen
  const exceptions = isPaidTwice ? withOther(chosen) : chosen.exceptions
  return { state: { place, locked, status, received, noticed, exceptions }, best, byPlace }
}

/**
 * Tells whether a method asks for a rest that identifies its payment. Without a tail the amount identifies nothing:
 * once another method has completed the payment, the rest has none.
 */
export function hasOwnRest(method: MethodRow, { status, counted }: MethodState): boolean {
  if (status !== 'partially_paid' || method.recognition !== 'amount') return false
  return method.outstanding !== method.due - counted
}

/** A completed method decides before one that is fully paid, and that before one with some money. */
function rankOf({ status, noticed }: MethodState): number {
  return Math.max(status === 'expired' || status === 'cancelled' ? 0 : rank[status], noticed > 0n ? 1 : 0)
}

function withOther({ exceptions, hasAll }: MethodState): PaymentException[] {
  return [...new Set<PaymentException>([...exceptions, ...(hasAll ? (['overpaid'] as const) : []), 'multiple'])]
}

/** Exceptions have no order. */
export function sorted(exceptions: readonly string[]): string[] {
  return exceptions.toSorted()
}
