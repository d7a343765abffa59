import type { Context } from '../context/context.ts'
import { MAX_SUFFIX } from '../domain/attribution.ts'
import {
  derive,
  deriveFromSums,
  hasEnded,
  type PaymentState,
  type PaymentTerms,
  type Visible,
} from '../domain/payment.ts'
import {
  addTransfer,
  type CountedTransfer,
  type CountingTerms,
  removeTransfer,
  type Sums,
  sumUp,
} from '../domain/sums.ts'
import type { Tx } from '../storage/database.ts'
import { isOfMethod } from './methods/method.ts'
import { reserveAmount } from './reservations.ts'
import { findTransfersOfAll, type PaymentRow, type PaymentTransferRow, type SumColumns } from './store.ts'

type Marks = Partial<
  Pick<PaymentRow, 'cancelled_at' | 'accepted_at' | 'past_deadline_at' | 'expires_at' | 'superseded_by'>
>

/** A payment to recompute, with the changes to its transfers since. The transfers are already written. */
export type Recomputed = {
  readonly before: PaymentRow
  readonly changes?: readonly TransferChange[]
  readonly marks?: Marks
  /** A reorganisation caused the change. */
  readonly lostTransfer?: boolean
}

/**
 * The next version of a payment with one method: its sums, what it asks for, and its state. Writes nothing except the
 * reservation of the amount for a remainder.
 */
export async function deriveNextRow(ctx: Context, tx: Tx, change: Recomputed): Promise<PaymentRow> {
  const { before, changes = [], marks } = change
  const marked = marks ? { ...before, ...marks } : before
  const sums = await sumsAfter(tx, marked, change)
  const asking = { ...marked, ...(await askFor(ctx, tx, marked, stateFrom(marked, sums))) }
  // The tail of a remainder that is requested from now on is no overpayment.
  const state = stateFrom(asking, sums)
  return {
    ...asking,
    ...toSumColumns(sums),
    status: state.status,
    exceptions: JSON.stringify(state.exceptions),
    completed_at: state.status === 'completed' ? (before.completed_at ?? ctx.now()) : null,
    transfer_count: before.transfer_count + changes.filter((one) => one.before === null).length,
    version: before.version + 1,
  }
}

async function sumsAfter(tx: Tx, marked: PaymentRow, { before, changes = [] }: Recomputed): Promise<Sums> {
  if (marked.expires_at === before.expires_at) return applyChanges(toTerms(marked), readSums(before), changes)
  // A new deadline requires a recount of all transfers. Only tests on local networks move the deadline.
  const transfers = (await findTransfersOfAll(tx, [before.id])).get(before.id) ?? []
  return sumUp(toTerms(marked), transfers.filter((one) => isOfMethod(marked, one)).map(toCountedTransfer))
}

/**
 * Decides what the payer is asked for: everything, nothing, or the remainder. Where amounts identify payments, the
 * remainder has a tail of its own.
 */
async function askFor(ctx: Context, tx: Tx, row: PaymentRow, state: PaymentState) {
  const { due, chain, token, tail_allowance } = row
  const current = { outstanding: row.outstanding, tail_allowance }
  if (state.missing === 0n || state.missing === due) return { ...current, outstanding: state.missing }
  // A memo or an address identifies the payment of the remainder, whatever its amount. Once another method has completed
  // the payment, no remainder is asked for.
  if (hasEnded(state.status) || hasEnded(row.status) || row.recognition !== 'amount')
    return { ...current, outstanding: state.missing }
  if (isRestFor(row.outstanding, state.missing, due)) return current
  const wallet = { chain, token, address: row.address.toLowerCase() }
  const holder = { paymentId: row.id, merchantId: row.merchant_id }
  const rest = await reserveAmount(ctx, tx, { wallet, price: state.missing }, holder)
  // If no amount is free, the remainder has no tail. It can still be paid, and assigned by hand.
  const outstanding = rest ?? state.missing
  return { outstanding, tail_allowance: tail_allowance + outstanding - state.missing }
}

