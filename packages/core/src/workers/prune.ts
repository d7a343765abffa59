import { pruneStoredAnswers } from '../api/idempotency-store.ts'
import { findOldestRequest, pruneRequests } from '../api/requests/store.ts'
import { pruneCodes } from '../connections/store.ts'
import type { Context } from '../context/context.ts'
import { eraseOldEmails } from '../customers/email.ts'
import { DAY_MS } from '../domain/time.ts'
import { findOldestEvent, pruneEvents } from '../events/store.ts'
import { pruneSecrets } from '../merchants/signing-secret-store.ts'
import { listMerchantIds } from '../merchants/store.ts'
import { describeError } from '../networks/health.ts'
import { pruneDeliveries } from '../webhooks/deliveries/store.ts'
import type { MonitoredJob } from './runner.ts'

const EVERY_MS = 60_000
/** Rows of one kind in one transaction. Other writes come in between. */
const ROWS_AT_ONCE = 300
const MERCHANTS_A_PASS = 50

/**
 * Deletes data older than the retention: ended deliveries with their attempts, and events. Secrets, stored answers
 * and codes of connections are deleted when they expire, and requests after a day. Addresses of customers are erased when
 * the settings say. Payments and transfers are never
 * deleted.
 */
export function createPruneJob(ctx: Context): MonitoredJob {
  /** Merchants up to this id are done in this round. */
  let merchant = ''
  /** Some merchants of this round have more left than one turn takes. */
  let left = false

  /** Deliveries go first, because an event is kept as long as one of its deliveries. */
  async function pruneOthers(until: number): Promise<boolean> {
    const now = ctx.now()
    const deleted = [
      await ctx.transact((tx) => pruneDeliveries(tx, until, ROWS_AT_ONCE)),
      await ctx.transact((tx) => pruneSecrets(tx, now, ROWS_AT_ONCE)),
      await ctx.transact((tx) => pruneStoredAnswers(tx, now, ROWS_AT_ONCE)),
      await ctx.transact((tx) => pruneCodes(tx, now, ROWS_AT_ONCE)),
    ]
    return deleted.includes(ROWS_AT_ONCE)
  }

  async function pruneOldEvents(merchantId: string, until: number): Promise<boolean> {
    let more = false
    for (const livemode of [true, false]) {
      const owner = { merchantId, livemode }
      const oldest = await findOldestEvent(ctx.db, owner)
      if (!oldest || oldest.created_at > until) continue
      more = (await ctx.transact((tx) => pruneEvents(tx, owner, until, ROWS_AT_ONCE))) === ROWS_AT_ONCE || more
    }
    return more
  }

  async function pruneOldRequests(merchantId: string): Promise<boolean> {
    const until = ctx.now() - DAY_MS
    let more = false
    for (const livemode of [true, false]) {
      const owner = { merchantId, livemode }
      const oldest = await findOldestRequest(ctx.db, owner)
      if (oldest === null || oldest > until) continue
      more = (await ctx.transact((tx) => pruneRequests(tx, owner, until, ROWS_AT_ONCE))) === ROWS_AT_ONCE || more
    }
    return more
  }

  async function eraseCustomers(merchantId: string): Promise<boolean> {
    let more = false
    for (const livemode of [true, false])
      more = (await eraseOldEmails(ctx, { merchantId, livemode }, ROWS_AT_ONCE)) === ROWS_AT_ONCE || more
    return more
  }

  return {
    name: 'prune',
    everyMs: EVERY_MS,
    async run() {
      const until = ctx.now() - ctx.settings.retentionMs
      let more = await pruneOthers(until)
      const ids = await listMerchantIds(ctx.db, merchant, MERCHANTS_A_PASS)
      for (const id of ids) {
        left = (await pruneOldEvents(id, until)) || left
        left = (await pruneOldRequests(id)) || left
        left = (await eraseCustomers(id)) || left
      }
      const others = ids.length === MERCHANTS_A_PASS
      merchant = others ? (ids.at(-1) ?? '') : ''
      if (others) return { more: true }
      more ||= left
      left = false
      return { more }
    },
    describeError: describeError,
  }
}
