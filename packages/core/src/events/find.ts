import { type Event, eventTypes, type List } from '@crypto-checkout/api-types'
import { z } from 'zod'
import type { Caller, Context } from '../context/context.ts'
import { CheckoutError, requireFound } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import type { Owner } from '../domain/owner.ts'
import { listQuery, qrCode, readPage } from '../http/fields.ts'
import {
  countEvents,
  countEventsOfPayment,
  type EventFilter,
  findEvent,
  findEventsAfter,
  findEventsBefore,
  findLastSequence,
  findOldestEvent,
} from './store.ts'
import { toEventView } from './view.ts'

/**
 * The caller's events, newest first. With `after`, oldest first from that sequence number, so a client that was offline
 * catches up without gaps. Throws `invalid_cursor`, also if events after `after` were pruned; 0 starts with the oldest
 * stored event.
 */
export async function listEvents(ctx: Context, caller: Caller, query: ValidEventQuery): Promise<List<Event>> {
  if (query.after !== undefined && query.starting_after !== undefined) {
    throw new CheckoutError('invalid_parameter', 'Give either after or starting_after, not both.', 'starting_after')
  }
  const { type, payment, after } = query
  const filter: EventFilter = { types: type && [type], payment }
  return readPage(query, {
    noun: 'event',
    find: async (id) => (await findEvent(ctx.db, caller, id))?.sequence,
    list: (before, limit) =>
      after === undefined
        ? findEventsBefore(ctx.db, caller, before, limit, filter)
        : findEventsAfter(ctx.db, caller, after, limit, filter),
    async count() {
      // Read after the rows. If events are pruned in between, this may refuse, but it never leaves an unreported gap.
      const kept = await findKeptRange(ctx, caller)
      if (after && after < kept.first - 1) throw refusePruned(kept.first)
      return countAfter(ctx, caller, query, after ?? 0, kept)
    },
    view: (rows) => rows.map((row) => toEventView(row, query.qrCode)),
  })
}

type Kept = { readonly first: number; readonly last: number }

/** The sequence numbers of the oldest stored event and of the newest one. There are no gaps between them. */
export async function findKeptRange(ctx: Context, caller: Caller): Promise<Kept> {
  const last = await findLastSequence(ctx.db, caller)
  const oldest = await findOldestEvent(ctx.db, caller)
  return { first: oldest?.sequence ?? last + 1, last }
}

/** Counts the events that a query asks for after a sequence number. */
async function countAfter(
  ctx: Context,
  caller: Caller,
  { type, payment }: ValidEventQuery,
  after: number,
  { first, last }: Kept,
): Promise<number> {
  if (payment !== undefined) return countEventsOfPayment(ctx.db, caller, { types: type && [type], payment }, after)
  return type ? countEvents(ctx.db, caller, type, after) : Math.max(0, last - Math.max(after, first - 1))
}

export function refusePruned(first: number): CheckoutError {
  return new CheckoutError(
    'invalid_cursor',
    `Older events are not kept any more: the first one kept has the sequence ${first}. Go on with after=${first - 1}, and look up what changed before in the payments.`,
    'after',
  )
}

export const sequence = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
  z.int().min(0),
)

export const eventQuery = listQuery.extend({
  type: z.enum(eventTypes).optional().meta({ description: 'Those of this type' }),
  payment: z
    .string()
    .refine((text) => isId('pay', text), 'must be the id of a payment, pay_...')
    .optional()
    .meta({
      description: 'Id of the payment that they are about: its own events, and those of its refunds and transfers',
    }),
  after: sequence.optional().meta({
    type: 'integer',
    minimum: 0,
    description: 'Events after this sequence number, oldest first, without gaps; 0: from the oldest stored event',
  }),
  qrCode,
})
type ValidEventQuery = z.output<typeof eventQuery>

export { type EventRow, findLastSequence } from './store.ts'

export async function retrieveEvent(ctx: Context, caller: Owner, id: string): Promise<Event> {
  return toEventView(requireFound('event', await findEvent(ctx.db, caller, id)))
}
