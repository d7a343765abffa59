import type { EventType } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { isHeld } from '../deposits/deposit.ts'
import { findLastSweep } from '../deposits/sweeps-store.ts'
import { toOwner } from '../domain/owner.ts'
import { deriveEvents, hasEnded } from '../domain/payment.ts'
import { createBooking, type NewEvent, recordEvent, recordEvents } from '../events/record.ts'
import { pipeline, type Tx } from '../storage/database.ts'
import { becomesFinal, bookFinal } from './book.ts'
import { hasMoved, tallyPayments } from './count-store.ts'
import { requireAnyPayment } from './find.ts'
import { movePlaces } from './links/store.ts'
import { isOfMethod, type MethodRow } from './methods/method.ts'
import { deriveWithMethods } from './methods/next-row.ts'
import { findMethods, updateMethod } from './methods/store.ts'
import { deriveNextRow, type Recomputed, toVisible } from './next-row.ts'
import { leaveOrders, rejoinOrders } from './open-order-store.ts'
import { issuePaymentReceipts } from './receipt.ts'
import { tallyReceived } from './received-store.ts'
import { releaseAmounts } from './reservations.ts'
import { findLastTaker, listSettled, recountSettlement } from './settlement-store.ts'
import { findShown, loadShown, nothingShown, type Shown } from './shown-store.ts'
import { type PaymentRow, updatePayment, updateRefunded } from './store.ts'
import { moveUsage } from './usage-store.ts'
import { toPaymentSnapshot } from './view.ts'

export { derivePaymentState, type Recomputed } from './next-row.ts'

/** Recomputes one payment. Returns its new row, and what its views show besides. */
export async function recomputePayment(
  ctx: Context,
  tx: Tx,
  before: PaymentRow,
  change: Omit<Recomputed, 'before'> = {},
): Promise<{ row: PaymentRow; shown: Shown }> {
  const [row = before] = await recomputeAll(ctx, tx, [{ before, ...change }])
  return { row, shown: await loadShown(tx, row) }
}

/**
 * Derives payments from their terms, transfers and marks, and writes an event for each change of state. No code sets a
 * status directly. Returns their new rows, in the same order.
 */
export async function recomputeAll(ctx: Context, tx: Tx, all: readonly Recomputed[]): Promise<PaymentRow[]> {
  const methods = await findMethods(
    tx,
    all.map((one) => one.before),
  )
  const changed: PaymentRow[] = []
  for (const one of all) {
    const own = methods.get(one.before.id)
    changed.push(await (own ? deriveWithMethods(ctx, tx, one, own) : deriveNextRow(ctx, tx, one)))
  }
  const isCompleted = (row: PaymentRow, index: number) =>
    all[index]?.before.completed_at === null && row.completed_at !== null
  // These may be listed in a settlement, which takes only payments that are already written as completed.
  const listed = new Set(changed.filter((row, index) => isCompleted(row, index) && mayBeListed(row, all[index])))
  await pipeline([...listed].map((row) => updatePayment(tx, row)))
  const rows: PaymentRow[] = []
  for (const row of changed) rows.push(listed.has(row) ? await listWithMoney(tx, row) : row)
  const pairs = all.map((one, index) => ({ ...one, row: rows[index] ?? one.before }))
  const ended = pairs.filter(({ before, row }) => isEnded(row) && !isEnded(before))
  const revived = pairs.filter(({ before, row }) => !isEnded(row) && isEnded(before))
  const moved = pairs.filter(({ before, row }) => hasMoved(before, row))
  const events = await deriveAllEvents(ctx, tx, pairs, methods)
  // Their orders may have other open payments by now, or get them in this batch.
  const reopened = revived.map(({ row }) => row)
  await leaveOrders(tx, reopened)
  await pipeline([
    ...changed.filter((row) => !listed.has(row)).map((row) => updatePayment(tx, row)),
    releaseAmounts(tx, ended.map(getId), ctx.now()),
    releaseAmounts(tx, revived.map(getId), null),
    tallyPayments(
      tx,
      moved.map(({ before, row }) => ({ ...row, from: before })),
    ),
    // Before the usage, as payments by a link are made.
    movePlaces(
      tx,
      moved.map(({ before, row }) => ({ ...row, from: before.status })),
    ),
    moveUsage(
      tx,
      moved.map(({ before, row }) => ({ ...row, from: before.status })),
    ),
    tallyReceived(tx, pairs),
    recordEvents(ctx, tx, events),
  ])
  await rejoinOrders(tx, reopened)
  return rows
}

