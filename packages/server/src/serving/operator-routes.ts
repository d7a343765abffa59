import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import type { Checkout } from '@crypto-checkout/core'
import type { Metrics } from './metrics.ts'
import { awaitAnswer } from './metrics-readings.ts'

/** Subjects of the operators' endpoints. */
export type Operated = {
  readonly checkout: Checkout
  readonly metrics: Metrics
  /** True once the server takes no new requests. */
  readonly isDraining: () => boolean
}

export type TextAnswer = { readonly status: number; readonly type: string; readonly body: string }

/**
 * Answers `/healthz` and `/readyz` for everyone, and `/metrics` for clients that `mayAsk` accepts. For others that path
 * does not exist. Details of networks and feeds name hosts of nodes, so they are for the same clients. Null for other
 * paths.
 */
export async function answerOperator(
  operated: Operated,
  request: IncomingMessage,
  mayAsk: (request: IncomingMessage) => boolean,
): Promise<TextAnswer | null> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const [path] = (request.url ?? '').split('?', 1)
  switch (path) {
    case '/healthz':
      return toJson(200, { status: 'ok' })
    case '/readyz':
      return answerReadiness(operated, mayAsk(request))
    case '/metrics': {
      const { metrics, checkout } = operated
      return mayAsk(request) ? { status: 200, type: metrics.contentType, body: await metrics.render(checkout) } : null
    }
    default:
      return null
  }
}

async function answerReadiness({ checkout, isDraining }: Operated, withDetails: boolean): Promise<TextAnswer> {
  if (isDraining()) return toJson(503, { status: 'draining' })
  try {
    const reason = await awaitAnswer(checkout.readiness())
    const networks = await checkout.networks()
    const details = withDetails ? { networks, feeds: checkout.feeds() } : {}
    if (reason !== null) return toJson(503, { status: reason, ...details })
    const isUnread = networks.length > 0 && networks.every(({ read }) => read === null)
    if (isUnread) return toJson(503, { status: 'no network was read yet', ...details })
    // A network's problem is reported with it. The server stays ready for the other networks.
    return toJson(200, { status: 'ready', ...details })
  } catch {
    return toJson(503, { status: 'the database does not answer' })
  }
}

function toJson(status: number, body: object): TextAnswer {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/** True if a request comes from this machine and was addressed to it: no proxy and no page of another site. */
export function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? ''
  return isLoopback(socket.remoteAddress ?? '') && isLoopback(host) && !FORWARDED.some((name) => name in headers)
}

export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').replace(/^::ffff:/, '')
  return bare === 'localhost' || bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'))
}
