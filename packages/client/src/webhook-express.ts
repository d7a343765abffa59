import { answerWebhook, refused, type WebhookOptions } from './webhook-answer.ts'

/** Far more than an event has. */
const MAX_BODY_BYTES = 1_048_576

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
 * Behind a parser it needs the bytes in `request.rawBody`, or says so and answers 500.
 */
export function webhook(
  options: WebhookOptions,
): (request: WebhookRequest, response: WebhookResponse) => Promise<void> {
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

async function readBody(request: WebhookRequest): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
