import type { Attention, Attentions } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../../context/context.ts'
import { hasScope, type Scope } from '../../domain/catalog/entitlements.ts'
import { toEnvironment } from '../../domain/catalog/networks.ts'
import { HOUR_MS, toIsoTime } from '../../domain/time.ts'
import { END_OF_TIME } from '../../domain/time-spans.ts'
import { countPaymentRows } from '../../payments/list-store.ts'
import { limitToOwn } from '../../payments/own.ts'
import { countTransfers } from '../../payments/transfers/store.ts'
import { countUnresolved } from '../../payments/unresolved-store.ts'
import { countRefunds } from '../../refunds/store.ts'
import { pipeline } from '../../storage/database.ts'
import { listHeldChains } from '../../transactions/refund-hold.ts'
import {
  countFailedDeliveries,
  countNamedTransfers,
  countPendingRefunds,
  countSettlements,
  findWebhookStates,
  MANY,
} from './store.ts'

const FAILED_WITHIN_MS = 7 * 24 * HOUR_MS

/** Counts what waits for the caller's merchant, as far as the caller may read it. Every count is bounded, or a tally. */
export async function countAttention(ctx: Context, caller: Caller): Promise<Attentions> {
  const { db } = ctx
  const may = (scope: Scope) => hasScope(caller.scopes, scope)
  const readable = async (scope: Scope, list: string, counting: () => Promise<number>) =>
    may(scope) ? toAttention(await counting(), list) : null
  const webhooks = may('webhooks:read') ? await findWebhookStates(db, caller) : []
  // By the whole hour, so that a client can read the list again with the same address.
  const since = Math.floor((ctx.now() - FAILED_WITHIN_MS) / HOUR_MS) * HOUR_MS
  const heldChains = listHeldChains(ctx, caller.merchantId, toEnvironment(caller.livemode))
  // Nobody is asked to sign while a key may have paid.
  const countToSign = () =>
    heldChains.length === 0
      ? countPendingRefunds(db, caller, 'sign')
      : countRefunds(db, caller, { nextAction: 'sign', heldChains })
  const [all, claimed, late, underpaid, toSign, toCollect, pending, failed, deliveries] = await pipeline([
    countTransfers(db, caller, { attributed: false }),
    readable('transfers:read', '/transfers?status=named', () => countNamedTransfers(db, caller)),
    countWith(ctx, caller, 'late'),
    countWith(ctx, caller, 'underpaid'),
    readable('refunds:read', '/refunds?nextAction=sign', countToSign),
    readable('refunds:read', '/refunds?nextAction=collect_destination', () =>
      countPendingRefunds(db, caller, 'collect'),
    ),
    readable('settlements:read', '/settlements?status=pending', () => countSettlements(db, caller, 'pending')),
    readable('settlements:read', '/settlements?status=failed', () => countSettlements(db, caller, 'failed')),
    readable('webhooks:read', `/deliveries?state=failed&created_gte=${toIsoTime(since)}`, () =>
      countFailedDeliveries(db, caller, since),
    ),
  ])
  const countWebhooks = (state: string, isWanted: (one: (typeof webhooks)[number]) => boolean) =>
    readable('webhooks:read', `/webhooks?state=${state}`, async () => webhooks.filter(isWanted).length)
  const wasGivenUp = ({ disabled_reason: reason }: (typeof webhooks)[number]) => reason !== null && reason !== 'manual'
  return {
    books: ctx.readBooks(caller),
    unattributedTransfers: may('transfers:read')
      ? { count: all, more: false, list: '/transfers?status=unattributed' }
      : null,
    claimedTransfers: claimed,
    latePayments: late,
    underpaidPayments: underpaid,
    refundsToSign: toSign,
    refundsToCollect: toCollect,
    pendingSettlements: pending,
    failedSettlements: failed,
    failingWebhooks: await countWebhooks(
      'failing',
      (one) => one.failing_since !== null && one.disabled_reason === null,
    ),
    disabledWebhooks: await countWebhooks('given_up', wasGivenUp),
    failedDeliveries: deliveries,
  }
}

/** Ended payments with an exception whose money waits for a decision. */
async function countWith(ctx: Context, caller: Caller, unresolved: 'late' | 'underpaid'): Promise<Attention> {
  const always = { from: 0, to: END_OF_TIME }
  const own = limitToOwn(ctx, caller)
  const found = own
    ? countPaymentRows(ctx.db, caller, { own, unresolved })
    : countUnresolved(ctx.db, caller, { unresolved }, always, MANY + 1)
  return toAttention(await found, `/payments?unresolved=${unresolved}`)
}

function toAttention(found: number, list: string): Attention {
  return { count: Math.min(found, MANY), more: found > MANY, list }
}
