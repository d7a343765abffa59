import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CONTROL_HEADER, type Fault } from './faults.ts'
import { serveHorizon } from './horizon/serve.ts'
import { type Node, sendJson } from './http.ts'
import { serveRpc } from './rpc/serve.ts'

const HEADERS = {
  'access-control-allow-origin': '*',
  // Without the header of tests: requests from a page in a browser must not break the network.
  'access-control-allow-headers': 'accept, authorization, content-type, last-event-id, x-client-name, x-client-version',
  'access-control-max-age': '600',
}

export type Served = { readonly port: number; stop(): Promise<void> }

/**
 * Serves Horizon, friendbot and, at `/rpc`, the RPC on the loopback address: on `port`, or on a free one if it is
 * taken.
 */
export async function serve(node: Node, port: number): Promise<Served> {
  const server = createServer((request, response) => {
    handle(node, request, response).catch((error: unknown) => fail(response, error))
  })
  await listen(server, port).catch(() => listen(server, 0))
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

async function handle(node: Node, request: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end()
    return
  }
  const isRpc = new URL(request.url ?? '/', 'http://localhost').pathname === '/rpc'
  const controls = request.headers[CONTROL_HEADER] !== undefined
  if (!controls && isBroken(isRpc ? node.faults.rpc : node.faults.horizon, response)) return
  if (isRpc) await serveRpc(controls ? node : { ...node, control: {} }, request, response)
  else await serveHorizon(node, request, response)
}

/** Tells whether a fault replaces the answer; then no other one is sent. */
function isBroken({ silent, status }: Fault, response: ServerResponse): boolean {
  if (silent) return true
  if (status === 0) return false
  response.writeHead(status, { 'content-type': 'text/plain' }).end('The node is broken.')
  return true
}

function fail(response: ServerResponse, error: unknown): void {
  const detail = error instanceof Error ? error.message : String(error)
  if (response.headersSent) response.destroy()
  else sendJson(response, 500, { title: 'Internal Server Error', status: 500, detail })
}
