import { answerWebhook, checkWebhookOptions, type WebhookOptions } from './webhook-answer.ts'
import { createLostBodyAnswer, readBody } from './webhook-body.ts'

/**
 * A handler for fetch-based frameworks: `export const POST = webhookFetch({ secrets, on })`. Throws TypeError for
 * invalid options and misspelt events. Secrets are checked on each request: a build that imports the module may not
 * have them.
 */
export function webhookFetch(options: WebhookOptions): (request: Request) => Promise<Response> {
  checkWebhookOptions('webhookFetch', options)
  return async (request) => {
    const bytes = await bodyOf(request)
    const { status, body } = bytes
      ? await answerWebhook(bytes, request.headers, options)
      : createLostBodyAnswer(options)
    return Response.json(body, { status })
  }
}

async function bodyOf({ bodyUsed, body }: Request): Promise<Uint8Array | null> {
  if (bodyUsed) return null
  return body ? readBody(body) : new Uint8Array()
}
