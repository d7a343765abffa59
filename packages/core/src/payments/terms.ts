import type { PaymentPolicy } from '@crypto-checkout/api-types'
import { getToken, type Network, type Token } from '../chains/network.ts'
import type { Caller, Context } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { CheckoutError } from '../domain/error.ts'
import { ONE_COIN, toFiatMillionths, toRawAmount, toSignedCents } from '../domain/money.ts'
import { convertToCoin, formatFiatPerCoin, type Rates } from '../domain/rate.ts'
import { toWalletKey, type WalletKey } from '../merchants/wallets/wallet.ts'
import { parseMerchantWallet, requireNetwork } from '../networks/require-network.ts'
import { getWalletPrice, type PaymentReference } from './matching/assign-reference.ts'
import type { AssetInput } from './methods/method.ts'
import type { WalletPrice } from './reservations.ts'
import { sumOpenAt } from './waiting-store.ts'

/** 10^12 coins: stored amounts and their sums fit 64 bits. */
const MAX_PRICE = 1_000_000_000_000n * ONE_COIN
const PPM = 1_000_000n

export type Asset = { readonly network: Network; readonly token: Token }

/** The price and wallet of a payment, or of one of its methods, before its amount, memo or address is reserved. */
export type Terms = Asset & {
  readonly id: string
  /** Key of the wallet, which determines its owner. */
  readonly key: WalletKey
  /** Null where payments are not identified by amount. */
  readonly place: WalletPrice | null
  readonly rates: Rates
  /** In display form. */
  readonly wallet: string
  readonly price: bigint
}

/** Throws `unsupported_asset` for a coin that is not offered on the network at present. */
export function requireAsset(ctx: Context, { livemode }: Pick<Caller, 'livemode'>, input: AssetInput): Asset {
  const asset = requireConfiguredAsset(ctx, livemode, input)
  const trouble = ctx.coinTrouble(asset.network, asset.token.coin)
  if (!trouble) return asset
  throw new CheckoutError('unsupported_asset', `${input.cryptocurrency} is not offered: ${trouble}.`, 'cryptocurrency')
}

/** Throws `unsupported_asset` for a coin that is not configured on the network. */
export function requireConfiguredAsset(ctx: Context, livemode: boolean, input: AssetInput): Asset {
  const environment = toEnvironment(livemode)
  const network = requireNetwork(ctx, environment, input.network)
  const token = getToken(network, input.cryptocurrency)
  if (token) return { network, token }
  const reason = `${input.cryptocurrency} is not configured on ${input.network} in ${environment}`
  throw new CheckoutError('unsupported_asset', `${reason}.`, 'cryptocurrency')
}

type Priced = { readonly amount: number; readonly currency: string; readonly merchantWallet: string }

/** Prices an asset now. Throws `unsupported_currency`, `not_ready`, `invalid_wallet_address` and `invalid_parameter`. */
export function quoteTerms(ctx: Context, id: string, { network, token }: Asset, input: Priced): Terms {
  const rates = ctx.quote(network, token.coin, input.currency)
  const wallet = parseMerchantWallet(ctx, network, input.merchantWallet)
  const price = convertPrice(input, rates)
  const place = getWalletPrice({ network, token, wallet, price })
  return { id, network, token, rates, wallet, price, place, key: toWalletKey(network.chain.id, wallet) }
}

function convertPrice({ amount, currency }: Priced, rates: Rates): bigint {
  // Prices of before may have a fraction in a currency that takes none now.
  const price = convertToCoin(toFiatMillionths(toSignedCents(amount, currency) ?? 0, currency), rates)
  if (price <= MAX_PRICE) return price
  throw new CheckoutError('invalid_parameter', `amount is too large in ${currency}.`, 'amount')
}

/**
 * Throws `wallet_cannot_receive`, by the network's state now. Where a wallet's room is limited, open payments have theirs
 * first. `supersedes`: the id of one that gives up its room.
 */
export async function requireReceivable(
  ctx: Context,
  { network, token, wallet, price }: Terms,
  supersedes: string | null = null,
): Promise<void> {
  const rawAmount = toRawAmount(price, token.decimals)
  const { environment, name, chain } = network
  const open = { livemode: environment === 'production', network: name, chain: chain.id, token: token.address, wallet }
  const promised = async () => toRawAmount(await sumOpenAt(ctx.db, open, supersedes), token.decimals)
  const asked = { token: token.address, address: wallet, rawAmount, promised }
  const reason = await chain.recipients.cannotReceiveReason(asked)
  if (reason) throw new CheckoutError('wallet_cannot_receive', `merchantWallet ${reason}.`, 'merchantWallet')
}

/** Chains of the same family share the address; payers who pick the wrong network send here. */
export function listSiblingChains(ctx: Context, network: Network, address: string): string[] {
  return ctx.networks
    .filter(({ environment, chain }) => environment === network.environment && chain.id !== network.chain.id)
    .filter(({ chain }) => chain.addresses.parse(address) !== null)
    .map(({ chain }) => chain.id)
}

/** The columns that a method asks for money with. */
export function toTermColumns(
  { underpaymentTolerance }: Pick<PaymentPolicy, 'underpaymentTolerance'>,
  { network, token, rates, price, due, address, memo, recognition }: Terms & PaymentReference,
) {
  return {
    cryptocurrency: token.coin,
    network: network.name,
    chain: network.chain.id,
    token: token.address.toLowerCase(),
    rate: formatFiatPerCoin(rates),
    due,
    price,
    tolerance: (due * BigInt(Math.round(underpaymentTolerance * Number(PPM)))) / PPM,
    tail_allowance: 0n,
    outstanding: due,
    address,
    memo,
    recognition,
  }
}