/** Tells whether the requested amount is the remainder with a tail already, and not still the whole amount. */
function isRestFor(outstanding: bigint, missing: bigint, due: bigint): boolean {
  return outstanding !== due && outstanding > missing && outstanding - missing <= MAX_SUFFIX
}

/** The state that `deriveEvents` compares: dust that does not count is ignored. */
export function toVisible(row: PaymentRow): Visible {
  return {
    status: row.status,
    exceptions: JSON.parse(row.exceptions),
    received: stateFrom(row, readSums(row)).effective,
  }
}

/** Reads the missing amount, in millionths; 0 once enough counts. */
export function readMissing(row: PaymentRow): bigint {
  return stateFrom(row, readSums(row)).missing
}

/** Derives a payment's state from its terms, its marks and these transfers, of which only its chosen method's count. */
export function derivePaymentState(row: PaymentRow, transfers: readonly PaymentTransferRow[]): PaymentState {
  const own = transfers.filter((one) => isOfMethod(row, one))
  return derive(toTerms(row), own.map(toCountedTransfer), toMarks(row))
}

function stateFrom(row: PaymentRow, sums: Sums): PaymentState {
  return deriveFromSums(toTerms(row), sums, toMarks(row))
}

function toTerms(row: PaymentRow): PaymentTerms {
  return {
    due: row.due,
    tolerance: row.tolerance,
    tailAllowance: row.tail_allowance,
    expiresAt: row.expires_at,
    latePayments: row.late_payments,
    minTransfer: row.min_transfer,
    takesParts: row.recognition === 'address',
  }
}

function toMarks(row: PaymentRow) {
  return {
    cancelled: row.cancelled_at !== null,
    accepted: row.accepted_at !== null,
    pastDeadline: row.past_deadline_at !== null,
  }
}

type Countable = Pick<PaymentTransferRow, 'amount' | 'block_time' | 'state' | 'chain' | 'token'>

/**
 * A transfer before and after a change; null before it belonged to the payment. `isBooked`: the ledger gets its entry
 * with another event.
 */
export type TransferChange = {
  readonly before: Countable | null
  readonly after: Omit<PaymentTransferRow, 'seq'>
  readonly isBooked?: boolean
}

function readSums(row: SumColumns): Sums {
  return {
    received: row.received,
    receivedFinal: row.received_final,
    onTime: row.on_time,
    onTimeFinal: row.on_time_final,
    inGrace: row.in_grace,
    inGraceFinal: row.in_grace_final,
    dust: row.dust,
    dustOnTime: row.dust_on_time,
    dustInGrace: row.dust_in_grace,
    transfers: row.transfers_on_chain,
    dustTransfers: row.dust_on_chain,
  }
}

function toSumColumns(sums: Sums): SumColumns {
  return {
    received: sums.received,
    received_final: sums.receivedFinal,
    on_time: sums.onTime,
    on_time_final: sums.onTimeFinal,
    in_grace: sums.inGrace,
    in_grace_final: sums.inGraceFinal,
    dust: sums.dust,
    dust_on_time: sums.dustOnTime,
    dust_in_grace: sums.dustInGrace,
    transfers_on_chain: sums.transfers,
    dust_on_chain: sums.dustTransfers,
  }
}

/** The sums after changes to some transfers. */
function applyChanges(terms: CountingTerms, sums: Sums, changes: readonly TransferChange[]): Sums {
  return changes.reduce((now, { before, after }) => {
    const without = before ? removeTransfer(terms, now, toCountedTransfer(before)) : now
    return addTransfer(terms, without, toCountedTransfer(after))
  }, sums)
}

function toCountedTransfer({ amount, block_time, state }: Omit<Countable, 'chain' | 'token'>): CountedTransfer {
  return { amount, blockTime: block_time, state }
}