type Pair = Recomputed & { readonly row: PaymentRow }

async function deriveAllEvents(
  ctx: Context,
  tx: Tx,
  pairs: readonly Pair[],
  methods: ReadonlyMap<string, readonly MethodRow[]>,
): Promise<NewEvent[]> {
  const now = ctx.now()
  const changed = pairs.map((pair) => ({
    row: pair.row,
    types: listEventTypes(pair),
    // Entries that complete a payment are booked at the time of its completion.
    entries: bookFinal(
      pair,
      methods.get(pair.before.id),
      (pair.before.completed_at === null && pair.row.completed_at) || now,
    ),
  }))
  const withEvents = changed.filter(({ types }) => types.length > 0)
  const shown = await findShown(
    tx,
    withEvents.map(({ row }) => row),
  )
  const completed = pairs.filter(({ before, row }) => before.completed_at === null && row.completed_at !== null)
  const receipts = await issuePaymentReceipts(
    ctx,
    tx,
    completed.map(({ row }) => row),
    shown,
  )
  return changed.flatMap(({ row, types, entries }) => {
    const owner = toOwner(row)
    if (types.length === 0) return createBooking(owner, entries)
    const known = shown.get(row.id) ?? nothingShown
    const object = toPaymentSnapshot(ctx, row, { ...known, receipt: receipts.get(row.id) ?? known.receipt })
    // The first event books them all.
    return types.map((type, index) => ({ ...owner, type, object, entries: index === 0 ? entries : [] }))
  })
}

function listEventTypes({ before, row, lostTransfer = false }: Pair): EventType[] {
  const [from, to] = [toVisible(before), toVisible(row)]
  if (isOfMethod(before, row)) return deriveEvents(from, to, lostTransfer)
  // Sums of two coins cannot be compared: what the method before had received counts no longer.
  return ['payment.method_changed', ...deriveEvents(from, { ...to, received: 0n }, lostTransfer)]
}

function getId({ row }: { readonly row: PaymentRow }): string {
  return row.id
}

function isEnded(row: PaymentRow): boolean {
  return hasEnded(row.status)
}

/** Adds money that has gone back to the sum of a payment's method, in millionths, and records `payment.refunded`. */
export async function addRefunded(
  ctx: Context,
  tx: Tx,
  { id, ...place }: { readonly id: string; readonly chain: string; readonly token: string },
  amount: bigint,
): Promise<void> {
  const before = await requireAnyPayment(tx, id)
  const isChosen = isOfMethod(before, place)
  const row = isChosen ? { ...before, refunded: before.refunded + amount } : before
  if (isChosen) await updateRefunded(tx, row)
  const method = (await findMethods(tx, [before])).get(id)?.find((one) => isOfMethod(one, place))
  if (method) await updateMethod(tx, method, { ...method, refunded: method.refunded + amount })
  const owner = toOwner(row)
  const object = toPaymentSnapshot(ctx, row, await loadShown(tx, row))
  await recordEvent(ctx, tx, { ...owner, type: 'payment.refunded', object })
}

/** Money that becomes final with a payment's completion is in no settlement yet, except on its own address. */
function mayBeListed({ recognition }: PaymentRow, { changes = [] }: Partial<Recomputed> = {}): boolean {
  return recognition === 'address' || !changes.some(becomesFinal)
}

/**
 * Lists a payment that completes after its money was settled, in the last settlement with some of it. Returns the
 * payment. If some money is in no settlement yet, the one that takes it lists the payment.
 */
async function listWithMoney(tx: Tx, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.settlement_id !== null) return payment
  const settlement_id =
    payment.recognition === 'address' ? await findSweeping(tx, payment) : await findLastTaker(tx, payment)
  if (settlement_id === null) return payment
  await listSettled(tx, { ...payment, id: settlement_id }, { seqs: [payment.seq] })
  await recountSettlement(tx, settlement_id)
  return { ...payment, settlement_id }
}

/** The settlement that swept a payment's own address last; null if the address holds money. */
async function findSweeping(tx: Tx, { chain, token, address }: PaymentRow): Promise<string | null> {
  const place = { chain, token, address: address.toLowerCase() }
  return (await isHeld(tx, place)) ? null : ((await findLastSweep(tx, place))?.settlement_id ?? null)
}
