import type { ChainActivity } from '@crypto-checkout/stellar-devnet/runtime'
import { mineWhenDue } from './mining.ts'
import { detectChanges, readHead, saveState } from './state.ts'
import type { ChainOptions } from './supervisor-options.ts'

/** Returns the step to repeat: it mines if a block is due, and saves if it is time and there is something new. */
export async function createMaintenance(rpcUrl: string, options: ChainOptions): Promise<() => Promise<void>> {
  const { dir, pace, saveEveryMs } = options
  let chain: ChainActivity = { lastBlockAt: performance.now(), lastTransactionAt: performance.now(), waiting: false }
  let seen = await readHead(rpcUrl)
  let saveAt = performance.now() + saveEveryMs
  return async () => {
    if (pace.blockTimeMs > 0) chain = await mineWhenDue(rpcUrl, chain, pace)
    if (dir === undefined || performance.now() < saveAt) return
    saveAt = performance.now() + saveEveryMs
    const { changed, head } = await detectChanges(rpcUrl, seen)
    seen = changed ? await saveState(dir, rpcUrl) : head
  }
}
