import type { ReportLink } from '@crypto-checkout/api-types'
import type { z } from 'zod'
import type { Caller, Context } from '../context/context.ts'
import { toIsoTime } from '../domain/time.ts'
import { createExportLink, type OpenedLink, requireFew, writeCsv } from '../http/export-link.ts'
import type { FileColumn } from '../http/sheet.ts'
import { auditFilter, toRowFilter } from './list.ts'
import { type AuditRow, countAuditRows, listAuditRows } from './store.ts'

const FILE = 'audit.csv'

export const auditColumns: readonly FileColumn<AuditRow>[] = [
  ['created_at', (row) => toIsoTime(row.created_at)],
  ['operation', ({ operation }) => operation],
  ['actor', ({ actor }) => actor],
  ['address', ({ address }) => address],
  ['object', ({ object }) => object],
  ['object_id', (row) => row.object_id],
  ['before', (row) => row.fields_before],
  ['after', (row) => row.fields_after],
  ['request_id', (row) => row.request_id],
  ['id', ({ id }) => id],
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

/** The rows of a file, newest first, at most 10,000. */
export async function readAuditCsv({ db }: Context, { owner, filter }: OpenedLink): Promise<AsyncGenerator<string>> {
  const rows = toRowFilter(auditFilter.parse(filter))
  requireFew(await countAuditRows(db, owner, rows), 'entries')
  return writeCsv(auditColumns, (last, limit) => listAuditRows(db, owner, rows, last, limit))
}
