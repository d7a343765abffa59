import { defineRoute } from '../http/route.ts'
import { eventQuery, listEvents, retrieveEvent } from './find.ts'
import { streamEvents, streamQuery } from './stream.ts'

export const eventRoutes = {
  list: defineRoute({
    name: 'listEvents',
    method: 'GET',
    path: '/events',
    summary: 'List events, newest first; from a sequence number on with after',
    description:
      'Events are kept for 30 days, or for `policy.retentionDays` of the settings. `after` continues without gaps ' +
      'where you were.',
    scope: 'events:read',
    query: eventQuery,
    answer: 'EventList',
    handle: (ctx, caller, { query }) => listEvents(ctx, caller, query),
  }),
  stream: defineRoute({
    name: 'streamEvents',
    method: 'GET',
    path: '/events/stream',
    summary: 'Follow events as they come, as server-sent events; after Last-Event-ID without gaps',
    description:
      'Server-sent events (`text/event-stream`). `id` is the sequence number, `event` the type, and `data` an ' +
      'Event. Browsers continue by themselves after a break. A comment comes every 15 seconds while nothing ' +
      'happens.',
    refusals: ['invalid_cursor'],
    scope: 'events:read',
    query: streamQuery,
    answer: 'Event',
    streams: true,
    takesSnapshot: true,
    handle: (ctx, caller, { query }) => streamEvents(ctx, caller, query),
  }),
  retrieve: defineRoute({
    name: 'retrieveEvent',
    method: 'GET',
    path: '/events/{id}',
    summary: 'Retrieve an event',
    description: 'It is byte for byte what webhooks get.',
    scope: 'events:read',
    answer: 'Event',
    handle: (ctx, caller, { id }) => retrieveEvent(ctx, caller, id),
  }),
}
