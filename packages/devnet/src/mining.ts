import { type ChainActivity, isBlockDue, type Pace } from '@crypto-checkout/stellar-devnet/runtime'
import { callRpc } from './json-rpc.ts'

/** One step of the miner, repeated every `blockTimeMs`: mines a block if one is due, with the current time. */
export async function mineWhenDue(rpcUrl: string, chain: ChainActivity, pace: Pace): Promise<ChainActivity> {
  const now = performance.now()
  const waiting = await transactionWaits(rpcUrl)
  const lastTransactionAt = waiting ? now : chain.lastTransactionAt
  if (!isBlockDue(now, { ...chain, lastTransactionAt, waiting }, pace)) return { ...chain, waiting }
  await callRpc(rpcUrl, 'evm_mine')
  return { lastBlockAt: now, lastTransactionAt, waiting: false }
}

/** Mines waiting transactions, so that a saved chain contains every transaction that it accepted. */
export async function mineWaiting(rpcUrl: string): Promise<void> {
  if (await transactionWaits(rpcUrl)) await callRpc(rpcUrl, 'evm_mine')
}

async function transactionWaits(rpcUrl: string): Promise<boolean> {
  const pool = (await callRpc(rpcUrl, 'txpool_status')) as { pending: string }
  return Number(pool.pending) > 0
}
