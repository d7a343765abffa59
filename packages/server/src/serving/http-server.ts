/** The server's ports: their answers, and how they listen. */

import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CheckoutConfig, createAddressReader, createProxyWarner } from '@crypto-checkout/core'
import { serve } from '@crypto-checkout/express'
import { OperatorError } from '../command-line/errors.ts'
import type { ServeHome } from '../home/serve-home.ts'
import type { Log } from './log.ts'
import { answerOperator, isFromHere, type Operated, type TextAnswer } from './operator-routes.ts'

type AppOptions = {
  readonly operated: Operated
  readonly log: Pick<Log, 'line'>
  readonly trustProxy: CheckoutConfig['trustProxy']
  /** Serves `/metrics` on this app, to requests from this machine. */
  readonly withMetrics: boolean
  /** The home page of a sandbox on local networks; null if there is none, or not yet. */
  readonly findHome?: () => ServeHome | null
}

/**
 * Creates the app of the standalone server: the operators' endpoints, and the checkout at the root. Express would add
 * half of what a `GET` costs (`npm run bench -- api`).
 */
export function createServerApp({ operated, log, trustProxy, withMetrics, findHome }: AppOptions): RequestListener {
  const { checkout } = operated
  const readAddress = createAddressReader(trustProxy ?? false)
  const warn = createProxyWarner(log.line)
  const mayAsk = (request: IncomingMessage) => withMetrics && isFromHere(request)
  return createListener(log, async (request, response) => {
    const answer = await answerOperator(operated, request, mayAsk)
    if (answer) return sendText(request, response, answer)
    warn(request, !!trustProxy)
    if (await serve(checkout, request, response, readAddress(request))) return
    if (!(await findHome?.()?.(request, response))) sendText(request, response, NOT_OF_CHECKOUT)
  })
}

/** The operators' endpoints on their own port. It closes after everything else. */
export function createOperatorApp(operated: Operated, log: Pick<Log, 'line'>): RequestListener {
  return createListener(log, async (request, response) => {
    sendText(request, response, (await answerOperator(operated, request, () => true)) ?? NOT_FOUND)
  })
}

const TEXT = 'text/plain; charset=utf-8'
const NOT_FOUND: TextAnswer = { status: 404, type: TEXT, body: 'Not found\n' }
/** A path without the version is a common mistake. */
const NOT_OF_CHECKOUT: TextAnswer = { ...NOT_FOUND, body: 'Not found. The API is below /v1 and /sandbox/v1.\n' }

function sendText(request: IncomingMessage, response: ServerResponse, { status, type, body }: TextAnswer): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
  response.end(request.method === 'HEAD' ? undefined : body)
}

function createListener(
  log: Pick<Log, 'line'>,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): RequestListener {
  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      const failure = describeFailure(error)
      log.line(failure.line)
      if (response.headersSent) return void response.destroy()
      if (failure.id !== null) response.setHeader('x-request-id', failure.id)
      sendText(request, response, { status: 500, type: TEXT, body: failure.body })
    })
  }
}

/** A line for the operator, and a text for the client, who never sees internal errors. */
function describeFailure(error: unknown) {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const id = error instanceof Error && 'requestId' in error ? String(error.requestId) : null
  if (id === null) return { id, line: stack, body: 'Something went wrong here: try again.\n' }
  const body = `Something went wrong here: try again, and tell us the request id ${id}.\n`
  return { id, line: `request ${id} failed: ${stack}`, body }
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
/** Longer than the 60 s of common load balancers: who closes first loses no request of the other. */
const IDLE = { keepAliveTimeout: 75_000 }

const PORT_ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use: stop what uses it',
  EACCES: 'needs more rights, as systems keep the ports below 1024 for root: put a proxy in front',
}

function listenOn(port: number, host: string): Promise<{ server: Server; port: number }> {
  const server = createServer({ ...SLOW_CLIENTS, ...IDLE })
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const advice = PORT_ADVICE[error.code ?? '']
      reject(advice === undefined ? error : new OperatorError(`Port ${port} ${advice}, or name another with --port.`))
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
