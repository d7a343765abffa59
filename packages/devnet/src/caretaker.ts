import type { ChainActivity } from '@crypto-checkout/stellar-devnet/runtime'
import type { KeeperOptions } from './keeper-options.ts'
import { mineWhenDue } from './mining.ts'
import { headOf, newsSince, saveState } from './state.ts'

/** Returns the step to repeat: it mines if a block is due, and saves if it is time and there is something new. */
export async function caretaking(rpcUrl: string, options: KeeperOptions): Promise<() => Promise<void>> {
  const { dir, pace, saveEveryMs } = options
  let chain: ChainActivity = { lastBlockAt: performance.now(), lastTransactionAt: performance.now(), waiting: false }
  let seen = await headOf(rpcUrl)
  let saveAt = performance.now() + saveEveryMs
  return async () => {
    if (pace.blockTimeMs > 0) chain = await mineWhenDue(rpcUrl, chain, pace)
    if (dir === undefined || performance.now() < saveAt) return
    saveAt = performance.now() + saveEveryMs
    const { news, head } = await newsSince(rpcUrl, seen)
    seen = news ? await saveState(dir, rpcUrl) : head
  }
}
