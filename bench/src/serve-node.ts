import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RawNode } from './raw-node.ts'

/** Serves a node over HTTP on loopback. */
export async function serveNode(node: RawNode): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const call = JSON.parse(text) as { id: number; method: string; params: unknown[] }
    const answer = await node.rpc(call.method, call.params).then(
      (result) => ({ result }),
      () => ({ error: { code: -32_601, message: `there is no ${call.method}` } }),
    )
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...answer }))
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
