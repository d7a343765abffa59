import type { WebhookWithSecret } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { replaceSecret } from '../merchants/signing-secrets.ts'
import { requireWebhook } from './find.ts'
import { webhookView } from './view.ts'

/** Gives an endpoint a new secret, shown only once. The old one also signs for a day. */
export async function rotateWebhook(ctx: Context, caller: Caller, id: string): Promise<WebhookWithSecret> {
  return caller.commit(async (tx) => {
    const row = await requireWebhook(tx, caller, id)
    return { ...webhookView(row), secret: await replaceSecret(ctx, tx, caller, row.id) }
  })
}
