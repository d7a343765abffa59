import { defineRoute } from '../../http/route.ts'
import { listRequests, requestQuery } from './list.ts'

export const requestRoutes = {
  list: defineRoute({
    name: 'listRequests',
    method: 'GET',
    path: '/requests',
    summary: 'List the requests of the last day, newest first',
    description: 'Requests of sessions that only read are left out. Use it to find out what your program sent.',
    scope: 'requests:read',
    query: requestQuery,
    answer: 'RequestList',
    handle: (ctx, caller, { query }) => listRequests(ctx, caller, query),
  }),
}
