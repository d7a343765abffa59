import { decodeKeys } from './verify-webhook.ts'
import { answerWebhook, checkWebhookOptions, type WebhookOptions } from './webhook-answer.ts'
import { createLostBodyAnswer, readBody } from './webhook-body.ts'

/** The parts of Node's request that are used. Express's request has them too, so these types need no dependency. */
type WebhookRequest = AsyncIterable<Uint8Array> & {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly readableEnded: boolean
  readonly body?: unknown
  readonly rawBody?: unknown
}

type WebhookResponse = {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(text: string): unknown
}

/**
 * A handler for Express that reads the raw body itself: `app.post('/hook', webhook({ secrets, on }))`.
 * Behind a body parser, it needs the bytes in `request.rawBody`; without them it reports this and answers 500. Throws
 * TypeError for invalid options, misspelt events and invalid secrets. Secrets that a function returns are checked on
 * each request.
 */
export function webhook(
  options: WebhookOptions,
): (request: WebhookRequest, response: WebhookResponse) => Promise<void> {
  checkWebhookOptions('webhook', options)
  // Fail at the start, not at the first event.
  if (typeof options.secrets !== 'function') decodeKeys(options.secrets)
  return async (request, response) => {
    const body = await bodyOf(request).catch(() => undefined)
    // The sender has disconnected: nothing waits for an answer.
    if (body === undefined) return
    const answer = body === null ? createLostBodyAnswer(options) : await answerWebhook(body, request.headers, options)
    response.statusCode = answer.status
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer.body))
  }
}

async function bodyOf(request: WebhookRequest): Promise<string | Uint8Array | null> {
  return keptBody(request) ?? (request.readableEnded ? null : readBody(request))
}

/** What an earlier middleware kept: `rawBody`, or the body of express.raw() or express.text(). */
function keptBody({ rawBody, body }: WebhookRequest): string | Uint8Array | null {
  for (const candidate of [rawBody, body])
    if (typeof candidate === 'string' || candidate instanceof Uint8Array) return candidate
  return null
}
