import type { Event, EventType } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { toOwnerColumns } from '../domain/owner.ts'
import type { Tx } from '../storage/database.ts'
import { findEventsAfter, findLastSequence } from './store.ts'
import { toEventView } from './view.ts'

export type Handler = { readonly type: EventType; handle(event: Event): unknown }

export type Listener = {
  /** Stores its place in the database under this name, so a restart loses nothing. */
  readonly name: string
  readonly merchantId: string
  readonly livemode: boolean
  readonly handlers: Handler[]
  /** Handlers that have handled the present event. They are not called again when another one throws. */
  readonly handled: Set<Handler>
}

const EVENTS_A_PASS = 100

/**
 * Calls a listener's handlers with the next events after its place, in order, one by one. The place moves when all
 * handlers have handled the event: at least once. A new listener starts with the changes after its first registration.
 * Throws a handler's error; the event is then delivered again. Events pruned before their delivery are skipped, and
 * `log` reports them once.
 */
export async function deliverToListener(
  ctx: Context,
  listener: Listener,
  log: (text: string) => void,
): Promise<{ more: boolean }> {
  const place = (await findPlace(ctx.db, listener)) ?? (await ensureCursor(ctx, listener))
  const events = await findEventsAfter(ctx.db, listener, place, EVENTS_A_PASS)
  const [first] = events
  if (first && first.sequence > place + 1) {
    // The place moves at once, so an error of a handler does not repeat this line.
    await ctx.transact((tx) => movePlace(tx, listener, first.sequence - 1))
    log(`events ${place + 1} to ${first.sequence - 1} are not kept any more and were not handed over`)
  }
  for (const row of events) {
    const wanting = listener.handlers.filter((handler) => handler.type === row.type)
    for (const handler of wanting) {
      if (listener.handled.has(handler)) continue
      await handler.handle(toEventView(row))
      listener.handled.add(handler)
    }
    if (wanting.length > 0 || row === events.at(-1)) await ctx.transact((tx) => movePlace(tx, listener, row.sequence))
    listener.handled.clear()
  }
  return { more: events.length === EVENTS_A_PASS }
}

/** A listener's place. For a new listener, it is set to the newest event: later changes follow. */
export function ensureCursor(ctx: Context, listener: Listener): Promise<number> {
  return ctx.transact(async (tx) => {
    const known = await findPlace(tx, listener)
    if (known !== null) return known
    const sequence = await findLastSequence(tx, listener)
    await movePlace(tx, listener, sequence)
    return sequence
  })
}

async function findPlace(db: Context['db'], listener: Listener): Promise<number | null> {
  const row = await db
    .selectFrom('listeners')
    .select('sequence')
    .where('name', '=', listener.name)
    .where('merchant_id', '=', listener.merchantId)
    .where('livemode', '=', listener.livemode)
    .executeTakeFirst()
  return row?.sequence ?? null
}

async function movePlace(tx: Tx, listener: Listener, sequence: number): Promise<void> {
  await tx
    .insertInto('listeners')
    .values({ ...toOwnerColumns(listener), name: listener.name, sequence })
    .onConflict((conflict) => conflict.columns(['name', 'merchant_id', 'livemode']).doUpdateSet({ sequence }))
    .execute()
}
