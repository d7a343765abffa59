import { createQueue } from '@crypto-checkout/stellar-devnet/runtime'
import { callRpc, formatHex, RpcError } from './json-rpc.ts'

export type TransactionRequest = { from: string; to: string; data?: string; value?: string; gas?: string }

/** Refusals of a nonce that another process used first; the next attempt gets the next nonce. */
const NONCE_TAKEN = /already imported|underpriced|nonce too low/
const ATTEMPTS = 5

const turns = new Map<string, ReturnType<typeof createQueue>>()

/**
 * Sends a transaction from one of the node's own accounts and returns its hash once the node has accepted it. With
 * `gas` it is sent unchanged; without, the node tries it first.
 * @throws RpcError if that attempt fails: too few coins, or a recipient that the token refuses
 */
export async function sendTransaction(rpcUrl: string, request: TransactionRequest): Promise<string> {
  return await runInTurn(rpcUrl, () => sendNow(rpcUrl, request))
}

/** The same for a caller that already has its turn. */
export async function sendNow(rpcUrl: string, request: TransactionRequest): Promise<string> {
  const gas = request.gas ?? (await estimateGas(rpcUrl, request))
  for (let attempt = 1; ; attempt++) {
    try {
      return String(await callRpc(rpcUrl, 'eth_sendTransaction', [{ ...request, gas }]))
    } catch (error) {
      const taken = error instanceof RpcError && NONCE_TAKEN.test(error.message)
      if (!taken || attempt === ATTEMPTS) throw error
    }
  }
}

/** Twice the estimate: transactions ahead of it may change the cost. */
async function estimateGas(rpcUrl: string, request: TransactionRequest): Promise<string> {
  return formatHex(2n * BigInt(String(await callRpc(rpcUrl, 'eth_estimateGas', [request]))))
}

/**
 * Queues changes to a node's transactions: anvil gives simultaneous transactions the same nonce, and refuses all but
 * one.
 */
export function runInTurn<T>(rpcUrl: string, work: () => Promise<T>): Promise<T> {
  const turn = turns.get(rpcUrl) ?? createQueue()
  turns.set(rpcUrl, turn)
  return turn(work)
}
