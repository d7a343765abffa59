import type { Caller, Context } from '../context.ts'
import { CheckoutError } from '../domain/error.ts'
import { DEFAULT_PAGE, pageOf } from '../domain/page.ts'
import type { Event, List } from '../wire.ts'
import type { ValidEventQuery } from './schema.ts'
import { countEvents, eventsAfter, eventsBefore, findEvent, lastSequence } from './store.ts'
import { eventView } from './view.ts'

/**
 * The caller's events, newest first; with `after`, oldest first from that sequence number on, so
 * that who was away catches up without gaps. Throws `invalid_cursor`.
 */
export async function listEvents(ctx: Context, caller: Caller, query: ValidEventQuery): Promise<List<Event>> {
  const limit = query.limit ?? DEFAULT_PAGE
  if (query.after !== undefined && query.starting_after !== undefined) {
    throw new CheckoutError('invalid_parameter', 'Give either after or starting_after, not both.', 'starting_after')
  }
  const { type, after } = query
  if (after !== undefined) {
    const rows = await eventsAfter(ctx.db, caller, after, limit + 1, type && [type])
    return pageOf(rows, limit, await totalOf(ctx, caller, type, after), eventView)
  }
  const before = query.starting_after !== undefined ? await sequenceOf(ctx, caller, query.starting_after) : null
  const rows = await eventsBefore(ctx.db, caller, before, limit + 1, type)
  return pageOf(rows, limit, await totalOf(ctx, caller, type, 0), eventView)
}

async function totalOf(ctx: Context, caller: Caller, type: string | undefined, after: number): Promise<number> {
  if (type) return countEvents(ctx.db, caller, type, after)
  return Math.max(0, (await lastSequence(ctx.db, caller)) - after)
}

async function sequenceOf(ctx: Context, caller: Caller, id: string): Promise<number> {
  const row = await findEvent(ctx.db, caller, id)
  if (!row) throw new CheckoutError('invalid_cursor', 'There is no such event to start after.', 'starting_after')
  return row.sequence
}
