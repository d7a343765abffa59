import { rpc } from './json-rpc.ts'

/** Times in milliseconds. Where nothing happens the chain slows down: every block costs memory and disk for good. */
export type Pace = { blockTimeMs: number; idleAfterMs: number; idleBlockTimeMs: number }

/** Moments are milliseconds of one clock. */
export type Chain = { lastBlockAt: number; lastTransactionAt: number; waiting: boolean }

export function blockIsDue(now: number, chain: Chain, pace: Pace): boolean {
  if (chain.waiting) return true
  const idle = now - chain.lastTransactionAt >= pace.idleAfterMs
  // A whole block time is what the caller waits between two questions.
  return !idle || now - chain.lastBlockAt >= pace.idleBlockTimeMs
}

/** One step of the miner, to be repeated every `blockTimeMs`: mines a block where one is due, with the time of now. */
export async function mineWhenDue(rpcUrl: string, chain: Chain, pace: Pace): Promise<Chain> {
  const now = performance.now()
  const waiting = await transactionWaits(rpcUrl)
  const lastTransactionAt = waiting ? now : chain.lastTransactionAt
  if (!blockIsDue(now, { ...chain, lastTransactionAt, waiting }, pace)) return { ...chain, waiting }
  await rpc(rpcUrl, 'evm_mine')
  return { lastBlockAt: now, lastTransactionAt, waiting: false }
}

/** Mines what waits, so that a chain that is saved keeps every transaction that it took. */
export async function mineWaiting(rpcUrl: string): Promise<void> {
  if (await transactionWaits(rpcUrl)) await rpc(rpcUrl, 'evm_mine')
}

async function transactionWaits(rpcUrl: string): Promise<boolean> {
  const pool = (await rpc(rpcUrl, 'txpool_status')) as { pending: string }
  return Number(pool.pending) > 0
}
