/** The limits of a new payment: the quota of the merchant's plan, the right to name a wallet, and free amounts on it. */
import type { Context } from '../context/context.ts'
import { countAmounts } from '../domain/attribution.ts'
import { planQuotas } from '../domain/catalog/quotas.ts'
import { CheckoutError } from '../domain/error.ts'
import { toIsoTime } from '../domain/time.ts'
import type { Role } from '../merchants/wallets/store.ts'
import { WalletTaken } from '../merchants/wallets/wallet.ts'
import { refuseWallet } from '../networks/require-network.ts'
import type { FreeAmount, NoAmount } from './reservations.ts'
import type { Usage } from './usage-store.ts'

/** One of this many amounts is kept free for the wallet's owner. */
const OWNERS_SHARE = 10
/**
 * Anyone who has a link makes payments by it, and need not pay them. So payments by links leave one of this many parts of
 * each limit to those that the merchant makes itself.
 */
const OWN_SHARE = 2

type Operated = Pick<Context, 'settings'>

/** The part of a limit that a payment may fill. `byLink`: whether a link's page makes it. */
function getPart(limit: number, byLink: boolean): number {
  return byLink ? Math.ceil(limit / OWN_SHARE) : limit
}

/** The facts that limit the opening of a payment, or of a further method of one. */
export type Situation = {
  readonly plan: string
  readonly byLink: boolean
  /** The merchant's role for the wallet; null if it is another merchant's. */
  readonly role: Role | null
  /** The reason for which nobody may be paid to the wallet. */
  readonly walletProblem: string | null
  /** The merchant's usage with the payment, and the bytes that it adds. Null for a method: its payment counts already. */
  readonly usage: (Usage & { readonly newBytes: number }) | null
  /** Null where payments are not identified by amount. */
  readonly room: Room | null
}

/** The amounts of a price on a wallet. */
type Room = {
  readonly price: bigint
  /** Those that the merchant's open payments hold. */
  readonly open: number
  /** Those that are not free, for a payment that must leave some to others. */
  readonly taken: number
  readonly free: FreeAmount | NoAmount
}

/** Finds the limit that keeps a payment or method from being opened; null if there is none. */
export function findRefusal(ctx: Operated, at: Situation): CheckoutError | null {
  if (!mayName(at.role)) return new WalletTaken()
  if (at.walletProblem !== null) return refuseWallet(at.walletProblem)
  return (at.usage && findQuotaRefusal(ctx, at, at.usage)) ?? (at.room && findRoomRefusal(ctx, at, at.room))
}

/** Tells whether a merchant with this role for a wallet may be paid to it. */
export function mayName(role: Role | null): boolean {
  return role === 'owner' || role === 'shared'
}

/** Tells whether a payment must leave some amounts of a wallet to others. */
export function sharesRoom({ role, byLink }: Pick<Situation, 'role' | 'byLink'>): boolean {
  return byLink || role !== 'owner'
}

function findRoomRefusal(
  { settings }: Operated,
  at: Situation,
  { price, open, taken, free }: Room,
): CheckoutError | null {
  const limit = getPart(settings.openPaymentsPerPrice[at.plan] ?? 1, at.byLink)
  if (open >= limit) return exceeded(planQuotas.openPaymentsPerPrice.reached(limit))
  const all = countAmounts(price)
  const kept = at.role === 'owner' ? 0 : Math.ceil(all / OWNERS_SHARE)
  if (sharesRoom(at) && taken >= Math.min(all - kept, getPart(all, at.byLink)))
    return exceeded("What amounts are left of this price on this wallet are kept for its owner's own payments")
  return 'fullUntil' in free ? createFullError(free.fullUntil) : null
}

/** The refusal of a price that has no free amount on a wallet until a time. */
export function createFullError(until: number): CheckoutError {
  return exceeded(`All amounts of this price on this wallet are taken until ${toIsoTime(until)} at least`)
}

function exceeded(reason: string): CheckoutError {
  const message = `${reason}: use another merchantWallet, or try later.`
  return new CheckoutError('wallet_capacity_exceeded', message, 'merchantWallet')
}

function findQuotaRefusal(
  ctx: Operated,
  { plan, byLink }: Situation,
  { openPayments, textBytes, newBytes }: Usage & { readonly newBytes: number },
): CheckoutError | null {
  const openLimit = getPart(ctx.settings.openPayments[plan] ?? 0, byLink)
  if (openPayments > openLimit) {
    return new CheckoutError('quota_exceeded', planQuotas.openPayments.reached(openLimit))
  }
  return byLink ? null : findTextRefusal(ctx, { plan, textBytes, newBytes })
}

/** Finds that a merchant's plan does not allow the texts that it has with the new ones; null if it does. */
export function findTextRefusal(
  { settings }: Operated,
  { plan, textBytes, newBytes }: { readonly plan: string; readonly textBytes: number; readonly newBytes: number },
): CheckoutError | null {
  const textLimit = settings.textBytes[plan] ?? 0
  if (textBytes <= textLimit) return null
  const message = planQuotas.textMegabytes.reached(textLimit, textBytes - newBytes, newBytes)
  return new CheckoutError('quota_exceeded', message, 'metadata')
}
