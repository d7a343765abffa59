import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OperatorError } from './usage.ts'

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
