import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import type { Checkout } from '@crypto-checkout/core'
import type { Express, Response } from 'express'
import type { Metrics } from './metrics.ts'
import { awaitAnswer } from './metrics-readings.ts'

/** What the operators' endpoints report on. */
export type Operated = {
  readonly checkout: Checkout
  readonly metrics: Metrics
  /** True once the server takes no new requests. */
  readonly isDraining: () => boolean
}

/**
 * `/healthz` and `/readyz`, for everyone. Details of networks and feeds name hosts of nodes: only clients that
 * `mayAsk` accepts get them.
 */
export function addHealth(
  app: Express,
  { checkout, isDraining }: Operated,
  mayAsk: (request: IncomingMessage) => boolean,
): void {
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' })
  })
  app.get('/readyz', async (request, response) => {
    if (isDraining()) return notReady(response, 'draining')
    try {
      await awaitAnswer(canWrite(checkout))
      const networks = await checkout.networks()
      const isUnread = networks.length > 0 && networks.every(({ read }) => read === null)
      if (isUnread) return notReady(response, 'no network was read yet')
      // A network's problem is reported with it. The server stays ready for the other networks.
      const details = mayAsk(request) ? { networks, feeds: checkout.feeds() } : {}
      response.json({ status: 'ready', ...details })
    } catch {
      notReady(response, 'the database does not answer')
    }
  })
}

/** `/metrics`, for clients that `mayAsk` accepts. For others, the path does not exist. */
export function addMetrics(
  app: Express,
  { checkout, metrics }: Operated,
  mayAsk: (request: IncomingMessage) => boolean,
): void {
  app.get('/metrics', async (request, response, next) => {
    if (!mayAsk(request)) return next()
    response.type(metrics.contentType).send(await metrics.render(checkout))
  })
}

function notReady(response: Response, status: string): void {
  response.status(503).json({ status })
}

/** Waits for the write lock, but writes nothing. */
function canWrite({ context }: Checkout): Promise<unknown> {
  return context.transact((tx) => tx.selectFrom('merchants').select('id').limit(1).execute())
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
