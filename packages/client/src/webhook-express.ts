import { keysOf } from './verify-webhook.ts'
import { answerWebhook, checkWebhookOptions, type WebhookOptions } from './webhook-answer.ts'
import { lost, readBody } from './webhook-body.ts'

/** What is read of Node's request, which Express's is as well: so these types need no others. */
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
 * A handler for Express, which reads the raw body itself: `app.post('/hook', webhook({ secrets, on }))`.
 * Behind a parser it needs the bytes in `request.rawBody`, or says so and answers 500. Throws TypeError for wrong
 * options, misspelt events and invalid secrets. What a function answers as secrets is checked with each request.
 */
export function webhook(
  options: WebhookOptions,
): (request: WebhookRequest, response: WebhookResponse) => Promise<void> {
  checkWebhookOptions('webhook', options)
  // Said at the start, not at the first event.
  if (typeof options.secrets !== 'function') keysOf(options.secrets)
  return async (request, response) => {
    const body = await bodyOf(request).catch(() => undefined)
    // Who sent it has hung up: nobody waits for an answer.
    if (body === undefined) return
    const answer = body === null ? lost(options) : await answerWebhook(body, request.headers, options)
    response.statusCode = answer.status
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer.body))
  }
}

async function bodyOf(request: WebhookRequest): Promise<string | Uint8Array | null> {
  return keptBody(request) ?? (request.readableEnded ? null : readBody(request))
}

/** What an earlier step kept: `rawBody`, or the body of express.raw() or express.text(). */
function keptBody({ rawBody, body }: WebhookRequest): string | Uint8Array | null {
  for (const kept of [rawBody, body]) if (typeof kept === 'string' || kept instanceof Uint8Array) return kept
  return null
}
