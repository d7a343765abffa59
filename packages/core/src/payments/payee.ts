import type { Network } from '../chains/network.ts'
import type { Context } from '../context.ts'
import { holderAt } from '../domain/attribution.ts'
import type { Tx } from '../storage/database.ts'
import { type Marks, recomputePayment } from './recompute.ts'
import { holdersOf, type Wallet } from './reservations.ts'
import { findAnyPayment, firstCreatedAt, type PaymentRow } from './store.ts'

/** The payment that an amount on a wallet pays, seen in a block of this time; null when it is nobody's. */
export async function findPayee(tx: Tx, wallet: Wallet, amount: bigint, blockTime: number): Promise<PaymentRow | null> {
  const holder = holderAt(await holdersOf(tx, wallet, amount), blockTime)
  return holder && findAnyPayment(tx, holder.paymentId)
}

/** `recomputePayment` for a payment whose transfers changed. */
export async function recomputePaymentOf(
  ctx: Context,
  tx: Tx,
  id: string,
  change: { readonly marks?: Marks; readonly lostTransfer?: boolean },
): Promise<void> {
  const payment = await findAnyPayment(tx, id)
  if (payment) await recomputePayment(ctx, tx, payment, change)
}

/**
 * When the first payment on a network was made, whatever became of it: money for one that was
 * cancelled meanwhile must be seen too. Null when there is none.
 */
export function firstPaymentAt(ctx: Context, network: Network): Promise<number | null> {
  return firstCreatedAt(
    ctx.db,
    { network: network.name, chain: network.chain.id },
    network.environment === 'production',
  )
}
