import { STATES_KEPT } from './anvil.ts'
import { callRpc } from './json-rpc.ts'

/**
 * Replaces the newest `depth` blocks with empty ones. Nothing may be mined meanwhile: anvil would skip blocks, or
 * create one whose parent is missing.
 * @throws if the state below those blocks is no longer in memory
 */
export async function reorganise(rpcUrl: string, depth: number): Promise<void> {
  if (!Number.isSafeInteger(depth) || depth < 1) throw new Error(`Not a number of blocks: ${depth}`)
  try {
    await callRpc(rpcUrl, 'anvil_reorg', [depth, []])
  } catch (error) {
    const why = error instanceof Error ? error.message : error
    throw new Error(`Only blocks since the last start, at most ${STATES_KEPT}, can be replaced (${why}).`, {
      cause: error,
    })
  }
  // Waiting transactions have nonces that follow lost transactions. No block would ever include them, and anvil would
  // continue counting from them.
  await callRpc(rpcUrl, 'anvil_dropAllTransactions')
  // Anvil has returned to the time of the block below, and would stay behind for good.
  await callRpc(rpcUrl, 'evm_setTime', [Math.floor(Date.now() / 1_000)])
}
