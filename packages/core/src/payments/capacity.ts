import type { Caller, Context } from '../context/context.ts'
import { countAmounts } from '../domain/amount-suffix.ts'
import { CheckoutError } from '../domain/error.ts'
import { toIsoTime } from '../domain/time.ts'
import type { Db } from '../storage/database.ts'
import { findUse, type WalletUse } from '../wallets/claim.ts'
import { toWalletKey } from '../wallets/view.ts'
import { countOpen, countTaken, type Wallet } from './reservations.ts'

/** One of this many amounts is kept free for the wallet's owner. */
const OWNERS_SHARE = 10

/** A price on a wallet whose payments are identified by amount. */
export type WalletPrice = { readonly wallet: Wallet; readonly price: bigint }

/** How many payments of a price a merchant has open on a wallet. */
export function countOpenAt(db: Db, caller: Caller, { wallet, price }: WalletPrice): Promise<number> {
  return countOpen(db, caller.merchantId, wallet, price)
}

/**
 * Throws `wallet_capacity_exceeded` if a merchant may not open another payment of this price on the wallet. Either it
 * has as many as its plan allows, or the remaining amounts are kept free for the wallet's owner.
 */
export async function requireRoom(
  ctx: Context,
  db: Db,
  at: WalletPrice & { readonly use: WalletUse; readonly open: number },
): Promise<void> {
  const { wallet, price, use, open } = at
  const limit = ctx.settings.openPaymentsPerPrice[use.plan] ?? 1
  if (open >= limit) {
    throw exceeded(`There are ${limit} open payments of this price on this wallet, as many as the plan allows`)
  }
  if (use.role === 'owner') return
  const all = countAmounts(price)
  if ((await countTaken(db, wallet, price, ctx.now())) < all - Math.ceil(all / OWNERS_SHARE)) return
  throw exceeded('What amounts are left of this price on this wallet are kept for its owner')
}

/** Throws if an earlier refusal implies that this creation is refused too. Does not use the writer. */
export async function requireNoRefusal(ctx: Context, caller: Caller, place: WalletPrice): Promise<void> {
  const until = ctx.fullWallets.fullUntil(nameOf(place), ctx.now())
  if (until !== null) throw full(until)
  const suspect = suspectAt(caller, place)
  if (!ctx.fullWallets.isSuspect(suspect)) return
  const use = await findUse(ctx.db, caller, toWalletKey(place.wallet.chain, place.wallet.address))
  if (use) await requireRoom(ctx, ctx.db, { ...place, use, open: await countOpenAt(ctx.db, caller, place) })
  ctx.fullWallets.acquit(suspect)
}

/** Remembers that a merchant was refused at a place. */
export function rememberRefusal(ctx: Context, caller: Caller, place: WalletPrice): void {
  ctx.fullWallets.suspect(suspectAt(caller, place))
}

/** The refusal of a price that has no free amount on a wallet until a time. It is remembered until then. */
export function createFullError(ctx: Context, place: WalletPrice, until: number): CheckoutError {
  ctx.fullWallets.noteFull(nameOf(place), until)
  return full(until)
}

function full(until: number): CheckoutError {
  return exceeded(`All amounts of this price on this wallet are taken until ${toIsoTime(until)} at least`)
}

function exceeded(reason: string): CheckoutError {
  const message = `${reason}: use another merchantWallet, or try later.`
  return new CheckoutError('wallet_capacity_exceeded', message, 'merchantWallet')
}

function nameOf({ wallet, price }: WalletPrice): string {
  return [wallet.chain, wallet.token, wallet.address, price].join(' ')
}

function suspectAt(caller: Caller, place: WalletPrice): string {
  return `${caller.merchantId} ${caller.livemode} ${nameOf(place)}`
}
