/** The server's Express apps, and the ports that they listen on. */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CheckoutConfig, ConfigError } from '@crypto-checkout/core'
import { mount } from '@crypto-checkout/express'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import { OperatorError } from './command.ts'
import type { Log } from './log.ts'
import { addHealth, addMetrics, isFromHere, type Operated } from './operator-routes.ts'

type AppOptions = {
  readonly operated: Operated
  readonly log: Pick<Log, 'line'>
  readonly trustProxy: CheckoutConfig['trustProxy']
  /** Serves `/metrics` on this app, to requests from this machine. */
  readonly withMetrics: boolean
}

/** The standalone server's Express app: the checkout at the root, and the operators' endpoints. */
export function createServerApp({ operated, log, trustProxy, withMetrics }: AppOptions): Express {
  const app = plainApp()
  trust(app, trustProxy ?? false)
  addHealth(app, operated, (request) => withMetrics && isFromHere(request))
  if (withMetrics) addMetrics(app, operated, isFromHere)
  app.use(mount(operated.checkout, log.line))
  return ended(app, log)
}

/** The operators' endpoints on their own port. It closes after everything else. */
export function createOperatorApp(operated: Operated, log: Pick<Log, 'line'>): Express {
  const app = plainApp()
  addHealth(app, operated, () => true)
  addMetrics(app, operated, () => true)
  return ended(app, log)
}

function plainApp(): Express {
  const app = express()
  app.disable('x-powered-by')
  return app
}

function trust(app: Express, proxies: NonNullable<CheckoutConfig['trustProxy']>): void {
  try {
    app.set('trust proxy', proxies)
  } catch (error) {
    throw new ConfigError(`trustProxy: ${error instanceof Error ? error.message : error}`)
  }
}

/** Clients never see internal errors. Express recognises an error handler by its four parameters. */
function ended(app: Express, log: Pick<Log, 'line'>): Express {
  app.use((_request, response) => {
    response.status(404).type('text').send('Not found\n')
  })
  app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const id = error instanceof Error && 'requestId' in error ? String(error.requestId) : null
    log.line(id === null ? stack : `request ${id} failed: ${stack}`)
    if (response.headersSent) return next(error)
    if (id !== null) response.set('x-request-id', id)
    const what = id === null ? 'try again' : `try again, and tell us the request id ${id}`
    response.status(500).type('text').send(`Something went wrong here: ${what}.\n`)
  })
  return app
}

export const HOST = '127.0.0.1'
const FIRST_PORT = 3_000
const PORTS_TRIED = 100

/** Listens on the requested port, or on the next free one from 3000 on. */
export async function listen(port: number | null, host: string): Promise<{ server: Server; port: number }> {
  if (port !== null) return listenOn(port, host)
  for (let candidate = FIRST_PORT; candidate < FIRST_PORT + PORTS_TRIED; candidate++) {
    try {
      return await listenOn(candidate, host)
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
    }
  }
  throw new OperatorError(
    `No port is free from ${FIRST_PORT} to ${FIRST_PORT + PORTS_TRIED - 1}: name one with --port.`,
  )
}

/** Limits how long a client that sends a request byte by byte can hold a connection. */
const SLOW_CLIENTS = { headersTimeout: 10_000, requestTimeout: 30_000 }

function listenOn(port: number, host: string): Promise<{ server: Server; port: number }> {
  const server = createServer(SLOW_CLIENTS)
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const busy = error.code === 'EADDRINUSE'
      reject(
        busy ? new OperatorError(`Port ${port} is in use: stop what uses it, or name another with --port.`) : error,
      )
    })
    server.listen(port, host, () => resolve({ server, port: (server.address() as AddressInfo).port }))
  })
}

const DRAIN_MS = 5_000
const LOOK_EVERY_MS = 50

/** Takes no new requests, lets pending ones end, and cuts off the rest after five seconds. */
export async function drain(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  // Keep-alive connections wait for a next request, which will not come.
  const look = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS)
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearInterval(look)
  clearTimeout(cut)
}
