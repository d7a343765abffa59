import type { AuditEntry, List, SecurityNotice } from '@crypto-checkout/api-types'
import { toAuditView } from '../../audit/list.ts'
import { findSecurityRule, securityOperations } from '../../audit/security.ts'
import { listAuditRows } from '../../audit/store.ts'
import type { Context } from '../../context/context.ts'
import { CheckoutError } from '../../domain/error.ts'
import { DAY_MS } from '../../domain/time.ts'
import { toList } from '../../http/fields.ts'
import type { SessionRow } from '../sessions.ts'
import { listMemberships } from '../store.ts'

const MOST = 1_000

/**
 * Lists a user's notices of a merchant's last day, newest first, for each environment and matter: all changes to an
 * owner, to others those of their own account. Those from before the user came are left out. Throws `resource_missing`.
 */
export async function listNotices(
  ctx: Context,
  { user_id: userId }: SessionRow,
  merchantId: string,
): Promise<List<SecurityNotice>> {
  const { db } = ctx
  const membership = (await listMemberships(db, userId)).find(({ merchant_id }) => merchant_id === merchantId)
  if (!membership) throw new CheckoutError('resource_missing', 'You belong to no such merchant.', 'merchant')
  const createdFrom = Math.max(ctx.now() - DAY_MS, membership.created_at + 1)
  const isOwner = membership.role === 'owner'
  const filter = { operations: securityOperations, createdFrom, ...(isOwner ? {} : { objectId: userId }) }
  const findMatter = (entry: AuditEntry) => {
    const rule = findSecurityRule(entry)
    const recipient = entry.target.id === userId ? 'user' : 'owners'
    const isTold = rule?.tells.includes(recipient) && (recipient === 'user' || isOwner)
    return rule && isTold ? rule.matter : null
  }
  const notices: SecurityNotice[] = []
  for (const livemode of [true, false]) {
    const rows = await listAuditRows(db, { merchantId, livemode }, filter, null, MOST)
    const byMatter = Map.groupBy(rows.map(toAuditView), findMatter)
    for (const [matter, [entry, ...others]] of byMatter)
      if (matter && entry) notices.push({ object: 'security_notice', matter, count: 1 + others.length, entry })
  }
  return toList(notices.toSorted((a, b) => (a.entry.createdAt < b.entry.createdAt ? 1 : -1)))
}
