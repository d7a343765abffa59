import { text } from 'node:stream/consumers'

/** A refusal by the node: `code` and the message are the node's own (JSON-RPC 2.0 section 5.1). */
export class RpcError extends Error {
  readonly code: number
  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message}`)
    this.name = 'RpcError'
    this.code = code
  }
}

/** A dump of a long chain takes a few seconds; no other request takes nearly as long. */
const TIMEOUT_MS = 30_000

/** Like `fetch`, an import of node:http would load undici, which costs a small process more memory than all its code. */
const http = process.getBuiltinModule('node:http')

/**
 * Calls one JSON-RPC method over HTTP and returns its result unchanged.
 * @throws RpcError if the node refuses; like `fetch` a TypeError with its `cause` if there is no answer, and a
 * TimeoutError if it is not complete after `timeoutMs`; SyntaxError if it is no JSON
 */
export async function callRpc(
  rpcUrl: string,
  method: string,
  params: readonly unknown[] = [],
  timeoutMs = TIMEOUT_MS,
): Promise<unknown> {
  const body = await post(rpcUrl, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), timeoutMs)
  const answer = JSON.parse(body) as { result?: unknown; error?: { code: number; message: string } }
  if (answer.error) throw new RpcError(method, answer.error.code, answer.error.message)
  return answer.result
}

/** Returns the body of the response, whatever its status. Throws as `callRpc` does if there is none. */
async function post(url: string, body: string, timeoutMs: number): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs)
  const headers = { 'content-type': 'application/json' }
  try {
    return await new Promise<string>((resolve, reject) => {
      // A connection of its own: the node may close one that is kept, just as it is used again.
      const request = http.request(url, { method: 'POST', headers, signal, agent: false }, (response) => {
        text(response).then(resolve, reject)
      })
      request.on('error', reject).end(body)
    })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw new TypeError(`${url} does not answer: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

/** A whole number as JSON-RPC writes it: `formatHex(255) // '0xff'` */
export function formatHex(value: number | bigint): string {
  return `0x${value.toString(16)}`
}
