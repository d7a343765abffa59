import type { PaymentException, PaymentStatus } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { MAX_SUFFIX } from '../domain/amount-suffix.ts'
import { deriveEvents } from '../domain/event.ts'
import { derive, deriveFromSums, hasEnded, type PaymentState, type PaymentTerms } from '../domain/payment.ts'
import { type Sums, sumUp } from '../domain/sums.ts'
import { type NewEvent, recordEvent, recordEvents } from '../events/record.ts'
import { pipeline, type Tx } from '../storage/database.ts'
import { tallyPayments } from './count-store.ts'
import { requireAnyPayment } from './find.ts'
import { listWithSweep } from './list-swept.ts'
import { releaseAmounts, reserveAmount } from './reservations.ts'
import { findShownTransfers } from './shown-store.ts'
import { findTransfersOfAll, type PaymentRow, type PaymentTransferRow, updatePayment, updateRefunded } from './store.ts'
import { applyChanges, readSums, type TransferChange, toCountedTransfer, toSumColumns } from './sums.ts'
import { moveUsage } from './usage-store.ts'
import { loadTransfers, toPaymentSnapshot } from './view.ts'

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

/** Recomputes one payment. Returns its new row, and the transfers that its views show. */
export async function recomputePayment(
  ctx: Context,
  tx: Tx,
  before: PaymentRow,
  change: Omit<Recomputed, 'before'> = {},
): Promise<{ row: PaymentRow; transfers: PaymentTransferRow[] }> {
  const [row = before] = await recomputeAll(ctx, tx, [{ before, ...change }])
  return { row, transfers: await loadTransfers(tx, row) }
}

/**
 * Derives payments from their terms, transfers and marks, and writes an event for each change of state. No code sets a
 * status directly. Returns their new rows, in the same order.
 */
export async function recomputeAll(ctx: Context, tx: Tx, all: readonly Recomputed[]): Promise<PaymentRow[]> {
  const changed: PaymentRow[] = []
  for (const one of all) changed.push(await changedRow(ctx, tx, one))
  const isCompleted = (row: PaymentRow, index: number) =>
    all[index]?.before.completed_at === null && row.completed_at !== null
  // These may be listed in a settlement, which takes only payments that are already written as completed.
  const deposited = new Set(changed.filter((row, index) => isCompleted(row, index) && row.recognition === 'address'))
  await pipeline([...deposited].map((row) => updatePayment(tx, row)))
  const rows: PaymentRow[] = []
  for (const row of changed) rows.push(deposited.has(row) ? await listWithSweep(tx, row) : row)
  const pairs = all.map((one, index) => ({ ...one, row: rows[index] ?? one.before }))
  const ended = pairs.filter(({ before, row }) => isEnded(row) && !isEnded(before))
  const revived = pairs.filter(({ before, row }) => !isEnded(row) && isEnded(before))
  const moved = pairs.filter(({ before, row }) => before.status !== row.status)
  const moves = moved.map(({ before, row }) => ({ ...row, from: before.status }))
  const events = await eventsOf(ctx, tx, pairs)
  await pipeline([
    ...changed.filter((row) => !deposited.has(row)).map((row) => updatePayment(tx, row)),
    releaseAmounts(tx, ended.map(idOf), ctx.now()),
    releaseAmounts(tx, revived.map(idOf), null),
    tallyPayments(tx, moves),
    moveUsage(tx, moves),
    recordEvents(ctx, tx, events),
  ])
  return rows
}

async function changedRow(ctx: Context, tx: Tx, change: Recomputed): Promise<PaymentRow> {
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
  if (marked.expires_at === before.expires_at) return applyChanges(termsOf(marked), readSums(before), changes)
  // A new deadline requires a recount of all transfers. Only tests on local networks move the deadline.
  const transfers = (await findTransfersOfAll(tx, [before.id])).get(before.id) ?? []
  return sumUp(termsOf(marked), transfers.map(toCountedTransfer))
}

type Pair = Recomputed & { readonly row: PaymentRow }

