import { defineRoute } from '../http/route.ts'
import { spanQuery } from './span.ts'
import { summarise } from './summary.ts'

export const reportRoutes = {
  retrieve: defineRoute({
    name: 'retrieveReportSummary',
    method: 'GET',
    path: '/reports/summary',
    summary: 'Retrieve what came in, went back and was paid out in a span of time, and its value',
    description:
      "It adds up the entries of the ledger. Values are at each payment's own rate. Money without a value is listed apart.",
    scope: 'settlements:read',
    query: spanQuery,
    answer: 'ReportSummary',
    handle: (ctx, caller, { query }) => summarise(ctx, caller, query),
  }),
}
