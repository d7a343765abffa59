import { answerWebhook, type WebhookOptions } from './webhook-answer.ts'

/** A handler for what speaks fetch: `export const POST = webhookFetch({ secrets, on })`. */
export function webhookFetch(options: WebhookOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, body } = await answerWebhook(new Uint8Array(await request.arrayBuffer()), request.headers, options)
    return Response.json(body, { status })
  }
}
