import { defineRoute } from '../http/route.ts'
import { exportLedger, ledgerFileQuery } from './ledger-file.ts'
import { spanQuery } from './span.ts'
import { summarise } from './summary.ts'
import { exportSummary, summaryFileQuery } from './summary-file.ts'

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
  export: defineRoute({
    name: 'exportReportSummary',
    method: 'GET',
    path: '/reports/summary/export',
    summary: 'Make a link to the same as CSV',
    description: 'The link opens without keys, for an hour. The file has no things that are open.',
    scope: 'settlements:read',
    query: summaryFileQuery,
    answer: 'ReportLink',
    takesSnapshot: true,
    handle: (ctx, caller, { query }) => exportSummary(ctx, caller, query),
  }),
  exportLedger: defineRoute({
    name: 'exportLedger',
    method: 'GET',
    path: '/ledger/export',
    summary: 'Make a link to the entries of a span as a file',
    description:
      'The link opens without keys, for an hour. The file of a span that has ended has the same bytes each time.',
    scope: 'settlements:read',
    query: ledgerFileQuery,
    answer: 'ReportFile',
    takesSnapshot: true,
    handle: (ctx, caller, { query }) => exportLedger(ctx, caller, query),
  }),
}
