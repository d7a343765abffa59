import type { Context } from '../context/context.ts'
import { reportTransaction } from '../payments/hints/record-hint.ts'
import { findOrder } from './payment-wallet-order.ts'
import { isSealed } from './seal.ts'
import type { SignedInput } from './signing-schema.ts'

/**
 * Sends a transaction that was built for a payment, signed and otherwise unchanged; null when there is no such payment.
 * This does not mark the payment as paid: the network must show the transfer first.
 */
export async function submitTransaction(
  ctx: Context,
  id: string,
  { xdr, seal }: SignedInput,
): Promise<{ hash: string } | null> {
  const found = await findOrder(ctx, id)
  if (!found) return null
  const { order, owner, transactions } = found
  const sent = await transactions.submit(order, xdr, async (hash) => !!seal && isSealed(ctx, owner, hash, seal))
  await reportTransaction(ctx, id, sent)
  return sent
}
