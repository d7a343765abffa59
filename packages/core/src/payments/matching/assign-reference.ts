import type { Recognition } from '@crypto-checkout/api-types'
import { getRecognition, type Network, type Token } from '../../chains/network.ts'
import type { Context } from '../../context/context.ts'
import { openDeposit } from '../../deposits/deposit.ts'
import { createMemo, pickRandomAmount } from '../../domain/attribution.ts'
import type { Tx } from '../../storage/database.ts'
import type { WalletPrice } from '../capacity.ts'
import { reserveAmount } from '../reservations.ts'
import { findByMemos } from './match-payments.ts'

/** The address and the amount that a payer sends to, and the mark that identifies the payment. */
export type PaymentReference = {
  readonly recognition: Recognition
  /** In display form. */
  readonly address: string
  readonly due: bigint
  readonly memo: string | null
}

type Terms = {
  readonly id: string
  readonly merchantId: string
  readonly network: Network
  readonly token: Token
  /** The merchant's wallet, in display form. */
  readonly wallet: string
  readonly price: bigint
}

/** The wallet and price of a payment that is identified by amount; null for others. */
export function getWalletPrice({
  network,
  token,
  wallet,
  price,
}: Omit<Terms, 'id' | 'merchantId'>): WalletPrice | null {
  if (getRecognition(network) !== 'amount') return null
  return {
    wallet: { chain: network.chain.id, token: token.address.toLowerCase(), address: wallet.toLowerCase() },
    price,
  }
}

/** Picks an amount that is probably free. */
export function pickAmount(ctx: Context, { wallet, price }: Terms): PaymentReference {
  return { recognition: 'amount', address: wallet, due: pickRandomAmount(price, ctx.random), memo: null }
}

/** Assigns the amount, memo or address that identifies a payment. Null when every amount on the wallet is taken. */
export async function assignReference(ctx: Context, tx: Tx, terms: Terms): Promise<PaymentReference | null> {
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
  const place = getWalletPrice(terms)
  const holder = { paymentId: id, merchantId: terms.merchantId }
  const due = place && (await reserveAmount(ctx, tx, place.wallet, price, holder))
  return due === null ? null : { ...plain, recognition: 'amount', due }
}

/** Unused on every wallet of the chain, although the table requires it only for each wallet. */
async function unusedMemo(ctx: Context, tx: Tx, chain: string): Promise<string> {
  for (;;) {
    const memo = createMemo(ctx.random)
    if ((await findByMemos(tx, chain, [memo])).length === 0) return memo
  }
}
