import type { WebhookWithSecret } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { requireReachable } from '../context/require-reachable.ts'
import { CheckoutError } from '../domain/error.ts'
import { findLastSequence } from '../events/find.ts'
import { replaceSecret } from '../merchants/signing-secrets.ts'
import { toWebhookView } from './find.ts'
import type { ValidWebhookInput } from './schema.ts'
import { countWebhooks, insertWebhook, MAX_WEBHOOKS } from './store.ts'

/**
 * Adds a URL that gets events from now on. The response contains its secret, which is shown only once. Throws
 * `invalid_state` when the environment already has 16.
 */
export async function createWebhook(
  ctx: Context,
  caller: Caller,
  input: ValidWebhookInput,
): Promise<WebhookWithSecret> {
  requireReachable(ctx, caller, input.url)
  return caller.commit(async (tx) => {
    if ((await countWebhooks(tx, caller)) >= MAX_WEBHOOKS) {
      throw new CheckoutError('invalid_state', `There are ${MAX_WEBHOOKS} webhooks already: delete one first.`)
    }
    const row = await insertWebhook(tx, {
      id: ctx.newId('wh'),
      merchant_id: caller.merchantId,
      livemode: caller.livemode ? 1 : 0,
      url: input.url,
      description: input.description ?? null,
      events: JSON.stringify(input.events ?? ['*']),
      created_at: ctx.now(),
      from_sequence: await findLastSequence(tx, caller),
      failing_since: null,
      disabled_at: null,
      disabled_reason: null,
    })
    return { ...toWebhookView(row), secret: await replaceSecret(ctx, tx, caller, row.id) }
  })
}
