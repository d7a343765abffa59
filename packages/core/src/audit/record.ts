import { isDeepStrictEqual } from 'node:util'
import type { Actor, Caller, Context } from '../context/context.ts'
import type { Tx } from '../storage/database.ts'
import { queueNotices } from './notice-store.ts'
import { findSecurityRule } from './security.ts'
import { type Change, insertAuditRow, type RecordedFields } from './store.ts'

/** The author of a change. `merchantId` is null for what concerns no merchant, which only the operator sees. */
export type Author = Pick<Caller, 'livemode' | 'by'> & {
  readonly merchantId: string | null
  /** Pages give their requests no id. */
  readonly request: { readonly id: string | null; readonly address: string } | null
}

/**
 * Writes an entry of the audit log in the transaction of its change: of fields before and after it, those that differ. If
 * none does, nothing changed and nothing is written. Entries can be neither changed nor deleted. E-mails about it are queued
 * with it, if it is one to be told of.
 */
export async function recordChange(
  ctx: Pick<Context, 'now' | 'newId' | 'settings'>,
  tx: Tx,
  author: Author,
  change: Change,
): Promise<void> {
  const { operation, object, objectId } = change
  const [before, after] = keepDifferent(change.before, change.after)
  if (before && Object.keys(before).length === 0 && after) return
  const entry = { id: ctx.newId('aud'), created_at: ctx.now() }
  await insertAuditRow(tx, {
    ...entry,
    merchant_id: author.merchantId,
    livemode: author.livemode,
    operation,
    actor: author.by,
    address: author.request?.address ?? null,
    request_id: author.request?.id ?? null,
    object,
    object_id: objectId,
    fields_before: before && JSON.stringify(before),
    fields_after: after && JSON.stringify(after),
  })
  const rule = author.merchantId === null ? null : findSecurityRule({ operation, before, after })
  // The sandbox moves no money. Users belong to both environments.
  if (rule && ctx.settings.hasMailServer && (author.livemode || object === 'user'))
    await queueNotices(tx, entry, rule.tells)
}

/** The operator, who works for a merchant without a request. */
export function asOperator(merchantId: string | null, livemode: boolean, by: Actor = 'command_line'): Author {
  return { merchantId, livemode, by, request: null }
}

function keepDifferent(before: RecordedFields | null, after: RecordedFields | null) {
  if (!before || !after) return [before, after] as const
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]))
  const pick = (fields: RecordedFields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
  return [pick(before), pick(after)] as const
}
