/** The room for another payment: free amounts on a wallet, and the quota of the merchant's plan. */
import type { Caller, Context } from '../context/context.ts'
import { countAmounts } from '../domain/attribution.ts'
import { CheckoutError } from '../domain/error.ts'
import { toIsoTime } from '../domain/time.ts'
import { findUse, toWalletKey, type WalletUse } from '../merchants/wallets/wallet.ts'
import type { Db } from '../storage/database.ts'
import { countOpen, countTaken, type Wallet } from './reservations.ts'
import { findUsage, type Usage } from './usage-store.ts'

/** One of this many amounts is kept free for the wallet's owner. */
const OWNERS_SHARE = 10
/**
 * Anyone who has a link makes payments by it, and need not pay them. So payments by links leave one of this many parts of
 * each limit to those that the merchant makes itself.
 */
const OWN_SHARE = 2

/** The part of a limit that a payment may fill. `byLink`: whether a link's page makes it. */
function getPart(limit: number, byLink: boolean): number {
  return byLink ? Math.ceil(limit / OWN_SHARE) : limit
}

/** A price on a wallet whose payments are identified by amount. */
export type WalletPrice = { readonly wallet: Wallet; readonly price: bigint }

/** Counts the payments of a price that a merchant has open on a wallet. */
export function countOpenAt(db: Db, caller: Caller, { wallet, price }: WalletPrice): Promise<number> {
  return countOpen(db, caller.merchantId, wallet, price)
}

/**
 * Throws `wallet_capacity_exceeded` if a merchant may not open another payment of this price on the wallet. Either it
 * has as many as its plan allows, or the remaining amounts are kept free: for the wallet's owner, or for payments that are
 * not made by links.
 */
export async function requireRoom(
  ctx: Context,
  db: Db,
  at: WalletPrice & { readonly use: WalletUse; readonly open: number; readonly byLink: boolean },
): Promise<void> {
  const { wallet, price, use, open, byLink } = at
  const limit = getPart(ctx.settings.openPaymentsPerPrice[use.plan] ?? 1, byLink)
  if (open >= limit) {
    throw exceeded(`There are ${limit} open payments of this price on this wallet, as many as the plan allows`)
  }
  if (use.role === 'owner' && !byLink) return
  const all = countAmounts(price)
  const kept = use.role === 'owner' ? 0 : Math.ceil(all / OWNERS_SHARE)
  if ((await countTaken(db, wallet, price, ctx.now())) < Math.min(all - kept, getPart(all, byLink))) return
  throw exceeded("What amounts are left of this price on this wallet are kept for its owner's own payments")
}

/** Throws if an earlier refusal implies that this creation is refused too. Does not use the writer. */
export async function requireNoRefusal(
  ctx: Context,
  caller: Caller,
  place: WalletPrice,
  byLink: boolean,
): Promise<void> {
  const until = ctx.fullWallets.fullUntil(formatName(place), ctx.now())
  if (until !== null) throw full(until)
  const suspect = suspectAt(caller, place, byLink)
  if (!ctx.fullWallets.isSuspect(suspect)) return
  const use = await findUse(ctx.db, caller, toWalletKey(place.wallet.chain, place.wallet.address))
  if (use) await requireRoom(ctx, ctx.db, { ...place, use, byLink, open: await countOpenAt(ctx.db, caller, place) })
  ctx.fullWallets.acquit(suspect)
}

/** Remembers that a merchant was refused at a place. */
export function rememberRefusal(ctx: Context, caller: Caller, place: WalletPrice, byLink: boolean): void {
  ctx.fullWallets.suspect(suspectAt(caller, place, byLink))
}

/** The refusal of a price that has no free amount on a wallet until a time. It is remembered until then. */
export function createFullError(ctx: Context, place: WalletPrice, until: number): CheckoutError {
  ctx.fullWallets.noteFull(formatName(place), until)
  return full(until)
}

function full(until: number): CheckoutError {
  return exceeded(`All amounts of this price on this wallet are taken until ${toIsoTime(until)} at least`)
}

function exceeded(reason: string): CheckoutError {
  const message = `${reason}: use another merchantWallet, or try later.`
  return new CheckoutError('wallet_capacity_exceeded', message, 'merchantWallet')
}

function formatName({ wallet, price }: WalletPrice): string {
  return [wallet.chain, wallet.token, wallet.address, price].join(' ')
}

function suspectAt(caller: Caller, place: WalletPrice, byLink: boolean): string {
  return `${caller.merchantId} ${caller.livemode} ${formatName(place)} ${byLink}`
}

/** A merchant's usage with the new payment, and the bytes that the new payment adds. */
type Wanted = Usage & { readonly plan: string; readonly newBytes: number; readonly byLink: boolean }

/** Whether a plan allows so many open payments of one price on a wallet. */
export function fitsPrice({ settings }: Pick<Context, 'settings'>, plan: string, open: number): boolean {
  return open <= (settings.openPaymentsPerPrice[plan] ?? 1)
}

/** Whether a plan allows a usage. */
export function fitsQuota(
  { settings }: Pick<Context, 'settings'>,
  plan: string,
  { openPayments, textBytes }: Usage,
): boolean {
  return openPayments <= (settings.openPayments[plan] ?? 0) && textBytes <= (settings.textBytes[plan] ?? 0)
}

/** Throws `quota_exceeded` if a merchant's plan does not allow this usage. */
export function requireQuota({ settings }: Context, wanted: Wanted): void {
  const { plan, openPayments, textBytes, newBytes, byLink } = wanted
  const openLimit = getPart(settings.openPayments[plan] ?? 0, byLink)
  if (openPayments > openLimit) {
    throw new CheckoutError(
      'quota_exceeded',
      `There are ${openLimit} open payments, as many as the plan allows: cancel some, or wait until some end.`,
    )
  }
  if (!byLink) requireTextQuota({ settings }, { plan, textBytes, newBytes })
}

/** Throws `quota_exceeded` if a merchant's plan does not allow these texts. */
export function requireTextQuota(
  { settings }: Pick<Context, 'settings'>,
  { plan, textBytes, newBytes }: Pick<Wanted, 'plan' | 'textBytes' | 'newBytes'>,
): void {
  const textLimit = settings.textBytes[plan] ?? 0
  if (textBytes <= textLimit) return
  throw new CheckoutError(
    'quota_exceeded',
    `Metadata, URLs and orders of all payments and links may take ${textLimit} bytes by the plan, and ` +
      `${textBytes - newBytes} are taken: these have ${newBytes}. Send less, or ask the operator for a larger quota.`,
    'metadata',
  )
}

/** Throws the same for a recently refused merchant. Does not use the writer. */
export async function requireQuotaIfRefused(
  ctx: Context,
  caller: Caller,
  { newBytes, byLink }: Pick<Wanted, 'newBytes' | 'byLink'>,
): Promise<void> {
  const suspect = nameSuspect(caller, byLink)
  if (!ctx.fullWallets.isSuspect(suspect)) return
  const { plan, openPayments, textBytes } = await findUsage(ctx.db, caller)
  requireQuota(ctx, { plan, openPayments: openPayments + 1, textBytes: textBytes + newBytes, newBytes, byLink })
  ctx.fullWallets.acquit(suspect)
}

/** Remembers that a merchant was over its quota. */
export function rememberQuota(ctx: Context, caller: Caller, byLink: boolean): void {
  ctx.fullWallets.suspect(nameSuspect(caller, byLink))
}

function nameSuspect({ merchantId, livemode }: Caller, byLink: boolean): string {
  return `quota ${merchantId} ${livemode} ${byLink}`
}
