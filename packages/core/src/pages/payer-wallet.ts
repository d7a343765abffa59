/** Answers of the page to a payer's wallet: terms, offers, and transactions to sign. */

import { createHmac } from 'node:crypto'
import type { OfferedAssets, UnsignedTransaction, WalletTerms } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { getTokenAt } from '../chains/network.ts'
import type { Payer, TransferRequest, WalletTransactions } from '../chains/payer-transactions.ts'
import { type Context, runOnSnapshot } from '../context/context.ts'
import { deriveKey } from '../context/secrets/derive-key.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { CheckoutError } from '../domain/error.ts'
import { toRawAmount } from '../domain/money.ts'
import { type Owner, toOwner } from '../domain/owner.ts'
import { areEqual } from '../domain/text.ts'
import { findNetworkLook } from '../networks/require-network.ts'
import { recordHint } from '../payments/hints/record-hint.ts'
import { findAnyPayment } from '../payments/store.ts'
import { asksForMoney } from '../relays/accept.ts'
import { loadGaslessTerms } from '../relays/evm/offer.ts'

/** The data for paying with a wallet, for anyone with the id; null when there is no such payment. */
export function findWalletTerms(ctx: Context, id: string): Promise<WalletTerms | null> {
  return runOnSnapshot(ctx, async (snapshot) => {
    const row = await findAnyPayment(snapshot.db, id)
    if (!row) return null
    const reach = getWalletReach(ctx, row)
    const { coinType } = findNetworkLook(ctx, row)
    return { ...reach, coinType, gasless: await loadGaslessTerms(snapshot, row) }
  })
}

/** Returns the ways in which wallets reach a payment's network. */
export function getWalletReach(
  ctx: Context,
  on: { livemode: boolean; network: string },
): Pick<WalletTerms, 'chain' | 'walletConnectProjectId'> {
  const network = ctx.network(toEnvironment(on.livemode), on.network)
  return { chain: network?.walletChain ?? null, walletConnectProjectId: ctx.settings.walletConnectProjectId }
}

/**
 * The assets other than the payment's own coin with which an account can pay now; null when there is no such payment.
 */
export async function listOffers(ctx: Context, id: string, account: string): Promise<OfferedAssets | null> {
  const found = await findOrder(ctx, id)
  return found && { assets: await found.transactions.offers(found.order, account) }
}

/** The order that a wallet can sign for a payment now; null when there is no such payment. Throws `invalid_state`. */
async function findOrder(
  ctx: Context,
  id: string,
): Promise<{ order: TransferRequest; transactions: WalletTransactions; owner: Owner } | null> {
  const row = await findAnyPayment(ctx.db, id)
  if (!row) return null
  const network = ctx.network(toEnvironment(row.livemode), row.network)
  const token = network && getTokenAt(network, row.token)
  const transactions = network?.chain.walletTransactions
  if (!token || !transactions || row.memo === null) {
    throw new CheckoutError(
      'invalid_state',
      `This endpoint is for Stellar only. On ${row.network}, pay from the wallet.`,
    )
  }
  if (!asksForMoney(ctx, row)) {
    throw new CheckoutError('invalid_state', 'This payment does not ask for money any more: do not pay it.')
  }
  const order = {
    token: token.address,
    address: network.chain.addresses.display(row.address),
    rawAmount: toRawAmount(row.outstanding, token.decimals),
    memo: row.memo,
    from: null,
    deadline: row.expires_at,
    now: ctx.now(),
  }
  return { order, transactions, owner: toOwner(row) }
}

/**
 * Builds the transaction with which an account pays exactly what is due; null when there is no such payment. Nothing is
 * stored. A transaction that cannot be rebuilt identically carries a MAC (`seal`).
 */
export async function buildTransaction(ctx: Context, id: string, payer: Payer): Promise<UnsignedTransaction | null> {
  const found = await findOrder(ctx, id)
  if (!found) return null
  const { xdr, networkPassphrase, market } = await found.transactions.build(found.order, payer)
  return { xdr, networkPassphrase, seal: market && (await signBuilt(ctx, found.owner, market)) }
}

/**
 * Sends a transaction that was built for a payment, signed and otherwise unchanged; null when there is no such payment.
 * This does not mark the payment as paid: the network must show the transfer first.
 */
export async function submitTransaction(
  ctx: Context,
  id: string,
  { xdr, seal }: z.output<typeof signedInput>,
): Promise<{ hash: string } | null> {
  const found = await findOrder(ctx, id)
  if (!found) return null
  const { order, owner, transactions } = found
  const sent = await transactions.submit(order, xdr, async (hash) => !!seal && verifyBuilt(ctx, owner, hash, seal))
  await recordHint(ctx, id, sent)
  return sent
}

/**
 * Proves that a transaction was built here: HMAC-SHA256 of its hash, 43 characters, under a key that no interface
 * shows.
 */
export async function signBuilt(ctx: Context, owner: Owner, hash: Buffer): Promise<string> {
  return createHmac('sha256', await deriveKey(ctx, owner, 'transaction seal'))
    .update(hash)
    .digest('base64url')
}

export async function verifyBuilt(ctx: Context, owner: Owner, hash: Buffer, seal: string): Promise<boolean> {
  return areEqual(await signBuilt(ctx, owner, hash), seal)
}

/** The account that pays. */
export const accountInput = z.strictObject({ account: z.string().max(128) })

/** An asset as SEP-11 writes it, and the maximum that the payer chose to spend. */
const send = z.strictObject({
  asset: z.string().max(128),
  max: z.string().regex(/^\d{1,12}(\.\d{1,7})?$/, 'must be a decimal number with up to seven digits after the point'),
})

/** The account that pays, and the asset if it is not the payment's own coin. */
export const payerInput = z.strictObject({ account: z.string().max(128), send: send.nullable().default(null) })

/** The transaction that the payer's wallet has signed, in base64, and its MAC (`seal`). */
export const signedInput = z.strictObject({ xdr: z.string().max(4_096), seal: z.string().max(64).nullish() })
