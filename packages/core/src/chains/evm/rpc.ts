/** Asks a node. Throws RpcError when it answers with an error, any other error when it can not be reached. */
export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>

/** The node understood the request and refused it. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly rpcCode: number | null

  constructor(message: string, rpcCode: number | null) {
    super(message)
    this.rpcCode = rpcCode
  }
}

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 64 * 1_024 * 1_024

/** JSON-RPC 2.0 over HTTP. */
export function httpRpc(url: string): Rpc {
  let id = 0
  return async (method, params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    })
    const text = await readText(response, method)
    return resultOf(text, response.status, method)
  }
}

async function readText(response: Response, method: string): Promise<string> {
  if (Number(response.headers.get('content-length') ?? 0) > MAX_ANSWER_BYTES) {
    throw new RpcError(`${method}: the answer is too large`, null)
  }
  return response.text()
}

function resultOf(text: string, status: number, method: string): unknown {
  let answer: { result?: unknown; error?: { code?: number; message?: string } }
  try {
    answer = JSON.parse(text)
  } catch {
    throw new Error(`${method}: the node answered ${status} with something that is not JSON`)
  }
  if (answer?.error) throw new RpcError(`${method}: ${answer.error.message ?? 'refused'}`, answer.error.code ?? null)
  if (status !== 200 || answer === null || typeof answer !== 'object' || !('result' in answer)) {
    throw new Error(`${method}: the node answered ${status} without a result`)
  }
  return answer.result
}

/** Asks the node that worked last, and the next one when it can not be reached. */
export function failover(nodes: readonly Rpc[]): Rpc {
  let preferred = 0
  return async (method, params) => {
    let failure: unknown
    const first = preferred
    for (let tries = 0; tries < nodes.length; tries++) {
      const index = (first + tries) % nodes.length
      try {
        const answer = await nodes[index]?.(method, params)
        if (tries > 0) preferred = index
        return answer
      } catch (error) {
        if (error instanceof RpcError) throw error
        failure = error
      }
    }
    throw failure
  }
}

/** Believes a node only while it serves the expected chain: asked first, and again after each failure. */
export function onChain(chainId: number, node: Rpc): Rpc {
  let verified = false
  return async (method, params) => {
    if (!verified) {
      const answered = Number(await node('eth_chainId', []))
      if (answered !== chainId) throw new Error(`the node serves chain ${answered}, not ${chainId}: check rpcUrls`)
      verified = true
    }
    try {
      return await node(method, params)
    } catch (error) {
      if (!(error instanceof RpcError)) verified = false
      throw error
    }
  }
}
