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

/**
 * Calls one JSON-RPC method over HTTP and returns its result unchanged.
 * @throws RpcError if the node refuses; errors of `fetch` if the node is unreachable
 */
export async function callRpc(rpcUrl: string, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const answer = (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
  if (answer.error) throw new RpcError(method, answer.error.code, answer.error.message)
  return answer.result
}

/** A whole number as JSON-RPC writes it: `formatHex(255) // '0xff'` */
export function formatHex(value: number | bigint): string {
  return `0x${value.toString(16)}`
}
