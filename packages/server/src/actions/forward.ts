import { type Event, serialise, signWebhook } from '@crypto-checkout/core'
import { pause } from './follow.ts'

const ANSWERS_WITHIN_MS = 10_000
const DOWN_PAUSE_MS = 500
/** Pauses between attempts if the receiver answers with a status other than 2xx. */
const REFUSED_PAUSES_MS = [500, 1_000, 2_000]

export type Receiver = {
  readonly url: string
  /** The signing secrets, the current one first. Read for each attempt: they can be replaced meanwhile. */
  readonly secrets: () => Promise<readonly string[]>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Posts an event as Standard Webhooks does, with the body that `GET /events/:id` prints. Retries without limit while
 * the receiver does not answer, and gives up after four answers other than 2xx. Reports each answer, and a silence
 * once. Returns false if stopped first.
 */
export async function forwardEvent(
  event: Event,
  receiver: Receiver,
  stop: AbortSignal,
  report: { readonly answer: (text: string) => void; readonly silence: (text: string) => void },
): Promise<boolean> {
  let silent = false
  let refused = 0
  while (!stop.aborted) {
    const result = await post(event, receiver, stop)
    if (stop.aborted) break
    if ('failure' in result) {
      if (!silent) report.silence(`${receiver.url} does not answer (${result.failure}). Trying until it does.`)
      silent = true
      await pause(DOWN_PAUSE_MS, stop)
      continue
    }
    silent = false
    if (result.status >= 200 && result.status < 300) {
      report.answer(String(result.status))
      return true
    }
    const pauseMs = REFUSED_PAUSES_MS[refused]
    refused++
    if (pauseMs === undefined) {
      report.answer(`${result.status}, failed after ${refused} attempts`)
      return true
    }
    report.answer(`${result.status}, again in ${pauseMs / 1_000} s`)
    await pause(pauseMs, stop)
  }
  return false
}

async function post(
  event: Event,
  { url, secrets, now }: Receiver,
  stop: AbortSignal,
): Promise<{ status: number } | { failure: string }> {
  const body = serialise(event)
  const timestampS = Math.floor(now() / 1_000)
  const headers = {
    'content-type': 'application/json',
    'webhook-id': event.id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': signWebhook(await secrets(), event.id, timestampS, body),
  }
  const signal = AbortSignal.any([stop, AbortSignal.timeout(ANSWERS_WITHIN_MS)])
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    // The rest of the response is not read: it may be endless.
    await response.body?.cancel()
    return { status: response.status }
  } catch (error) {
    return { failure: describeReason(error) }
  }
}

function describeReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `nothing for ${ANSWERS_WITHIN_MS / 1_000} s`
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause ? String(cause.code) : cause.message
}
