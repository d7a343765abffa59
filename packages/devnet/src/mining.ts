import { rpc } from './json-rpc.ts'

/** Times in milliseconds. An idle chain slows down, because every block costs memory and disk for good. */
export type Pace = { blockTimeMs: number; idleAfterMs: number; idleBlockTimeMs: number }

/** Times are in milliseconds of one clock. */
export type Chain = { lastBlockAt: number; lastTransactionAt: number; waiting: boolean }

export function blockIsDue(now: number, chain: Chain, pace: Pace): boolean {
  if (chain.waiting) return true
  const idle = now - chain.lastTransactionAt >= pace.idleAfterMs
  // The caller waits a whole block time between two calls.
  return !idle || now - chain.lastBlockAt >= pace.idleBlockTimeMs
}

/** One step of the miner, repeated every `blockTimeMs`: mines a block if one is due, with the current time. */
export async function mineWhenDue(rpcUrl: string, chain: Chain, pace: Pace): Promise<Chain> {
  const now = performance.now()
  const waiting = await transactionWaits(rpcUrl)
  const lastTransactionAt = waiting ? now : chain.lastTransactionAt
  if (!blockIsDue(now, { ...chain, lastTransactionAt, waiting }, pace)) return { ...chain, waiting }
  await rpc(rpcUrl, 'evm_mine')
  return { lastBlockAt: now, lastTransactionAt, waiting: false }
}

/** Mines waiting transactions, so that a saved chain contains every transaction that it accepted. */
export async function mineWaiting(rpcUrl: string): Promise<void> {
  if (await transactionWaits(rpcUrl)) await rpc(rpcUrl, 'evm_mine')
}

async function transactionWaits(rpcUrl: string): Promise<boolean> {
  const pool = (await rpc(rpcUrl, 'txpool_status')) as { pending: string }
  return Number(pool.pending) > 0
}
