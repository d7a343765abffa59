import type { Recognition } from '@crypto-checkout/api-types'
import { getRecognition, type Network, type Token } from '../../chains/network.ts'
import type { Context } from '../../context/context.ts'
import { deriveDepositAddress } from '../../deposits/deposit.ts'
import { createMemo, pickRandomAmount } from '../../domain/attribution.ts'
import type { Owner } from '../../domain/owner.ts'
import type { Settings } from '../../merchants/settings.ts'
import type { Db } from '../../storage/database.ts'
import type { WalletPrice } from '../reservations.ts'
import { findByMemos } from './match-payments.ts'
import { chooseRecipient, type Recipient } from './recipient.ts'

/** The address and the amount that a payer sends to, and the mark that identifies the payment. */
export type PaymentReference = {
  readonly recognition: Recognition
  /** In display form. */
  readonly address: string
  readonly due: bigint
  readonly memo: string | null
  /** Where the money of the payment's own address goes; null if it has none. */
  readonly recipient: Recipient | null
}

/** A merchant, and its settings in force. */
export type OwnSettings = { readonly owner: Owner; readonly settings: Settings }

type Terms = {
  readonly id: string
  readonly network: Network
  readonly token: Token
  /** The merchant's wallet, in display form. */
  readonly wallet: string
  readonly price: bigint
}

/** The wallet and price of a payment that is identified by amount; null for others. */
export function getWalletPrice({ network, token, wallet, price }: Omit<Terms, 'id'>): WalletPrice | null {
  if (getRecognition(network) !== 'amount') return null
  return {
    wallet: { chain: network.chain.id, token: token.address.toLowerCase(), address: wallet.toLowerCase() },
    price,
  }
}

/** Picks what may identify a payment: an unused memo, an address of its own, or an amount that is probably free. */
export async function pickReference(
  ctx: Context,
  db: Db,
  terms: Terms,
  { owner, settings }: OwnSettings,
): Promise<PaymentReference> {
  const { id, network, wallet, price } = terms
  const plain = { address: wallet, due: price, memo: null, recipient: null }
  if (network.deposits) {
    const recipient = await chooseRecipient(ctx, db, owner, settings, terms)
    const address = deriveDepositAddress(network.deposits, id, recipient.address)
    return { ...plain, recognition: 'address', address, recipient }
  }
  if (network.chain.recognition === 'memo') {
    return { ...plain, recognition: 'memo', memo: await unusedMemo(ctx, db, network.chain.id) }
  }
  return { ...plain, recognition: 'amount', due: pickRandomAmount(price, ctx.random) }
}

/** Unused on every wallet of the chain, although the table requires it only for each wallet. */
async function unusedMemo(ctx: Context, db: Db, chain: string): Promise<string> {
  for (;;) {
    const memo = createMemo(ctx.random)
    if ((await findByMemos(db, chain, [memo])).length === 0) return memo
  }
}
