import { noInput } from '../http/fields.ts'
import { defineRoute } from '../http/route.ts'
import { overviewQuery, readOverview } from './overview.ts'

export const overviewRoutes = {
  retrieve: defineRoute({
    name: 'retrieveOverview',
    method: 'GET',
    path: '/overview',
    summary: 'What came in by day, network and coin, what needs a hand, and what is set up',
    scope: 'payments:read',
    query: overviewQuery,
    body: noInput,
    answer: 'Overview',
    status: 200,
    handle: (ctx, caller, { query }) => readOverview(ctx, caller, query),
  }),
}
