/**
 * x402 version 1: the most installed clients read what is accepted from the body, and send what they signed in the header
 * `X-PAYMENT`. Both are translated. The checks are those of version 2.
 */
import { getToken } from '../../chains/network.ts'
import type { Context } from '../../context/context.ts'
import { hasSignedTransfers } from '../../domain/catalog/coins.ts'
import { toEnvironment } from '../../domain/catalog/networks.ts'
import { readAlternatives } from '../../payments/methods/method.ts'
import type { PaymentRow } from '../../payments/store.ts'
import {
  type EvmPayload,
  encodeMessage,
  type PaymentRequired,
  parseVersion1,
  type SettlementResponse,
} from './messages.ts'

/** The names of version 1, by CAIP-2. It has none for any other network of the checkout, Ethereum and Stellar included. */
const networkNames: Readonly<Record<string, string>> = {
  'eip155:137': 'polygon',
  'eip155:1328': 'sei-testnet',
  'eip155:1329': 'sei',
  'eip155:1514': 'story',
  'eip155:2741': 'abstract',
  'eip155:3338': 'peaq',
  'eip155:4689': 'iotex',
  'eip155:8453': 'base',
  'eip155:11124': 'abstract-testnet',
  'eip155:41923': 'educhain',
  'eip155:43113': 'avalanche-fuji',
  'eip155:43114': 'avalanche',
  'eip155:80002': 'polygon-amoy',
  'eip155:84532': 'base-sepolia',
}

const UNNAMED =
  'version 1 has no name for the network of this payment: use a client of x402 version 2, which reads the header PAYMENT-REQUIRED'

/** Converts a body for clients of version 1. They expect `error` in every answer. */
export function toVersion1({ error, accepts, resource }: PaymentRequired): object {
  const named = accepts.flatMap(({ network, amount, ...rest }) => {
    const name = networkNames[network]
    const { url, description, mimeType } = resource
    if (name === undefined) return []
    return [{ ...rest, network: name, maxAmountRequired: amount, resource: url, description, mimeType }]
  })
  const problem = accepts.length > 0 && named.length === 0 ? UNNAMED : 'X-PAYMENT header is required'
  return { x402Version: 1, error: error ?? problem, accepts: named }
}

/** The header `X-PAYMENT-RESPONSE`. */
export function encodeSettlement1(settlement: SettlementResponse): string {
  return encodeMessage({ ...settlement, network: networkNames[settlement.network] ?? settlement.network })
}

/**
 * Reads the header `X-PAYMENT` as a payload of version 2. It names neither the coin nor the payment, so these are those of
 * the payment whose address it was sent to. Throws `invalid_parameter`.
 */
export function decodePayload1(ctx: Context, row: PaymentRow, header: string): EvmPayload {
  const { scheme, network: name, payload } = parseVersion1(header)
  const chain = Object.keys(networkNames).find((one) => networkNames[one] === name) ?? name
  const { to: payTo, value: amount } = payload.authorization
  const asset = findAsset(ctx, row, chain)
  return { x402Version: 2, accepted: { scheme, network: chain, asset, payTo, amount }, payload }
}

/** The payment's coin on a chain that has signed transfers; empty if it has none. */
function findAsset(ctx: Context, row: PaymentRow, chain: string): string {
  const environment = toEnvironment(row.livemode)
  for (const { cryptocurrency, network: name } of [row, ...readAlternatives(row)]) {
    const network = ctx.network(environment, name)
    if (network?.chain.id === chain && hasSignedTransfers(cryptocurrency)) {
      return getToken(network, cryptocurrency)?.address ?? ''
    }
  }
  return ''
}
