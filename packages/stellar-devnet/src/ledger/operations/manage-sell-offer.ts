import { xdr } from '@stellar/stellar-sdk'
import { formatAsset, parseStroops } from '../amount.ts'
import { canHold, computeCost, computeRoom, computeSpendable, credit, debit, type Refusal } from '../balances.ts'
import type { Offer } from '../entries.ts'
import { encodeOffer } from '../entry-xdr.ts'
import { addOffer, encodeFills, type Fill, listMovements, removeOffer, sellAtLeast } from '../order-book.ts'
import type { State } from '../state.ts'
import type { Applying, Handler, OperationByType } from './operation.ts'

const { ManageSellOfferResult: Result, ManageOfferSuccessResultOffer: Effect } = xdr
type ManageSellOffer = OperationByType<'manageSellOffer'>

const SELLING: Readonly<Record<Refusal, () => xdr.ManageSellOfferResult>> = {
  noTrust: Result.manageSellOfferSellNoTrust,
  notAuthorized: Result.manageSellOfferSellNotAuthorized,
  lineFull: Result.manageSellOfferUnderfunded,
  underfunded: Result.manageSellOfferUnderfunded,
}
const BUYING: Readonly<Record<Refusal, () => xdr.ManageSellOfferResult>> = {
  noTrust: Result.manageSellOfferBuyNoTrust,
  notAuthorized: Result.manageSellOfferBuyNotAuthorized,
  lineFull: Result.manageSellOfferLineFull,
  underfunded: Result.manageSellOfferLineFull,
}

export const manageSellOffer: Handler<ManageSellOffer> = {
  level: () => 'medium',
  malformed({ selling, buying, amount, offerId, price }) {
    const nothing = parseStroops(amount) === 0n && offerId === '0'
    const right =
      formatAsset(selling) !== formatAsset(buying) && parseStroops(amount) >= 0n && Number(price) > 0 && !nothing
    return right ? undefined : buildResult(Result.manageSellOfferMalformed())
  },
  apply: (operation, applying) => buildResult(manage(operation, applying)),
  concerns: () => [],
}

/** Takes existing offers at the price or better, and puts the rest on the book. An amount of 0 removes the offer. */
function manage(operation: ManageSellOffer, applying: Applying): xdr.ManageSellOfferResult {
  const { state, source, body } = applying
  if (body.type !== 'manageSellOffer') throw new Error('The body is of another operation.')
  const wanted = {
    kind: 'offer',
    id: operation.offerId,
    seller: source,
    selling: formatAsset(operation.selling),
    buying: formatAsset(operation.buying),
    amount: parseStroops(operation.amount),
    n: body.value.price.n,
    d: body.value.price.d,
  } as const
  const old = state.get('offer', wanted.id)
  if (wanted.id !== '0' && old?.seller !== source) return Result.manageSellOfferNotFound()
  if (old) removeOffer(state, old)
  if (wanted.amount === 0n) return success([], Effect.manageOfferDeleted())
  const refusal = whyNot(state, wanted)
  return refusal ?? place(wanted, old !== undefined, applying)
}

type Wanted = Omit<Offer, 'modified'>

function whyNot(
  state: State,
  { seller, selling, buying, amount, n, d }: Wanted,
): xdr.ManageSellOfferResult | undefined {
  const has = computeSpendable(state, seller, selling)
  if (typeof has === 'string') return SELLING[has]()
  const room = computeRoom(state, seller, buying)
  if (typeof room === 'string') return BUYING[room]()
  if (has < amount) return Result.manageSellOfferUnderfunded()
  return room < computeCost(amount, { n, d }) ? Result.manageSellOfferLineFull() : undefined
}

function place(
  wanted: Wanted,
  isUpdate: boolean,
  { state, source, sender, moved }: Applying,
): xdr.ManageSellOfferResult {
  const { selling, buying, n, d } = wanted
  const room = computeRoom(state, source, buying)
  const market = { taker: source, paying: selling, getting: buying }
  const limits = { amount: wanted.amount, most: typeof room === 'bigint' ? room : 0n, price: { n, d } }
  const trade = sellAtLeast(state, market, limits)
  if (trade === 'crossSelf') return Result.manageSellOfferCrossSelf()
  const lacking = debit(state, source, selling, trade.paid)
  if (lacking) return SELLING[lacking]()
  const full = credit(state, source, buying, trade.sold)
  if (full) return BUYING[full]()
  for (const movement of listMovements(sender, trade.fills)) moved(movement)
  const amount = wanted.amount - trade.paid
  if (amount === 0n) return success(trade.fills, Effect.manageOfferDeleted())
  const account = state.get('account', source)
  if (!account || !canHold(state, account, 1)) return Result.manageSellOfferLowReserve()
  const offer = { ...wanted, amount, id: isUpdate ? wanted.id : nextId(state) }
  addOffer(state, offer)
  const entry = encodeOffer(offer)
  return success(trade.fills, isUpdate ? Effect.manageOfferUpdated(entry) : Effect.manageOfferCreated(entry))
}

function nextId(state: State): string {
  const pool = state.get('pool', 'pool')
  if (!pool) throw new Error('There is no ledger yet.')
  state.put({ ...pool, lastOffer: pool.lastOffer + 1n })
  return String(pool.lastOffer + 1n)
}

function success(fills: readonly Fill[], offer: xdr.ManageOfferSuccessResultOffer): xdr.ManageSellOfferResult {
  return Result.manageSellOfferSuccess(new xdr.ManageOfferSuccessResult({ offersClaimed: encodeFills(fills), offer }))
}

function buildResult(result: xdr.ManageSellOfferResult): xdr.OperationResultTr {
  return xdr.OperationResultTr.manageSellOffer(result)
}
