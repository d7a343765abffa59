import { defineRoute } from '../../http/route.ts'
import { overviewQuery, readOverview } from './overview.ts'

export const overviewRoutes = {
  retrieve: defineRoute({
    name: 'retrieveOverview',
    method: 'GET',
    path: '/overview',
    summary: 'Retrieve what came in by day, network and coin, what needs a hand, and what is set up',
    description:
      'Days are those of `timeZone`, both ends included, at most 92. Refunds are not taken off. Counts that your ' +
      'key may not read are null.',
    scope: 'payments:read',
    query: overviewQuery,
    answer: 'Overview',
    handle: (ctx, caller, { query }) => readOverview(ctx, caller, query),
  }),
}
