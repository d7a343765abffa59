import type { ServerResponse } from 'node:http'
import type { Server } from 'node:net'
import type { Checkout } from '@crypto-checkout/core'
import { type HostRequest, toApiRequest } from './request.ts'
import { writeStream } from './write-stream.ts'

export type Served = Pick<Checkout, 'handle' | 'bodyLimit'>

/**
 * Answers a request of node:http, or of a host that builds on it. False for a path that is not the checkout's: nothing
 * was sent. `address` is the payer's. Throws what went wrong inside.
 */
export async function serve(
  checkout: Served,
  request: HostRequest,
  response: ServerResponse,
  address = request.ip ?? request.socket.remoteAddress ?? '',
): Promise<boolean> {
  const received = await toApiRequest(request, address, checkout.bodyLimit)
  if (!received) return true
  const answered = await checkout.handle(received)
  if (!answered) return false
  const { status, headers, body, cookies, stream } = answered
  const bytes = Buffer.byteLength(body)
  const length = stream || status === 304 || status === 204 ? {} : { 'content-length': bytes }
  // The host may have set cookies of its own.
  for (const cookie of cookies ?? []) response.appendHeader('set-cookie', cookie)
  if (isClosing(request)) response.setHeader('connection', 'close')
  response.writeHead(status, { ...headers, ...length })
  if (request.method === 'HEAD') {
    response.end()
    await stream?.return?.()
  } else if (stream) await writeStream(response, stream)
  // ASCII is the same in both encodings, and Node writes Latin-1 faster.
  else response.end(body, bytes === body.length ? 'latin1' : 'utf8')
  return true
}

/**
 * Tells whether the server was closed. Node.js keeps its connections for as long as clients use them, as open pages
 * always do.
 */
function isClosing({ socket }: HostRequest): boolean {
  // Requests that a framework makes for tests have no socket of a server.
  const { server } = (socket ?? {}) as { server?: Pick<Server, 'listening'> }
  return server?.listening === false
}