async function eventsOf(ctx: Context, tx: Tx, pairs: readonly Pair[]): Promise<NewEvent[]> {
  const changed = pairs.map(({ before, row, lostTransfer = false }) => {
    return { row, types: deriveEvents(visible(before), visible(row), lostTransfer) }
  })
  const withEvents = changed.filter(({ types }) => types.length > 0)
  const transfers = await findShownTransfers(
    tx,
    withEvents.map(({ row }) => row),
  )
  return withEvents.flatMap(({ row, types }) => {
    const owner = { merchantId: row.merchant_id, livemode: row.livemode === 1 }
    const object = toPaymentSnapshot(ctx, row, transfers.get(row.id) ?? [])
    return types.map((type) => ({ ...owner, type, object }))
  })
}

function idOf({ row }: { readonly row: PaymentRow }): string {
  return row.id
}

function isEnded(row: PaymentRow): boolean {
  return hasEnded(row.status as PaymentStatus)
}

/**
 * What the payer is asked for: everything, nothing, or the remainder. Where amounts identify payments, the remainder
 * has a tail of its own.
 */
async function askFor(ctx: Context, tx: Tx, row: PaymentRow, state: PaymentState) {
  const due = BigInt(row.due)
  const current = { outstanding: row.outstanding, tail_allowance: row.tail_allowance }
  if (state.missing === 0n || state.missing === due) return { ...current, outstanding: state.missing }
  // A memo or an address identifies the payment of the remainder, whatever its amount.
  if (hasEnded(state.status) || row.recognition !== 'amount') return { ...current, outstanding: state.missing }
  if (isRestFor(BigInt(row.outstanding), state.missing, due)) return current
  const wallet = { chain: row.chain, token: row.token, address: row.address.toLowerCase() }
  const holder = { paymentId: row.id, merchantId: row.merchant_id }
  const rest = await reserveAmount(ctx, tx, wallet, state.missing, holder)
  // If no amount is free, the remainder has no tail. It can still be paid, and assigned by hand.
  const outstanding = rest ?? state.missing
  return { outstanding, tail_allowance: BigInt(row.tail_allowance) + outstanding - state.missing }
}

/** Whether the requested amount is the remainder with a tail already, and not still the whole amount. */
function isRestFor(outstanding: bigint, missing: bigint, due: bigint): boolean {
  return outstanding !== due && outstanding > missing && outstanding - missing <= MAX_SUFFIX
}

/** What `deriveEvents` compares: dust that does not count is ignored. */
function visible(row: PaymentRow) {
  return {
    status: row.status as PaymentStatus,
    exceptions: JSON.parse(row.exceptions) as PaymentException[],
    received: stateFrom(row, readSums(row)).effective,
  }
}

/** Derives a payment's state from its terms, its marks and these transfers. */
export function derivePaymentState(row: PaymentRow, transfers: readonly PaymentTransferRow[]): PaymentState {
  return derive(termsOf(row), transfers.map(toCountedTransfer), marksOf(row))
}

function stateFrom(row: PaymentRow, sums: Sums): PaymentState {
  return deriveFromSums(termsOf(row), sums, marksOf(row))
}

function termsOf(row: PaymentRow): PaymentTerms {
  return {
    due: BigInt(row.due),
    tolerance: BigInt(row.tolerance),
    tailAllowance: BigInt(row.tail_allowance),
    expiresAt: row.expires_at,
    latePayments: row.late_payments as 'review' | 'accept',
    minTransfer: BigInt(row.min_transfer),
  }
}

function marksOf(row: PaymentRow) {
  return {
    cancelled: row.cancelled_at !== null,
    accepted: row.accepted_at !== null,
    pastDeadline: row.past_deadline_at !== null,
  }
}

/** Adds money that has gone back to a payment's sum, in millionths, and records `payment.refunded`. */
export async function addRefunded(ctx: Context, tx: Tx, id: string, amount: bigint): Promise<void> {
  const before = await requireAnyPayment(tx, id)
  const row = { ...before, refunded: BigInt(before.refunded) + amount }
  await updateRefunded(tx, row)
  const owner = { merchantId: row.merchant_id, livemode: row.livemode === 1 }
  const object = toPaymentSnapshot(ctx, row, await loadTransfers(tx, row))
  await recordEvent(ctx, tx, { ...owner, type: 'payment.refunded', object })
}
