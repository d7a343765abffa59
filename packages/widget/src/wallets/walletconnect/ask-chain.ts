const PATIENCE_MS = 5_000

type Call = { method: string; params?: unknown }

/**
 * Asks a network's public nodes, in turn, for anything that WalletConnect does not ask a wallet: reads.
 * @throws the last node's error if none has answered
 */
export async function askChain(rpcUrls: readonly string[], { method, params = [] }: Call): Promise<unknown> {
  let failure: unknown = new Error(`There is no node to ask for ${method}`)
  for (const url of rpcUrls) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const { result, error } = await response.json()
      if (result !== undefined) return result
      failure = error ?? new Error(`${method}: neither a result nor an error`)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}
