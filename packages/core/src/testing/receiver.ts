import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Event } from '@crypto-checkout/api-types'

export type Received = {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly event: Event
  readonly path: string
}

/** A merchant's server on loopback. `answer` sets its response; the default is 200. Port 0: any. */
export async function openReceiver(
  answer: (response: ServerResponse, received: Received, request: IncomingMessage) => unknown = () => {},
  port = 0,
) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const one = { headers: request.headers, body, event: JSON.parse(body), path: request.url ?? '' }
    received.push(one)
    await answer(response, one, request)
    if (!response.writableEnded && !request.socket.destroyed) response.end()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: taken } = server.address() as AddressInfo
  return {
    port: taken,
    url: `http://127.0.0.1:${taken}/hook`,
    received,
    types: () => received.map((one) => one.event.type),
    /** Resolves when the server no longer listens. */
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
