import type { Cryptocurrency } from '@crypto-checkout/api-types'

type CoinFacts = {
  /** Its own contracts have EIP-3009: a holder can sign a transfer that another account sends. */
  readonly signedTransfers: boolean
}

/**
 * The coins in which a payment can be made. A coin more is an entry here and its name in the API's type; the compiler
 * refuses one without the other. Its contracts are facts of the networks.
 */
const catalogue = {
  USDC: { signedTransfers: true },
  USDT: { signedTransfers: false },
  DAI: { signedTransfers: false },
} as const satisfies Readonly<Record<Cryptocurrency, CoinFacts>>

export type Coin = keyof typeof catalogue

export const coins = Object.keys(catalogue) as readonly Coin[]

export function isCoin(name: string): name is Coin {
  return Object.hasOwn(catalogue, name)
}

/** Whether a payer can sign a payment in the coin that another account sends. */
export function hasSignedTransfers(name: string): boolean {
  return isCoin(name) && catalogue[name].signedTransfers
}

/**
 * Coins that look like one of those and are not: bridged by someone other than their issuer. Nothing is ever priced in
 * them. Transfers of them are reported as such.
 */
export const bridgedCoins = ['USDC.e', 'USDbC'] as const
export type BridgedCoin = (typeof bridgedCoins)[number]
