import { createHttpClient, type HttpAnswer } from './http.ts'
import { NodeError } from './node-error.ts'
import { parseRefusal } from './refusals.ts'

/** Sends a request to a node. Throws NodeError for every fault of the node. */
export type Rpc<Params = readonly unknown[]> = (method: string, params: Params) => Promise<unknown>

/** JSON-RPC 2.0 over HTTP. */
export function createHttpRpc(
  url: string,
  options: { readonly timeoutMs?: number } = {},
): Rpc<readonly unknown[] | object> {
  const ask = createHttpClient(url, options)
  let lastId = 0
  return (method, params) => {
    lastId += 1
    const id = lastId
    const body = { jsonrpc: '2.0', id, method, params }
    return ask({ name: method, body, read: (answer) => resultOf(method, id, answer) })
  }
}

function resultOf(method: string, id: number, { status, body, retryAfterMs }: HttpAnswer): unknown {
  const refusal = parseRefusal(method, status, body?.error)
  if (refusal) {
    throw new NodeError(refusal.kind, `${method}: ${refusal.message}`, {
      ...refusal,
      retryAfterMs: retryAfterMs ?? refusal.retryAfterMs,
    })
  }
  const answered = `${method}: the node answered ${status}`
  if (!body) throw new NodeError('malformed', `${answered} with something that is not JSON`)
  if (status !== 200 || !('result' in body)) throw new NodeError('malformed', `${answered} without a result`)
  if (body.id !== id) throw new NodeError('malformed', `${method}: the node answered another question`)
  return body.result
}
