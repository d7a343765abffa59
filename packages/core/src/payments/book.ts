/** Entries of the ledger for the money that payments get. */
import {
  bookAssigned,
  bookCorrection,
  bookReceived,
  type Entry,
  noValue,
  type Value,
  valueMoney,
} from '../domain/entry.ts'
import type { Owner } from '../domain/owner.ts'
import { toOwner } from '../domain/owner.ts'
import { findLiveEntry } from '../entries/store.ts'
import { createBooking, type NewEvent } from '../events/record.ts'
import type { Tx } from '../storage/database.ts'
import { isOfMethod, type MethodRow } from './methods/method.ts'
import type { Recomputed, TransferChange } from './next-row.ts'
import type { PaymentRow } from './store.ts'
import type { TransferRow, Unnumbered } from './transfers/store.ts'

/** The entries of a payment's transfers that become final with a change. `methods`: all open ones, if it has several. */
export function bookFinal(
  { before: payment, changes = [] }: Recomputed,
  methods: readonly MethodRow[] = [],
  now: number,
): Entry[] {
  const final = changes.filter(becomesFinal)
  if (final.length === 0) return []
  const sums = new Map<string, bigint>()
  return final.map(({ after }) => {
    const place = `${after.chain} ${after.token}`
    const method = findMethod(payment, methods, after)
    const before = sums.get(place) ?? method?.received_final ?? 0n
    sums.set(place, before + after.amount)
    return bookReceived(after, valueMoney(payment, method, { before, amount: after.amount }), now)
  })
}

export function becomesFinal({ before, after, isBooked = false }: TransferChange): boolean {
  return after.state === 'final' && before?.state !== 'final' && !isBooked
}

type Asked = Pick<PaymentRow, 'chain' | 'token' | 'rate' | 'due' | 'price' | 'received_final'>

/** The method of a payment in a coin; null if it does not ask for it. */
function findMethod(
  payment: PaymentRow,
  methods: readonly MethodRow[],
  asset: Pick<PaymentRow, 'chain' | 'token'>,
): Asked | null {
  const all: readonly Asked[] = methods.length > 0 ? methods : [payment]
  return all.find((method) => isOfMethod(method, asset)) ?? null
}

/** The entry of a final transfer that pays nothing. */
export function bookUnattributed(transfer: Unnumbered, now: number): Entry {
  return bookReceived(transfer, noValue, now)
}

/**
 * The entries of a final transfer that pays another payment from now on: its owner's, and for a former owner the event
 * that books them. `before`: the sum of the payment's method without it.
 */
export async function bookAssignment(
  tx: Tx,
  { transfer, value, wasBooked, now }: { transfer: TransferRow; value: Value; wasBooked: boolean; now: number },
  owner: Owner,
): Promise<{ readonly own: Entry[]; readonly others: NewEvent[] }> {
  if (!wasBooked) return { own: [bookReceived(transfer, value, now)], others: [] }
  const live = await findLiveEntry(tx, transfer)
  if (!live) throw new Error(`transfer ${transfer.id} is marked as booked, and the ledger does not have it`)
  const taken = bookCorrection('assigned', live, now)
  const given = bookAssigned(transfer, value, now)
  const former = toOwner(live)
  const isSame = former.merchantId === owner.merchantId && former.livemode === owner.livemode
  return isSame ? { own: [taken, given], others: [] } : { own: [given], others: createBooking(former, [taken]) }
}

/** The value of a transfer after the money of its method that the ledger has, and what that is worth there. */
export function valueAmong(
  payment: PaymentRow,
  methods: readonly MethodRow[],
  transfer: Unnumbered,
  { before, booked }: { readonly before: bigint; readonly booked: bigint },
): Value {
  return valueMoney(payment, findMethod(payment, methods, transfer), { before, amount: transfer.amount, booked })
}

/** The value of a transfer for the payment that it pays from now on. */
export function valueTransfer(payment: PaymentRow, methods: readonly MethodRow[], transfer: Unnumbered): Value {
  const method = findMethod(payment, methods, transfer)
  return valueMoney(payment, method, { before: method?.received_final ?? 0n, amount: transfer.amount })
}
