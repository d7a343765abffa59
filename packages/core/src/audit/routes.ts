import { defineRoute } from '../http/route.ts'
import { exportAudit } from './export.ts'
import { auditFilter, auditQuery, listAudit } from './list.ts'

export const auditRoutes = {
  list: defineRoute({
    name: 'listAudit',
    method: 'GET',
    path: '/audit',
    summary: 'List who changed what, newest first',
    description: 'It has each change that a key, a user or the command line made. Entries are kept for ever.',
    scope: 'audit:read',
    query: auditQuery,
    answer: 'AuditEntryList',
    handle: (ctx, caller, { query }) => listAudit(ctx, caller, query),
  }),
  export: defineRoute({
    name: 'exportAudit',
    method: 'GET',
    path: '/audit/export',
    summary: 'Ask for a link to the same list as CSV, of at most 10,000 entries',
    description: 'The link downloads the entries that there are now. It works for an hour, and needs no keys.',
    scope: 'audit:read',
    query: auditFilter,
    answer: 'ReportLink',
    handle: (ctx, caller, { query }) => exportAudit(ctx, caller, query),
  }),
}
