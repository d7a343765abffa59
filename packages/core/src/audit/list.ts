import { type AuditEntry, type AuditObject, auditObjects, auditOperations, type List } from '@crypto-checkout/api-types'
import { z } from 'zod'
import type { Caller, Context } from '../context/context.ts'
import { listQuery, readPage, time } from '../http/fields.ts'
import { auditEntry } from '../http/shapes/account.ts'
import { createView } from '../http/view.ts'
import {
  type AuditRow,
  type AuditRowFilter,
  countAuditRows,
  findAuditRow,
  listAuditRows,
  listNewestAuditRows,
} from './store.ts'

/** The changes of the caller's merchant in an environment, newest first. Throws `invalid_cursor`. */
export function listAudit({ db }: Context, caller: Caller, query: ValidAuditQuery): Promise<List<AuditEntry>> {
  const filter = toRowFilter(query)
  return readPage(query, {
    noun: 'entry',
    find: (id) => findAuditRow(db, caller, id),
    list: (after, limit) => listAuditRows(db, caller, filter, after, limit),
    count: () => countAuditRows(db, caller, filter),
    view: (rows) => rows.map(toAuditView),
  })
}

/** The newest changes, for the operator: of one merchant, or of all and those that concern none. */
export async function listAuditAsOperator(
  ctx: Context,
  merchantId: string | null,
  limit: number,
): Promise<(AuditEntry & { readonly merchant: string | null })[]> {
  const rows = await listNewestAuditRows(ctx.db, merchantId, limit)
  return rows.map((row) => ({ ...toAuditView(row), merchant: row.merchant_id }))
}

const toView = createView(auditEntry)

export function toAuditView(row: AuditRow): AuditEntry {
  return toView(row, {
    target: { object: row.object, id: row.object_id },
    before: row.fields_before === null ? null : JSON.parse(row.fields_before),
    after: row.fields_after === null ? null : JSON.parse(row.fields_after),
  })
}

const AUTHORS = ['command_line', 'in_process', 'anonymous']
/** An id of ours, or a wallet. */
const ID = /^(?:[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}|(?:eip155|stellar):\w{1,64})$/

function isKind(text: string): text is AuditObject {
  return auditObjects.some((kind) => kind === text)
}

/** The filters of the list. */
export const auditFilter = z.strictObject({
  actor: z
    .string()
    .refine((text) => AUTHORS.includes(text) || ID.test(text), `must be an id, ${AUTHORS.join(' or ')}`)
    .optional()
    .meta({ description: 'Id of a key or a user, command_line, in_process or anonymous' }),
  object: z
    .string()
    .refine((text) => isKind(text) || ID.test(text), `must be an id, or one of ${auditObjects.join(', ')}`)
    .optional()
    .meta({ description: 'Id of an object, or a kind of them, such as payment or payment_link' }),
  operation: z.enum(auditOperations).optional().meta({ description: 'Those of this operation' }),
  created_gte: time
    .optional()
    .meta({ type: 'string', format: 'date-time', description: 'Made at or after this ISO 8601 time' }),
  created_lt: time
    .optional()
    .meta({ type: 'string', format: 'date-time', description: 'Made before this ISO 8601 time' }),
})
type ValidAuditFilter = z.output<typeof auditFilter>

export const auditQuery = listQuery.extend(auditFilter.shape)
type ValidAuditQuery = z.output<typeof auditQuery>

export function toRowFilter({ actor, object, operation, created_gte, created_lt }: ValidAuditFilter): AuditRowFilter {
  const kindOrId = object === undefined || isKind(object) ? { object } : { objectId: object }
  return { actor, ...kindOrId, operation, createdFrom: created_gte, createdBefore: created_lt }
}
