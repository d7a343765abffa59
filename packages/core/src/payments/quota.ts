import type { Caller, Context } from '../context.ts'
import { CheckoutError } from '../domain/error.ts'
import { findUsage, type Usage } from './usage-store.ts'

/** What a merchant's payments would take up with a new one, and how many bytes of that are the new one's. */
type Wanted = Usage & { readonly plan: string; readonly newBytes: number }

/** Throws `quota_exceeded` where a merchant's plan does not allow what its payments would take up. */
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
      `Metadata and URLs of all payments may take ${textLimit} bytes by the plan, and ${textBytes - newBytes} are taken: ` +
        `this payment has ${newBytes}. Send less, or ask the operator for a larger quota.`,
      'metadata',
    )
  }
}

/** Throws the same for a merchant that was refused lately, without the writer. */
export async function requireQuotaIfRefused(ctx: Context, caller: Caller, newBytes: number): Promise<void> {
  const suspect = nameSuspect(caller)
  if (!ctx.fullWallets.isSuspect(suspect)) return
  const { plan, openPayments, textBytes } = await findUsage(ctx.db, caller)
  requireQuota(ctx, { plan, openPayments: openPayments + 1, textBytes: textBytes + newBytes, newBytes })
  ctx.fullWallets.acquit(suspect)
}

/** Keeps in mind that a merchant was over its quota. */
export function rememberQuota(ctx: Context, caller: Caller): void {
  ctx.fullWallets.suspect(nameSuspect(caller))
}

function nameSuspect({ merchantId, livemode }: Caller): string {
  return `quota ${merchantId} ${livemode}`
}
