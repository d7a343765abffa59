import type { Caller, Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { findUsage, type Usage } from './usage-store.ts'

/** A merchant's usage with the new payment, and the bytes that the new payment adds. */
type Wanted = Usage & { readonly plan: string; readonly newBytes: number }

/** Throws `quota_exceeded` if a merchant's plan does not allow this usage. */
export function requireQuota({ settings }: Context, { plan, openPayments, textBytes, newBytes }: Wanted): void {
  const openLimit = settings.openPayments[plan] ?? 0
  if (openPayments > openLimit) {
    throw new CheckoutError(
      'quota_exceeded',
      `There are ${openLimit} open payments, as many as the plan allows: cancel some, or wait until some end.`,
    )
  }
  const textLimit = settings.textBytes[plan] ?? 0
  if (textBytes > textLimit) {
    throw new CheckoutError(
      'quota_exceeded',
      `Metadata, URLs and orders of all payments may take ${textLimit} bytes by the plan, and ${textBytes - newBytes} are taken: ` +
        `this payment has ${newBytes}. Send less, or ask the operator for a larger quota.`,
      'metadata',
    )
  }
}

/** Throws the same for a recently refused merchant. Does not use the writer. */
export async function requireQuotaIfRefused(ctx: Context, caller: Caller, newBytes: number): Promise<void> {
  const suspect = nameSuspect(caller)
  if (!ctx.fullWallets.isSuspect(suspect)) return
  const { plan, openPayments, textBytes } = await findUsage(ctx.db, caller)
  requireQuota(ctx, { plan, openPayments: openPayments + 1, textBytes: textBytes + newBytes, newBytes })
  ctx.fullWallets.acquit(suspect)
}

/** Remembers that a merchant was over its quota. */
export function rememberQuota(ctx: Context, caller: Caller): void {
  ctx.fullWallets.suspect(nameSuspect(caller))
}

function nameSuspect({ merchantId, livemode }: Caller): string {
  return `quota ${merchantId} ${livemode}`
}
