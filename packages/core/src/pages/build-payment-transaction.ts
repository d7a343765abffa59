import type { UnsignedTransaction } from '@crypto-checkout/api-types'
import type { Payer } from '../chains/chain.ts'
import type { Context } from '../context/context.ts'
import { findOrder } from './payment-wallet-order.ts'
import { sealOf } from './seal.ts'

/**
 * Builds the transaction with which an account pays exactly what is due; null when there is no such payment. Nothing is
 * stored. A transaction that cannot be rebuilt identically carries a MAC (`seal`).
 */
export async function buildTransaction(ctx: Context, id: string, payer: Payer): Promise<UnsignedTransaction | null> {
  const found = await findOrder(ctx, id)
  if (!found) return null
  const { xdr, networkPassphrase, market } = await found.transactions.build(found.order, payer)
  return { xdr, networkPassphrase, seal: market && (await sealOf(ctx, found.owner, market)) }
}
