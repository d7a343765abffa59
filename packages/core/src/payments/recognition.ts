import type { Network, Token } from '../chains/network.ts'
import type { Context } from '../context.ts'
import { openDeposit } from '../deposits/open.ts'
import { newMemo } from '../domain/memo.ts'
import { randomAmount } from '../domain/tail.ts'
import type { Tx } from '../storage/database.ts'
import type { Recognition } from '../wire.ts'
import type { Place } from './capacity.ts'
import { insertReservation, type ReservedFor, reserveAmount } from './reservations.ts'
import { findByMemos } from './store.ts'

/** Where a payer sends how much, and what tells it from all other payments. */
export type Recognisable = {
  readonly recognition: Recognition
  /** Display form. */
  readonly address: string
  readonly due: bigint
  readonly memo: string | null
}

type Terms = {
  readonly id: string
  readonly merchantId: string
  readonly network: Network
  readonly token: Token
  /** The merchant's wallet, display form. */
  readonly wallet: string
  readonly price: bigint
}

/** Where amounts tell payments apart, the wallet and price of a payment; null elsewhere. */
export function placeOf({ network, token, wallet, price }: Omit<Terms, 'id' | 'merchantId'>): Place | null {
  if (network.deposits || network.chain.recognition !== 'amount') return null
  return {
    wallet: { chain: network.chain.id, token: token.address.toLowerCase(), address: wallet.toLowerCase() },
    price,
  }
}

/** An amount that is most likely free. */
export function likelyAmount(ctx: Context, { wallet, price }: Terms): Recognisable {
  return { recognition: 'amount', address: wallet, due: randomAmount(price, ctx.random), memo: null }
}

/** False when the amount has a holder. */
export function reserveLikely(ctx: Context, tx: Tx, terms: Terms, place: Place, amount: bigint): Promise<boolean> {
  return insertReservation(ctx, tx, place.wallet, amount, holderOf(terms))
}

/** Makes a payment recognisable in the way of its network. Null when the wallet has no more room for it. */
export async function makeRecognisable(ctx: Context, tx: Tx, terms: Terms): Promise<Recognisable | null> {
  const { id, network, wallet, price } = terms
  const chain = network.chain.id
  const plain = { address: wallet, due: price, memo: null }
  if (network.deposits) {
    const address = await openDeposit(tx, network.deposits, { chain, paymentId: id, recipient: wallet })
    return { ...plain, recognition: 'address', address }
  }
  if (network.chain.recognition === 'memo') {
    return { ...plain, recognition: 'memo', memo: await unusedMemo(ctx, tx, chain) }
  }
  const place = placeOf(terms)
  const due = place && (await reserveAmount(ctx, tx, place.wallet, price, holderOf(terms)))
  return due === null ? null : { ...plain, recognition: 'amount', due }
}

function holderOf({ id, merchantId }: Terms): ReservedFor {
  return { paymentId: id, merchantId }
}

/** Never used on any wallet of the chain; the table allows it once a wallet. */
async function unusedMemo(ctx: Context, tx: Tx, chain: string): Promise<string> {
  for (;;) {
    const memo = newMemo(ctx.random)
    if ((await findByMemos(tx, chain, [memo])).length === 0) return memo
  }
}
