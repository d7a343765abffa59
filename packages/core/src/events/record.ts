import type { EventType } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { runAfterCommit } from '../context/observer.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import type { Entry } from '../domain/entry.ts'
import { type Owner, toOwnerColumns } from '../domain/owner.ts'
import { pipeline, type Tx } from '../storage/database.ts'
import { type DeferredKind, deferWrite } from '../storage/deferred.ts'
import { appendEvents, type UnnumberedRow } from './append-store.ts'
import type { EventRow } from './store.ts'
import { getPaymentId } from './view.ts'

/** An event to write: its owner, the resource as it is then, and the entries of the ledger that it books. */
export type NewEvent = {
  readonly merchantId: string
  readonly livemode: boolean
  readonly type: EventType
  readonly object: object
  readonly entries?: readonly Entry[]
}

/**
 * Writes an event in the transaction of its change. `object` is the resource as it is then, without its QR code, which
 * is generated again when the event is shown.
 */
export async function recordEvent(ctx: Context, tx: Tx, event: NewEvent): Promise<void> {
  await recordEvents(ctx, tx, [event])
}

/** Writes many events, in order. They get their numbers at the end of the transaction. */
export async function recordEvents(ctx: Context, tx: Tx, events: readonly NewEvent[]): Promise<void> {
  const rows = events.map((event) => toRow(ctx, tx, event))
  deferWrite(tx, eventWrites, rows)
}

/** The event that books entries for a fact without an event of its own; none if there are no entries. */
export function createBooking({ merchantId, livemode }: Owner, entries: readonly Entry[]): NewEvent[] {
  if (entries.length === 0) return []
  const object = { object: 'booking', kinds: entries.map(({ kind }) => kind) }
  return [{ merchantId, livemode, type: 'booking.created', object, entries }]
}

/** Writes an event that the rest of the transaction refers to. */
export async function recordEventNow(ctx: Context, tx: Tx, event: NewEvent): Promise<EventRow> {
  const row = toRow(ctx, tx, event)
  const { entries: _, ...stored } = row
  return { ...stored, sequence: await appendEvents(tx, row, [row]) }
}

const NO_ENTRIES: readonly Entry[] = []

const eventWrites: DeferredKind<UnnumberedRow> = {
  async write(tx, rows) {
    const owners = Map.groupBy(rows, (row) => `${row.merchant_id} ${row.livemode}`)
    await pipeline([...owners.values()].map((own) => appendEvents(tx, own[0] as UnnumberedRow, own)))
  },
}

/** An event as a row. Its observers are called after the commit, and pages that wait for its payment are told. */
function toRow(ctx: Context, tx: Tx, event: NewEvent): UnnumberedRow {
  ctx.pendingMerchants.add(event)
  const paymentId = getPaymentId(event.object)
  runAfterCommit(tx, (observer) => {
    if (paymentId !== null) ctx.waitingPages.tellPayment(paymentId)
    // It may be what a payer has sent in another coin.
    else if (event.type === 'transfer.unattributed') ctx.waitingPages.tellOwner(event)
    observer.recorded(describeEvent(event, paymentId))
  })
  const id = ctx.newId('evt')
  const object = event.type === 'booking.created' ? { id, ...event.object } : event.object
  return {
    ...toOwnerColumns(event),
    id,
    type: event.type,
    created_at: ctx.now(),
    payment_id: paymentId,
    object: JSON.stringify(object),
    entries: event.entries ?? NO_ENTRIES,
  }
}

/** The event as observers get it. */
function describeEvent({ type, livemode, object }: NewEvent, paymentId: string | null) {
  const { network = null, cryptocurrency = null } = object as { network?: string; cryptocurrency?: string }
  return { type, environment: toEnvironment(livemode), network, coin: cryptocurrency, paymentId }
}
