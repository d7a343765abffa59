import type { Network } from '../chains/network.ts'
import type { Refunder } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import type { Tx } from '../storage/database.ts'
import { enqueueSend } from '../transactions/queue.ts'
import { type RefundRow, sumSignedSince } from './store.ts'

const DAY_MS = 86_400_000

/** A refund with everything that its payment needs. */
export type Payout = Pick<RefundRow, 'id' | 'merchant_id' | 'token' | 'raw_amount'> & {
  readonly amount: bigint
  /** The merchant's wallet that has the money, in lower case. */
  readonly wallet: string
  /** In display form. */
  readonly destination: string
}

/**
 * Chooses who pays a refund, and queues the transaction if a key does. The network's refund key pays if it belongs to
 * this merchant, pays for this wallet and is below its 24-hour limit. Otherwise the merchant's wallet signs. Returns
 * the columns to store.
 */
export async function payOut(
  ctx: Context,
  tx: Tx,
  network: Network,
  refund: Payout,
): Promise<Pick<RefundRow, 'method' | 'from_address' | 'destination' | 'to_address' | 'watched_from' | 'send_id'>> {
  const { destination, token, wallet } = refund
  const now = ctx.now()
  const where = { destination, to_address: destination.toLowerCase(), watched_from: now }
  const { transactor } = network.chain
  const refunder = await refunderOf(ctx, tx, network, refund)
  if (!refunder || !transactor) return { ...where, method: 'sign', from_address: wallet, send_id: null }
  const { address: signer } = refunder.signer
  const call = transactor.transferCall({ token, to: destination, rawAmount: BigInt(refund.raw_amount) })
  const send_id = await enqueueSend(ctx, tx, { network, signer, purpose: 'refund', subject: refund.id, ...call })
  return { ...where, method: 'signer', from_address: signer.toLowerCase(), send_id }
}

/** The key that may pay a refund; null if there is none. */
async function refunderOf(
  ctx: Context,
  tx: Tx,
  network: Network,
  { merchant_id, wallet, amount }: Payout,
): Promise<Refunder | null> {
  const refunder = network.sending?.refunds ?? null
  if (!refunder || refunder.merchantId !== merchant_id || !refunder.wallets.includes(wallet)) return null
  const since = ctx.now() - DAY_MS
  const paid = await sumSignedSince(tx, network.chain.id, refunder.signer.address.toLowerCase(), since)
  return paid + amount <= refunder.maxPerDay ? refunder : null
}
