import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Rpc } from '../chains/rpc.ts'

/** Serves a node over HTTP on loopback, for programs that connect by themselves. */
export async function serveNode({ rpc }: { readonly rpc: Rpc }): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const { id, method, params } = JSON.parse(await text(request))
    const answer = await rpc(method, params).then(
      (result) => ({ result }),
      (error: unknown) => ({ error: { code: -32_000, message: String(error) } }),
    )
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
