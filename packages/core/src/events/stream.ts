import { z } from 'zod'
import type { Caller, Context } from '../context/context.ts'
import type { FeedMessage } from '../context/event-feed.ts'
import type { EventStream } from '../context/event-stream.ts'
import { CheckoutError } from '../domain/error.ts'
import { serialise } from '../domain/serialise.ts'
import { findKeptRange, refusePruned, sequence } from './find.ts'
import { type EventRow, findEventsAfter } from './store.ts'
import { toEventView } from './view.ts'

/** Events that a stream reads at once when it is behind. */
const EVENTS_A_PAGE = 50

export const streamQuery = z.strictObject({
  after: sequence.optional().meta({
    type: 'integer',
    minimum: 0,
    description:
      'Begins after this sequence number, without gaps; 0: with the oldest event that is kept. Default: with the next event. The header Last-Event-ID counts more',
  }),
})

/**
 * The caller's events as they come. Throws `rate_limited` for too many streams, and `invalid_cursor` for a number that no
 * event has yet, or that only pruned events follow.
 */
export async function streamEvents(
  ctx: Context,
  caller: Caller,
  { after }: z.output<typeof streamQuery>,
): Promise<EventStream> {
  const { first, last } = await findKeptRange(ctx, caller)
  if (after !== undefined && after > last) {
    throw new CheckoutError(
      'invalid_cursor',
      `No event has the sequence ${after} yet: the last one is ${last}.`,
      'after',
    )
  }
  if (after !== undefined && after !== 0 && after < first - 1) throw refusePruned(first)
  const { merchantId, livemode, by } = caller
  const owner = { merchantId, livemode }
  const start = after === 0 ? first - 1 : (after ?? last)
  const read = async (place: number) => (await findEventsAfter(ctx.db, owner, place, EVENTS_A_PAGE)).map(toMessage)
  const mayContinue = caller.mayContinue ?? (async () => true)
  return ctx.eventFeeds.open({ owner, by, after: start, read, mayContinue }, last)
}

/** An event as `GET /events` answers it, in one message. JSON has no line breaks. */
export function toMessage(row: EventRow): FeedMessage {
  const data = serialise(toEventView(row))
  return { sequence: row.sequence, text: `id: ${row.sequence}\nevent: ${row.type}\ndata: ${data}\n\n` }
}
