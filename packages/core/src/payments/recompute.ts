import type { Context } from '../context.ts'
import { eventsOfChange } from '../domain/event.ts'
import { derive, hasEnded, type PaymentState } from '../domain/payment.ts'
import { MAX_TAIL } from '../domain/tail.ts'
import { type NewEvent, recordEvents } from '../events/record.ts'
import { listWithSweep } from '../settlements/list-swept.ts'
import type { Tx } from '../storage/database.ts'
import { together } from '../storage/together.ts'
import type { PaymentException, PaymentStatus } from '../wire.ts'
import { tallyPayments } from './count-store.ts'
import { releaseAmounts, reserveAmount } from './reservations.ts'
import { findTransfersOf, type PaymentRow, type PaymentTransferRow, updatePayment } from './store.ts'
import { paymentSnapshot } from './view.ts'

type Marks = Partial<Pick<PaymentRow, 'cancelled_at' | 'accepted_at' | 'past_deadline_at' | 'expires_at'>>

/** A payment to be brought in line, with its transfers as they are now. */
export type Recomputed = {
  readonly before: PaymentRow
  readonly transfers: readonly PaymentTransferRow[]
  readonly marks?: Marks
  /** A reorganisation is the cause. */
  readonly lostTransfer?: boolean
}

/** The same for one payment. Answers its row and transfers as they are now. */
export async function recomputePayment(
  ctx: Context,
  tx: Tx,
  before: PaymentRow,
  change: Pick<Recomputed, 'marks' | 'lostTransfer'> = {},
): Promise<{ row: PaymentRow; transfers: PaymentTransferRow[] }> {
  const transfers = await findTransfersOf(tx, before.id)
  const [row = before] = await recomputeAll(ctx, tx, [{ before, transfers, ...change }])
  return { row, transfers }
}

/**
 * Brings payments in line with what their terms, transfers and marks say, and writes an event for
 * each change of state. Nobody sets a status by hand. Answers their rows as they are now, in their order.
 */
export async function recomputeAll(ctx: Context, tx: Tx, all: readonly Recomputed[]): Promise<PaymentRow[]> {
  const changed: PaymentRow[] = []
  for (const one of all) changed.push(await changedRow(ctx, tx, one))
  const isCompleted = (row: PaymentRow, index: number) =>
    all[index]?.before.completed_at === null && row.completed_at !== null
  // Those may be listed with a settlement, which takes only what is written as completed.
  const deposited = new Set(changed.filter((row, index) => isCompleted(row, index) && row.recognition === 'address'))
  await together([...deposited].map((row) => updatePayment(tx, row)))
  const rows: PaymentRow[] = []
  for (const row of changed) rows.push(deposited.has(row) ? await listWithSweep(tx, row) : row)
  const pairs = all.map((one, index) => ({ ...one, row: rows[index] ?? one.before }))
  const ended = pairs.filter(({ before, row }) => isEnded(row) && !isEnded(before))
  const revived = pairs.filter(({ before, row }) => !isEnded(row) && isEnded(before))
  const moved = pairs.filter(({ before, row }) => before.status !== row.status)
  const events = pairs.flatMap((pair) => eventsOf(ctx, pair))
  await together([
    ...changed.filter((row) => !deposited.has(row)).map((row) => updatePayment(tx, row)),
    releaseAmounts(tx, ended.map(idOf), ctx.now()),
    releaseAmounts(tx, revived.map(idOf), null),
    tallyPayments(
      tx,
      moved.map(({ before, row }) => ({ ...row, from: before.status })),
    ),
    recordEvents(ctx, tx, events),
  ])
  return rows
}

async function changedRow(ctx: Context, tx: Tx, { before, transfers, marks }: Recomputed): Promise<PaymentRow> {
  const marked = marks ? { ...before, ...marks } : before
  const asking = { ...marked, ...(await askFor(ctx, tx, marked, stateOf(marked, transfers))) }
  // The tail of a rest that is asked for from now on is no overpayment.
  const state = stateOf(asking, transfers)
  return {
    ...asking,
    status: state.status,
    exceptions: JSON.stringify(state.exceptions),
    received: state.received,
    completed_at: state.status === 'completed' ? (before.completed_at ?? ctx.now()) : null,
    transfer_count: transfers.length,
    version: before.version + 1,
  }
}

function eventsOf(ctx: Context, pair: Recomputed & { readonly row: PaymentRow }): NewEvent[] {
  const { before, row, transfers, lostTransfer = false } = pair
  const types = eventsOfChange(visible(before), visible(row), lostTransfer)
  const snapshot = types.length > 0 ? paymentSnapshot(ctx, row, transfers) : null
  const owner = { merchantId: row.merchant_id, livemode: row.livemode === 1 }
  return snapshot ? types.map((type) => ({ ...owner, type, object: snapshot })) : []
}

function idOf({ row }: { readonly row: PaymentRow }): string {
  return row.id
}

function isEnded(row: PaymentRow): boolean {
  return hasEnded(row.status as PaymentStatus)
}

/** What the payer is asked for: all, nothing, or the rest; with a tail of its own where amounts tell payments apart. */
async function askFor(ctx: Context, tx: Tx, row: PaymentRow, state: PaymentState) {
  const due = BigInt(row.due)
  const current = { outstanding: row.outstanding, tail_allowance: row.tail_allowance }
  if (state.missing === 0n || state.missing === due) return { ...current, outstanding: state.missing }
  // A memo or an address says whose the rest is, whatever its amount.
  if (hasEnded(state.status) || row.recognition !== 'amount') return { ...current, outstanding: state.missing }
  if (isRestFor(BigInt(row.outstanding), state.missing, due)) return current
  const wallet = { chain: row.chain, token: row.token, address: row.address.toLowerCase() }
  const holder = { paymentId: row.id, merchantId: row.merchant_id }
  const rest = await reserveAmount(ctx, tx, wallet, state.missing, holder)
  // With no amount left the rest has no tail: it can still be paid, and be assigned by hand.
  const outstanding = rest ?? state.missing
  return { outstanding, tail_allowance: BigInt(row.tail_allowance) + outstanding - state.missing }
}

/** Whether what is asked for is the rest with a tail already, and not the whole amount still. */
function isRestFor(outstanding: bigint, missing: bigint, due: bigint): boolean {
  return outstanding !== due && outstanding > missing && outstanding - missing <= MAX_TAIL
}

function visible(row: PaymentRow) {
  return {
    status: row.status as PaymentStatus,
    exceptions: JSON.parse(row.exceptions) as PaymentException[],
    received: BigInt(row.received),
  }
}

/** What a payment's terms and marks make of transfers. */
export function stateOf(row: PaymentRow, transfers: readonly PaymentTransferRow[]): PaymentState {
  return derive(termsOf(row), transfers.map(counted), marksOf(row))
}

function termsOf(row: PaymentRow) {
  return {
    due: BigInt(row.due),
    tolerance: BigInt(row.tolerance),
    tailAllowance: BigInt(row.tail_allowance),
    expiresAt: row.expires_at,
    latePayments: row.late_payments as 'review' | 'accept',
  }
}

function marksOf(row: PaymentRow) {
  return {
    cancelled: row.cancelled_at !== null,
    accepted: row.accepted_at !== null,
    pastDeadline: row.past_deadline_at !== null,
  }
}

function counted(transfer: PaymentTransferRow) {
  const state = transfer.state as 'seen' | 'final' | 'orphaned'
  return { amount: BigInt(transfer.amount), blockTime: transfer.block_time, state }
}
