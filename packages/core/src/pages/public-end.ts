/** The end of the addresses that need no keys, by the server's clock. */
import type { Context } from '../context/context.ts'
import { isId, readIdTime } from '../domain/id.ts'
import { hasEnded } from '../domain/payment.ts'
import { findAnyPayment, type PaymentRow } from '../payments/find.ts'

/**
 * The end of an address. `payment`, `refund`: some days after that ended (`pageDays`). `link`: with its link; from then
 * on it says no more than that. `signature`: at the time in the signed address. `never`: it shows nothing of anybody's
 * payment, or a receipt, which proves something for ever.
 */
export type PublicEnd = 'payment' | 'refund' | 'link' | 'signature' | 'never'

type Clock = Pick<Context, 'now' | 'settings'>

/**
 * Tells whether a payment ended so long ago that its page is closed. Only payments that are old enough for that are
 * read.
 */
export async function isPaymentPageOver(ctx: Clock & Pick<Context, 'db'>, id: string): Promise<boolean> {
  if (!isId('pay', id) || !isLongAgo(ctx, readIdTime(id))) return false
  const row = await findAnyPayment(ctx.db, id)
  return row !== null && isLongAgo(ctx, getPaymentEnd(row))
}

/** Tells whether a refund ended so long ago that its pages are closed. */
export function isRefundPageOver(ctx: Clock, refund: { readonly endedAt: number | null }): boolean {
  return isLongAgo(ctx, refund.endedAt)
}

function isLongAgo({ now, settings }: Clock, time: number | null): boolean {
  return time !== null && time + settings.pageMs <= now()
}

type Ended = Pick<PaymentRow, 'status' | 'cancelled_at' | 'completed_at' | 'expires_at' | 'past_deadline_at'>

/** Null while it has not ended. Money that came late and was accepted ends a payment again. */
function getPaymentEnd(row: Ended): number | null {
  if (!hasEnded(row.status)) return null
  if (row.status === 'completed') return row.completed_at
  return row.status === 'cancelled' ? row.cancelled_at : Math.max(row.expires_at, row.past_deadline_at ?? 0)
}
