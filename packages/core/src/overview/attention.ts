import type { Attention, Attentions, PaymentException } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { hasScope, type Scope } from '../domain/catalog/entitlements.ts'
import { type CountedFacet, findFacets } from '../payments/count-store.ts'
import { countTransfers } from '../payments/transfers/store.ts'
import { pipeline } from '../storage/database.ts'
import {
  countFailedDeliveries,
  countNamedTransfers,
  countPendingRefunds,
  countSettlements,
  countUnresolved,
  findWebhookStates,
  MANY,
} from './store.ts'

const FAILED_WITHIN_MS = 7 * 86_400_000

/** Counts what waits for the caller's merchant, as far as the caller may read it. Every count is bounded, or a tally. */
export async function countAttention(ctx: Context, caller: Caller): Promise<Attentions> {
  const { db } = ctx
  const may = (scope: Scope) => hasScope(caller.scopes, scope)
  const readable = async (scope: Scope, counting: () => Promise<number>) =>
    may(scope) ? toCount(await counting()) : null
  const [facets, all] = await pipeline([findFacets(db, caller, {}), countTransfers(db, caller, { attributed: false })])
  const webhooks = may('webhooks:read') ? await findWebhookStates(db, caller) : []
  const since = ctx.now() - FAILED_WITHIN_MS
  const [claimed, late, underpaid, toSign, toCollect, pending, failed, deliveries] = await pipeline([
    readable('transfers:read', () => countNamedTransfers(db, caller)),
    countWith(ctx, caller, facets, 'late'),
    countWith(ctx, caller, facets, 'underpaid'),
    readable('refunds:read', () => countPendingRefunds(db, caller, 'sign')),
    readable('refunds:read', () => countPendingRefunds(db, caller, 'collect')),
    readable('settlements:read', () => countSettlements(db, caller, 'pending')),
    readable('settlements:read', () => countSettlements(db, caller, 'failed')),
    readable('webhooks:read', () => countFailedDeliveries(db, caller, since)),
  ])
  const countWebhooks = (isWanted: (one: (typeof webhooks)[number]) => boolean) =>
    readable('webhooks:read', async () => webhooks.filter(isWanted).length)
  return {
    unattributedTransfers: may('transfers:read') ? { count: all, more: false } : null,
    claimedTransfers: claimed,
    latePayments: late,
    underpaidPayments: underpaid,
    refundsToSign: toSign,
    refundsToCollect: toCollect,
    pendingSettlements: pending,
    failedSettlements: failed,
    failingWebhooks: await countWebhooks((one) => one.failing_since !== null && one.disabled_reason === null),
    disabledWebhooks: await countWebhooks((one) => one.disabled_reason !== null && one.disabled_reason !== 'manual'),
    failedDeliveries: deliveries,
  }
}

/** Ended payments with an exception whose money waits for a decision. The index has them by their set of exceptions. */
async function countWith(
  { db }: Context,
  caller: Caller,
  facets: readonly CountedFacet[],
  exception: PaymentException,
): Promise<Attention> {
  const ended = facets.filter(
    ({ status, exceptions }) => ['expired', 'cancelled'].includes(status) && JSON.parse(exceptions).includes(exception),
  )
  // Facets differ in networks and coins too.
  const kinds = new Map(ended.map((facet) => [`${facet.status} ${facet.exceptions}`, facet]))
  const counts = await pipeline([...kinds.values()].map((kind) => countUnresolved(db, caller, kind)))
  return toCount(counts.reduce((sum, count) => sum + count, 0))
}

function toCount(found: number): Attention {
  return { count: Math.min(found, MANY), more: found > MANY }
}
