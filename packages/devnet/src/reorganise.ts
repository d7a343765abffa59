import { STATES_KEPT } from './anvil.ts'
import { rpc } from './json-rpc.ts'

/**
 * Replaces the newest `depth` blocks by empty ones. Nobody may mine meanwhile: anvil would leave blocks out, or with a
 * parent that is not there.
 * @throws where the state below those blocks is not in memory any more
 */
export async function reorganise(rpcUrl: string, depth: number): Promise<void> {
  if (!Number.isSafeInteger(depth) || depth < 1) throw new Error(`Not a number of blocks: ${depth}`)
  try {
    await rpc(rpcUrl, 'anvil_reorg', [depth, []])
  } catch (error) {
    const why = error instanceof Error ? error.message : error
    throw new Error(`Only blocks since the last start, at most ${STATES_KEPT}, can be replaced (${why}).`, {
      cause: error,
    })
  }
  // What waits has nonces that follow on transactions which are gone: no block would ever take it, and anvil would go
  // on counting from it.
  await rpc(rpcUrl, 'anvil_dropAllTransactions')
  // Anvil went back to the time of the block below, and would stay behind for good.
  await rpc(rpcUrl, 'evm_setTime', [Math.floor(Date.now() / 1_000)])
}
