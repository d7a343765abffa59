import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { addAbortSignal, type Duplex } from 'node:stream'
import { findWebhookUrlProblem, type UrlRules } from './check-url.ts'
import {
  type ConnectionOptions,
  type Connections,
  type ConnectRules,
  connectTo,
  resolveAllowedAddresses,
} from './connect.ts'
import { CLOSED, describeFailure, isClosedConnection, NotPermitted, OutboundFailure } from './failure.ts'

export type OutboundRules = UrlRules &
  ConnectRules & {
    /** Milliseconds on a clock that never goes back. */
    readonly elapsed: () => number
    readonly connections: Connections
  }

export type PostRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For everything together: name, connection, TLS, response. */
  readonly timeoutMs: number
}

export type PostOutcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** The first KiB, as text. */
      readonly bodyStart: string
      /** Seconds from `Retry-After`; null if it is missing or unreadable. */
      readonly retryAfterS: number | null
      readonly latencyMs: number
    }
  | {
      readonly kind: 'failed'
      readonly failure: string
      /** The URL or its address is not allowed: nothing was sent. */
      readonly blocked: boolean
      readonly latencyMs: number
    }

const CONNECT_MS = 5_000
const READ_BYTES = 65_536
const KEPT_BYTES = 1_024

/**
 * Sends a POST to a URL that others chose, over a connection to a checked address. Follows no redirect, uses no proxy,
 * reads at most 64 KiB of the response. A response counts once its headers have arrived. A body that is slow, long or
 * cut off is read as far as possible.
 */
export async function sendPost(rules: OutboundRules, request: PostRequest): Promise<PostOutcome> {
  const began = rules.elapsed()
  const latencyMs = () => Math.round(rules.elapsed() - began)
  const problem = findWebhookUrlProblem(request.url, rules)
  if (problem) return { kind: 'failed', failure: `the URL ${problem}`, blocked: true, latencyMs: 0 }
  const url = new URL(request.url)
  const deadline = AbortSignal.timeout(request.timeoutMs)
  try {
    const addresses = await resolveAllowedAddresses(url, rules)
    const body = Buffer.from(request.body)
    const options: ConnectionOptions = {
      name: `${url.origin} ${addresses.toSorted()}`,
      open: () => connectTo(url, addresses, rules, AbortSignal.any([deadline, AbortSignal.timeout(CONNECT_MS)])),
      method: 'POST',
      path: url.pathname + url.search,
      headers: { ...request.headers, host: url.host, 'content-length': body.length },
    }
    return { kind: 'answered', ...(await send(rules.connections, options, body, deadline)), latencyMs: latencyMs() }
  } catch (error) {
    const blocked = error instanceof NotPermitted
    return { kind: 'failed', failure: describeFailure(error), blocked, latencyMs: latencyMs() }
  }
}

type Answer = Pick<PostOutcome & { kind: 'answered' }, 'status' | 'bodyStart' | 'retryAfterS'>

async function send(
  connections: Connections,
  options: ConnectionOptions,
  body: Buffer,
  deadline: AbortSignal,
  isRepeated = false,
): Promise<Answer> {
  const sent = httpRequest({ ...options, agent: connections })
  try {
    const response = await untilAborted(deadline, answerTo(sent, body))
    const bodyStart = await readStart(addAbortSignal(deadline, response))
    return { status: response.statusCode ?? 0, bodyStart, retryAfterS: retryAfter(response) }
  } catch (error) {
    if (isRepeated || !sent.reusedSocket || !isClosedConnection(error)) throw error
    // The server may have closed the idle connection before this request arrived: that is no response.
    connections.forget(options.name)
    return await send(connections, options, body, deadline, true)
  } finally {
    // Whatever state its socket is in.
    if (deadline.aborted) sent.destroy()
  }
}

/** Rejects at the deadline even if the socket reports nothing. */
async function untilAborted<T>(deadline: AbortSignal, answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const abort = () => reject(new OutboundFailure('no answer came in time'))
  deadline.addEventListener('abort', abort)
  if (deadline.aborted) abort()
  try {
    return await Promise.race([answer, late])
  } finally {
    deadline.removeEventListener('abort', abort)
  }
}

function answerTo(sent: ClientRequest, body: Buffer): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  sent.once('response', resolve)
  // Treated like any other status outside 2xx: the other protocol is not supported.
  sent.once('upgrade', (response: IncomingMessage, socket: Duplex) => {
    socket.destroy()
    resolve(response)
  })
  sent.once('close', () => reject(new OutboundFailure(CLOSED)))
  // Also receives errors after the response, which then change nothing.
  sent.on('error', reject)
  sent.end(body)
  return promise
}

async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= READ_BYTES) break
    }
  } catch (error) {
    // Rethrows errors other than the connection's.
    describeFailure(error)
  }
  // A character that is cut in two is left out.
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, KEPT_BYTES), { stream: true })
}

/** RFC 9110, 10.2.3: seconds, or a date, which counts from the response's date. */
function retryAfter({ headers }: IncomingMessage): number | null {
  const value = headers['retry-after']?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const seconds = Math.ceil((Date.parse(value) - Date.parse(headers.date ?? '')) / 1_000)
  return seconds >= 0 ? seconds : null
}
