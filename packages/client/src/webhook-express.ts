import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerWebhook, refused, type WebhookOptions } from './webhook-answer.ts'

/** Far more than an event has. */
const MAX_BODY_BYTES = 1_048_576

type WebhookRequest = IncomingMessage & { readonly body?: unknown; readonly rawBody?: unknown }

/**
 * A handler for Express, which reads the raw body itself: `app.post('/hook', webhook({ secrets, on }))`.
 * Behind a parser it needs the bytes in `request.rawBody`, or says so and answers 500.
 */
export function webhook(options: WebhookOptions): (request: WebhookRequest, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const body = keptBody(request) ?? (request.readableEnded ? null : await readBody(request))
    const answer = body === null ? lost(options) : await answerWebhook(body, request.headers, options)
    response.statusCode = answer.status
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer.body))
  }
}

function lost(options: WebhookOptions) {
  const report = options.onError ?? console.error
  const error = new Error(
    'A parser has eaten the body of a webhook, or it is too large: mount webhook() before express.json().',
  )
  report(error)
  return refused(500, error.message)
}

/** What an earlier step kept: `rawBody`, or the body of express.raw() or express.text(). */
function keptBody({ rawBody, body }: WebhookRequest): string | Uint8Array | null {
  for (const kept of [rawBody, body]) if (typeof kept === 'string' || kept instanceof Uint8Array) return kept
  return null
}

async function readBody(request: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
