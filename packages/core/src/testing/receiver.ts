import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Event } from '../wire.ts'

export type Received = {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly event: Event
  readonly path: string
}

/** A merchant's server on loopback. `answer` decides what it answers; 200 when it does nothing. */
export async function openReceiver(
  answer: (response: ServerResponse, received: Received, request: IncomingMessage) => unknown = () => {},
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    types: () => received.map((one) => one.event.type),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
