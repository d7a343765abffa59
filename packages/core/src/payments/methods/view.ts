import type { PaymentMethod } from '@crypto-checkout/api-types'
import { getRecognition, getToken, getTokenAt } from '../../chains/network.ts'
import type { Context } from '../../context/context.ts'
import { type Environment, toEnvironment } from '../../domain/catalog/networks.ts'
import { formatAmount, formatCents, toRawAmount } from '../../domain/money.ts'
import { takesOrders } from '../../networks/require-network.ts'
import type { PaymentRow } from '../store.ts'
import { type Alternative, type AssetInput, isOfMethod, type MethodRow, readAlternatives } from './method.ts'

type Asked = Pick<
  PaymentRow,
  | (
      | 'cryptocurrency'
      | 'network'
      | 'chain'
      | 'token'
      | 'rate'
      | 'due'
      | 'address'
      | 'memo'
      | 'recognition'
      | 'received'
      | 'outstanding'
    )
  | ('amount_cents' | 'currency' | 'livemode')
>
type Offering = Asked & Pick<PaymentRow, 'alternatives'>

/**
 * The methods of a payment in the merchant's order, none if there is only the default one. `methods`: the open ones, none
 * if only the default one is.
 */
export function toMethodViews(ctx: Context, row: Offering, methods: readonly MethodRow[]): PaymentMethod[] {
  if (row.alternatives === null) return []
  const open = new Map(methods.map((method) => [method.position, method]))
  const first = toOpenView(ctx, row, { ...row, ...open.get(0) })
  const others = readAlternatives(row).map((alternative, index) => {
    const method = open.get(index + 1)
    return method ? toOpenView(ctx, row, { ...row, ...method }) : toOfferView(ctx, row, alternative)
  })
  return [first, ...others]
}

function toOpenView(ctx: Context, chosen: Asked, row: Asked): PaymentMethod {
  return {
    cryptocurrency: row.cryptocurrency,
    network: row.network,
    state: isOfMethod(chosen, row) ? 'chosen' : 'open',
    reason: null,
    recognition: row.recognition,
    rate: row.rate,
    cryptoAmount: formatAmount(row.due),
    address: row.address,
    memo: row.memo,
    memoType: row.memo === null ? null : 'text',
    paymentUri: formatPaymentUri(ctx, row),
    amountReceived: formatAmount(row.received),
    // Nothing is missing by any method once the chosen one has brought enough.
    amountDue: formatAmount(chosen.outstanding && row.outstanding),
  }
}

function toOfferView(ctx: Context, { livemode, due }: Asked, offer: Alternative): PaymentMethod {
  const { cryptocurrency, network } = offer
  const environment = toEnvironment(livemode)
  const reason = findObstacle(ctx, environment, { ...offer, amount: due })
  const configured = ctx.network(environment, network)
  return {
    cryptocurrency,
    network,
    state: reason === null ? 'offered' : 'unavailable',
    reason,
    recognition: configured && getRecognition(configured),
    rate: null,
    cryptoAmount: null,
    address: null,
    memo: null,
    memoType: null,
    paymentUri: null,
    amountReceived: null,
    amountDue: null,
  }
}

/** A coin on a network, and what is to be paid into which wallet: about as many coins in each method. */
export type Asset = AssetInput & {
  readonly merchantWallet?: string
  readonly amount?: bigint
}

/**
 * Finds the reason not to open a method now, as far as this process knows without asking a node; null if it can be
 * opened.
 */
export function findObstacle(ctx: Context, environment: Environment, asset: Asset): PaymentMethod['reason'] {
  const network = ctx.network(environment, asset.network)
  const token = network && getToken(network, asset.cryptocurrency)
  if (!network || !token) return 'not_configured'
  if (!takesOrders(ctx, network)) return 'network_not_read'
  if (ctx.coinTrouble(network, token.coin) !== null) return 'coin_not_offered'
  const { merchantWallet: address, amount = 1n } = asset
  if (address === undefined) return null
  const request = { token: token.address, address, rawAmount: toRawAmount(amount, token.decimals) }
  return network.chain.recipients.knownReason(request) === null ? null : 'wallet_cannot_receive'
}

/** ERC-681 or SEP-7, for what is still to be paid; empty if the network is no longer configured. */
export function formatPaymentUri(ctx: Context, row: Asked): string {
  const network = ctx.network(toEnvironment(row.livemode), row.network)
  const token = network && getTokenAt(network, row.token)
  if (!network || !token) return ''
  const amount = row.outstanding || row.due
  return network.chain.paymentUri({
    token: token.address,
    address: row.address,
    rawAmount: toRawAmount(amount, token.decimals),
    memo: row.memo,
    message: `Payment of ${formatCents(row.amount_cents, row.currency)} ${row.currency}`,
  })
}
