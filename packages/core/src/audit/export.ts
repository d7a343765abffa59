import type { AuditEntry, ReportLink } from '@crypto-checkout/api-types'
import type { z } from 'zod'
import type { Caller, Context } from '../context/context.ts'
import { createExportLink, formatCsv, MAX_EXPORTED, openExportLink, requireFew } from '../http/export-link.ts'
import { auditFilter, toAuditView, toRowFilter } from './list.ts'
import { countAuditRows, listAuditRows } from './store.ts'

const FILE = 'audit.csv'

const COLUMNS = [
  ...['created_at', 'operation', 'actor', 'address', 'object', 'object_id', 'before', 'after'],
  ...['request_id', 'id'],
]

/**
 * A link to the changes as CSV, with the filters of the list. Throws `invalid_parameter` if they leave more than 10,000
 * entries.
 */
export async function exportAudit(
  ctx: Context,
  caller: Caller,
  filter: z.output<typeof auditFilter>,
): Promise<ReportLink> {
  requireFew(await countAuditRows(ctx.db, caller, toRowFilter(filter)), 'entries')
  return createExportLink(ctx, caller, FILE, filter)
}

/** The file of a link, newest first; null if the link was not made here or has expired. */
export function createAuditCsv(ctx: Context, query: string): Promise<string | null> {
  return openExportLink(ctx, FILE, query, async ({ db }, owner, filter) => {
    const rows = await listAuditRows(db, owner, toRowFilter(auditFilter.parse(filter)), null, MAX_EXPORTED)
    return formatCsv([COLUMNS, ...rows.map((row) => toCells(toAuditView(row)))])
  })
}

function toCells(entry: AuditEntry): string[] {
  const { createdAt, operation, actor, address, target, before, after, requestId, id } = entry
  const fields = [before, after].map((one) => (one === null ? '' : JSON.stringify(one)))
  return [createdAt, operation, actor, address ?? '', target.object, target.id ?? '', ...fields, requestId ?? '', id]
}
