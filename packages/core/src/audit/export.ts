import type { AuditEntry, ReportLink } from '@crypto-checkout/api-types'
import type { z } from 'zod'
import { type Caller, type Context, runOnSnapshot } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { formatCsvLine } from '../domain/text.ts'
import { toIsoTime } from '../domain/time.ts'
import { parseQuery } from '../http/exchange.ts'
import { createLinkSigner, isValidLink } from '../secrets/sign-link.ts'
import { auditFilter, toAuditView, toRowFilter } from './list.ts'
import { countAuditRows, listAuditRows } from './store.ts'

const VALID_MS = 3_600_000
/** Entries that a file has at most. */
const MAX_ENTRIES = 10_000
/** What the signed part of a link begins with. */
const NAME = 'audit.csv?'

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
  if ((await countAuditRows(ctx.db, caller, toRowFilter(filter))) > MAX_ENTRIES) {
    const message = `There are more than ${MAX_ENTRIES} such entries: give created_gte and created_lt.`
    throw new CheckoutError('invalid_parameter', message, 'created_gte')
  }
  const expiresAt = ctx.now() + VALID_MS
  const name = NAME + formatQuery(caller, filter)
  const sign = await createLinkSigner(ctx, caller)
  const url = `${ctx.settings.publicUrl}/reports/${name}&${sign(name, expiresAt)}`
  return { object: 'report_link', url, expiresAt: toIsoTime(expiresAt) }
}

function formatQuery({ merchantId, livemode }: Caller, filter: z.output<typeof auditFilter>): string {
  const { created_gte, created_lt, ...texts } = filter
  const times = Object.entries({ created_gte, created_lt }).flatMap(([name, ms]) =>
    ms === undefined ? [] : [[name, toIsoTime(ms)]],
  )
  const account = { merchant: merchantId, livemode: String(livemode) }
  const given = Object.entries(texts).filter(([, text]) => text !== undefined)
  return new URLSearchParams(Object.fromEntries([...Object.entries(account), ...given, ...times])).toString()
}

/** The file of a link, newest first; null if the link was not made here or has expired. */
export async function createAuditCsv(ctx: Context, query: string): Promise<string | null> {
  const { merchant = '', livemode, expires = '', signature = '', ...filter } = parseQuery(query)
  const owner = { merchantId: merchant, livemode: livemode === 'true' }
  const name = NAME + query.slice(0, query.lastIndexOf('&expires='))
  if (!(await isValidLink(ctx, owner, { name, expires, signature }))) return null
  const rowFilter = toRowFilter(auditFilter.parse(filter))
  const rows = await runOnSnapshot(ctx, ({ db }) => listAuditRows(db, owner, rowFilter, null, MAX_ENTRIES))
  const lines = [COLUMNS, ...rows.map((row) => toCells(toAuditView(row)))].map(formatCsvLine)
  return `${lines.join('\r\n')}\r\n`
}

function toCells(entry: AuditEntry): string[] {
  const { createdAt, operation, actor, address, target, before, after, requestId, id } = entry
  const fields = [before, after].map((one) => (one === null ? '' : JSON.stringify(one)))
  return [createdAt, operation, actor, address ?? '', target.object, target.id ?? '', ...fields, requestId ?? '', id]
}
