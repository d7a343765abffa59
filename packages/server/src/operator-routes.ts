import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import type { Checkout } from '@crypto-checkout/core'
import type { Express, Response } from 'express'
import { whileItAnswers } from './database-answers.ts'
import type { Metrics } from './metrics.ts'

/** What operators look at. */
export type Operated = {
  readonly checkout: Checkout
  readonly metrics: Metrics
  /** True once the server takes no new requests. */
  readonly isDraining: () => boolean
}

/**
 * `/healthz` and `/readyz`, for whoever asks. How networks and feeds stand is for those whom `mayAsk` lets: it names
 * hosts of nodes.
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
      await whileItAnswers(canWrite(checkout))
      const networks = await checkout.networks()
      const isUnread = networks.length > 0 && networks.every(({ read }) => read === null)
      if (isUnread) return notReady(response, 'no network was read yet')
      // What troubles a network is told with it, and stops no other: the server stays ready.
      const details = mayAsk(request) ? { networks, feeds: checkout.feeds() } : {}
      response.json({ status: 'ready', ...details })
    } catch {
      notReady(response, 'the database does not answer')
    }
  })
}

/** `/metrics`, for those whom `mayAsk` lets; for others it is not there. */
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

/** Takes the turn of a write, and writes nothing. */
function canWrite({ context }: Checkout): Promise<unknown> {
  return context.transact((tx) => tx.selectFrom('merchants').select('id').limit(1).execute())
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/** Whether a request comes from this machine and was sent to it by this name: no proxy and no page of another site. */
export function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? ''
  return isLoopback(socket.remoteAddress ?? '') && isLoopback(host) && !FORWARDED.some((name) => name in headers)
}

export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').replace(/^::ffff:/, '')
  return bare === 'localhost' || bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'))
}
