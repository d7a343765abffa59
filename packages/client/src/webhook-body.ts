import { type Answer, createRefusal, type WebhookOptions } from './webhook-answer.ts'

/** Far larger than any event. */
const MAX_BODY_BYTES = 1_048_576

/** The bytes of a request; null if there are too many. Throws if the sender disconnects. */
export async function readBody(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const received: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) return null
    received.push(chunk)
  }
  return Buffer.concat(received)
}

/** The answer when there are no bytes to verify. */
export function createLostBodyAnswer(options: WebhookOptions): Answer {
  const report = options.onError ?? console.error
  const error = new Error(
    'A parser has eaten the body of a webhook, or it is too large: let the handler read it first, before express.json().',
  )
  report(error)
  return createRefusal(500, error.message)
}
