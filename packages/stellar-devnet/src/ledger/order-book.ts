/**
 * The accounts' offers, and trading with them. The seller of an offer never loses by rounding: the taker's price is
 * rounded up to a whole stroop.
 */
import { xdr } from '@stellar/stellar-sdk'
import { parseAsset, readIssuer } from './amount.ts'
import { computeCost, computeRoom, computeSpendable, move } from './balances.ts'
import type { Offer } from './entries.ts'
import { encodeKey } from './entry-xdr.ts'
import { MAX_INT64 } from './network.ts'
import type { Movement } from './operations/operation.ts'
import type { State, View } from './state.ts'

/** The part of an offer that was taken: `sold` by its seller, `paid` by the taker */
export type Fill = { readonly offer: Offer; readonly sold: bigint; readonly paid: bigint }

/**
 * `paying` is the asset that the taker gives, `getting` the asset that the offers sell. The taker's own offers block a
 * trade.
 */
export type Market = { readonly taker: string; readonly paying: string; readonly getting: string }

export type Trade = { readonly sold: bigint; readonly paid: bigint; readonly fills: readonly Fill[] }

export type Failure = 'tooFew' | 'crossSelf'

/** Takes exactly `amount` from the cheapest offers, at any price. Changes the sellers' balances, not the taker's. */
export function buy(state: State, market: Market, amount: bigint): Trade | Failure {
  return take(state, market, { sold: amount, paid: MAX_INT64 })
}

/** Gives exactly `amount` to the cheapest offers. Changes the sellers' balances, not the taker's. */
export function sell(state: State, market: Market, amount: bigint): Trade | Failure {
  return take(state, market, { sold: MAX_INT64, paid: amount })
}

/** Gives at most `amount` to the offers at that price or lower; a remainder is not a failure. */
export function sellAtLeast(
  state: State,
  market: Market,
  { amount, most, price }: { amount: bigint; most: bigint; price: { n: number; d: number } },
): Trade | 'crossSelf' {
  const worth = (offer: Offer): boolean => BigInt(offer.n) * BigInt(price.n) <= BigInt(offer.d) * BigInt(price.d)
  const left = { sold: most, paid: amount }
  const fills: Fill[] = []
  for (const offer of listOffers(state, market).filter(worth)) {
    if (left.paid === 0n || left.sold === 0n) break
    if (offer.seller === market.taker) return 'crossSelf'
    const fill = takeOffer(state, offer, left)
    if (fill) spend(left, fills, fill)
  }
  return sumFills(fills)
}

function take(state: State, market: Market, limit: { sold: bigint; paid: bigint }): Trade | Failure {
  const exact = limit.paid === MAX_INT64 ? 'sold' : 'paid'
  const left = { ...limit }
  const fills: Fill[] = []
  for (const offer of listOffers(state, market)) {
    if (left[exact] === 0n) break
    if (offer.seller === market.taker) return 'crossSelf'
    const fill = takeOffer(state, offer, left)
    if (fill) spend(left, fills, fill)
  }
  return left[exact] === 0n ? sumFills(fills) : 'tooFew'
}

function spend(left: { sold: bigint; paid: bigint }, fills: Fill[], fill: Fill): void {
  left.sold -= fill.sold
  left.paid -= fill.paid
  fills.push(fill)
}

function sumFills(fills: readonly Fill[]): Trade {
  return {
    sold: fills.reduce((sum, fill) => sum + fill.sold, 0n),
    paid: fills.reduce((sum, fill) => sum + fill.paid, 0n),
    fills,
  }
}

/** Cheapest first; oldest first at the same price */
function listOffers(view: View, { paying, getting }: Omit<Market, 'taker'>): Offer[] {
  return [...view.all('offer')]
    .filter((offer) => offer.selling === getting && offer.buying === paying)
    .sort((a, b) => {
      const difference = BigInt(a.n) * BigInt(b.d) - BigInt(b.n) * BigInt(a.d)
      if (difference !== 0n) return difference < 0n ? -1 : 1
      return Number(a.id) - Number(b.id)
    })
}

/** Takes one offer, up to its balance and its seller's. An offer that can give nothing is removed from the book. */
function takeOffer(state: State, offer: Offer, left: { sold: bigint; paid: bigint }): Fill | undefined {
  removeOffer(state, offer)
  const available = findSmallest(offer.amount, computeAvailable(state, offer))
  if (available <= 0n) return undefined
  const affordable = (left.paid * BigInt(offer.d)) / BigInt(offer.n)
  const sold = findSmallest(available, left.sold, affordable)
  if (sold === 0n) {
    addOffer(state, offer)
    return undefined
  }
  // A remainder too small for one stroop of the offer goes to the seller, so that the whole amount is given.
  const rest = sold < available && sold < left.sold
  const paid = rest ? left.paid : computeCost(sold, offer)
  exchange(state, offer, sold, paid)
  const remaining = offer.amount - sold
  if (remaining > 0n && available === offer.amount) addOffer(state, { ...offer, amount: remaining })
  return { offer, sold, paid }
}

function computeAvailable(state: State, { seller, selling, buying, n, d }: Offer): bigint {
  const has = computeSpendable(state, seller, selling)
  const room = computeRoom(state, seller, buying)
  if (typeof has === 'string' || typeof room === 'string') return 0n
  return findSmallest(has, (room * BigInt(d)) / BigInt(n))
}

function exchange(state: State, { seller, selling, buying }: Offer, sold: bigint, paid: bigint): void {
  if (readIssuer(selling) !== seller) move(state, seller, selling, -sold)
  if (readIssuer(buying) !== seller) move(state, seller, buying, paid)
}

/** An offer is a subentry of its seller's account. */
export function addOffer(state: State, offer: Omit<Offer, 'modified'>): void {
  state.put(offer)
  changeSubentries(state, offer.seller, 1)
}

export function removeOffer(state: State, offer: Offer): void {
  state.remove(offer)
  changeSubentries(state, offer.seller, -1)
}

function changeSubentries(state: State, id: string, by: number): void {
  const account = state.get('account', id)
  if (account) state.put({ ...account, subentries: account.subentries + by })
}

/** The fills in the format of results */
export function encodeFills(fills: readonly Fill[]): xdr.ClaimAtom[] {
  return fills.map(({ offer, sold, paid }) =>
    xdr.ClaimAtom.claimAtomTypeOrderBook(
      new xdr.ClaimOfferAtom({
        sellerId: encodeKey(offer.seller),
        offerId: BigInt(offer.id),
        assetSold: parseAsset(offer.selling).toXdrObject(),
        amountSold: sold,
        assetBought: parseAsset(offer.buying).toXdrObject(),
        amountBought: paid,
      }),
    ),
  )
}

/** The movements of the fills, between the taker and each seller */
export function listMovements(taker: string, fills: readonly Fill[]): Movement[] {
  return fills.flatMap(({ offer: { seller, selling, buying }, sold, paid }) => [
    { asset: buying, from: taker, to: seller, amount: paid, tagged: false },
    { asset: selling, from: seller, to: taker, amount: sold, tagged: false },
  ])
}

function findSmallest(first: bigint, ...others: bigint[]): bigint {
  let least = first
  for (const one of others) if (one < least) least = one
  return least
}
