import { keysOf } from './verify-webhook.ts'
import { answerWebhook, type WebhookOptions } from './webhook-answer.ts'
import { lost, readBody } from './webhook-body.ts'

/** A handler for what speaks fetch: `export const POST = webhookFetch({ secrets, on })`. Throws as webhook() does. */
export function webhookFetch(options: WebhookOptions): (request: Request) => Promise<Response> {
  // Said at the start, not at the first event.
  keysOf(options.secrets)
  return async (request) => {
    const bytes = await bodyOf(request)
    const { status, body } = bytes ? await answerWebhook(bytes, request.headers, options) : lost(options)
    return Response.json(body, { status })
  }
}

async function bodyOf({ bodyUsed, body }: Request): Promise<Uint8Array | null> {
  if (bodyUsed) return null
  return body ? readBody(body) : new Uint8Array()
}
