import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type UrlRules, webhookUrlProblem } from './check-url.ts'
import { type ConnectRules, connectTo } from './connect.ts'
import { failureOf, OutboundFailure } from './failure.ts'

export type OutboundRules = UrlRules &
  ConnectRules & {
    /** Milliseconds on a clock that never goes back. */
    readonly elapsed: () => number
  }

export type PostRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For everything together: name, connection, TLS, answer. */
  readonly timeoutMs: number
}

export type PostOutcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** The first KiB, as text. */
      readonly bodyStart: string
      /** Seconds from `Retry-After`; null where there is none that can be read. */
      readonly retryAfterS: number | null
      readonly latencyMs: number
    }
  | { readonly kind: 'failed'; readonly failure: string; readonly latencyMs: number }

const CONNECT_MS = 5_000
const READ_BYTES = 65_536
const KEPT_BYTES = 1_024

/**
 * Sends a POST to a URL that others chose, over a connection of its own to a checked address. Follows no
 * redirect, uses no proxy, reads at most 64 KiB of the answer. An answer counts once its headers have come: a body
 * that is slow, long or cut off is read as far as it goes.
 */
export async function outboundPost(rules: OutboundRules, request: PostRequest): Promise<PostOutcome> {
  const began = rules.elapsed()
  const latencyMs = () => Math.round(rules.elapsed() - began)
  const problem = webhookUrlProblem(request.url, rules)
  if (problem) return { kind: 'failed', failure: `the URL ${problem}`, latencyMs: 0 }
  const url = new URL(request.url)
  const deadline = AbortSignal.timeout(request.timeoutMs)
  let socket: Socket | null = null
  try {
    socket = await connectTo(url, rules, AbortSignal.any([deadline, AbortSignal.timeout(CONNECT_MS)]))
    const response = await send(socket, url, request, deadline)
    const bodyStart = await startOf(response)
    return {
      kind: 'answered',
      status: response.statusCode ?? 0,
      bodyStart,
      retryAfterS: retryAfter(response),
      latencyMs: latencyMs(),
    }
  } catch (error) {
    return { kind: 'failed', failure: failureOf(error), latencyMs: latencyMs() }
  } finally {
    socket?.destroy()
  }
}

function send(socket: Socket, url: URL, request: PostRequest, deadline: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const body = Buffer.from(request.body)
  const sent = httpRequest({
    createConnection: () => socket,
    method: 'POST',
    path: url.pathname + url.search,
    headers: { ...request.headers, host: url.host, 'content-length': body.length, connection: 'close' },
  })
  const abort = () => socket.destroy(new OutboundFailure('no answer came in time'))
  deadline.addEventListener('abort', abort)
  sent.once('response', resolve)
  // Also hears what goes wrong after the answer, which then changes nothing.
  sent.on('error', reject)
  sent.end(body)
  if (deadline.aborted) abort()
  return promise
}

async function startOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= READ_BYTES) break
    }
  } catch (error) {
    // Throws what is no failure of the connection.
    failureOf(error)
  }
  // A character that is cut in two is left out.
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, KEPT_BYTES), { stream: true })
}

/** RFC 9110, 10.2.3: seconds, or a date, which counts from the date of the answer. */
function retryAfter({ headers }: IncomingMessage): number | null {
  const value = headers['retry-after']?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const seconds = Math.ceil((Date.parse(value) - Date.parse(headers.date ?? '')) / 1_000)
  return seconds >= 0 ? seconds : null
}
