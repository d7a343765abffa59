import { recordChange } from '../audit/record.ts'
import { listAuditRows } from '../audit/store.ts'
import type { Context } from '../context/context.ts'
import { DAY_MS } from '../domain/time.ts'
import { COUNTS_MS, MOST_AT_ACCOUNT } from './attempts.ts'
import { hasFailures, listOftenFailed, type OftenFailed, pruneFailures } from './failure-store.ts'
import { listMemberships } from './store.ts'

const ROWS_AT_ONCE = 300

/**
 * Records in the audit logs at whose accounts many sign-ins fail: at most once a day, so that strangers cannot fill them. No
 * request does so, because its time would tell which addresses have an account.
 */
export async function recordFailures(ctx: Context): Promise<void> {
  for (const failed of await listOftenFailed(ctx.db, ctx.now() - COUNTS_MS, MOST_AT_ACCOUNT)) await record(ctx, failed)
}

async function record(ctx: Context, { userId, failures, addresses }: OftenFailed): Promise<void> {
  const filter = { objectId: userId, operation: 'failSignIn', createdFrom: ctx.now() - DAY_MS } as const
  for (const { merchant_id: merchantId } of await listMemberships(ctx.db, userId)) {
    const place = { merchantId, livemode: true }
    if ((await listAuditRows(ctx.db, place, filter, null, 1)).length > 0) continue
    const change = { operation: 'failSignIn', object: 'user', objectId: userId, before: null } as const
    const author = { ...place, by: 'in_process', request: null } as const
    await ctx.transact((tx) => recordChange(ctx, tx, author, { ...change, after: { failures, addresses } }))
  }
}

/** Deletes failures that count no more. True if some are left. */
export async function forgetFailures(ctx: Context): Promise<boolean> {
  if (!(await hasFailures(ctx.db))) return false
  const now = ctx.now()
  const span = { since: now - COUNTS_MS, until: now + COUNTS_MS }
  return (await ctx.transact((tx) => pruneFailures(tx, span, ROWS_AT_ONCE))) === ROWS_AT_ONCE
}
