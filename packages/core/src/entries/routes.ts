import { defineRoute } from '../http/route.ts'
import { entryQuery, listEntries } from './list.ts'

export const ledgerRoutes = {
  list: defineRoute({
    name: 'listLedgerEntries',
    method: 'GET',
    path: '/ledger',
    summary: 'List the entries of the ledger, newest first',
    description: 'An entry is a fact about money. It never changes: a correction is another entry, which names it.',
    scope: 'settlements:read',
    query: entryQuery,
    answer: 'LedgerEntryList',
    handle: (ctx, caller, { query }) => listEntries(ctx, caller, query),
  }),
}
