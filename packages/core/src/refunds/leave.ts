import type { Network } from '../chains/network.ts'
import type { Refunder } from '../chains/transactor.ts'
import type { Context } from '../context.ts'
import { enqueueSend } from '../sends/enqueue.ts'
import type { Tx } from '../storage/database.ts'
import { type RefundRow, signedSince } from './store.ts'

const DAY_MS = 86_400_000

/** A refund that has all it needs to be paid. */
export type Leaving = Pick<RefundRow, 'id' | 'merchant_id' | 'token' | 'raw_amount'> & {
  readonly amount: bigint
  /** The merchant's wallet that has the money, lower case. */
  readonly wallet: string
  /** Display form. */
  readonly destination: string
}

/**
 * Decides who pays a refund, and has it paid: the network's key for refunds, where it is this merchant's, pays for this
 * wallet and has not reached its limit of 24 hours; else the merchant's wallet signs. Answers what is kept of it.
 */
export async function leave(
  ctx: Context,
  tx: Tx,
  network: Network,
  refund: Leaving,
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

/** The key that may pay a refund; null where there is none. */
async function refunderOf(
  ctx: Context,
  tx: Tx,
  network: Network,
  { merchant_id, wallet, amount }: Leaving,
): Promise<Refunder | null> {
  const refunder = network.sending?.refunds ?? null
  if (!refunder || refunder.merchantId !== merchant_id || !refunder.wallets.includes(wallet)) return null
  const since = ctx.now() - DAY_MS
  const paid = await signedSince(tx, network.chain.id, refunder.signer.address.toLowerCase(), since)
  return paid + amount <= refunder.maxPerDay ? refunder : null
}
