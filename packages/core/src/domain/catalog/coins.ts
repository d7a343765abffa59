import { listKeys } from '@crypto-checkout/api-types'

type CoinFacts = {
  /** Its own contracts have EIP-3009: a holder can sign a transfer that another account sends. */
  readonly signedTransfers: boolean
  /** The functions by which its contracts tell that they block an account. A contract may have only one of them. */
  readonly blockLists: readonly BlockList[]
  /** True if contracts of it can stop all transfers, and tell by `paused()`. */
  readonly pauses: boolean
}

/** `isBlacklisted`: of Circle. `isBlackListed`: of Tether, on Ethereum. `isBlocked`: of USDT0. */
export type BlockList = 'isBlacklisted' | 'isBlackListed' | 'isBlocked'

/**
 * The coins in which a payment can be made. On a network a coin is the contract of its issuer. USDT is USDT0 too, Tether's
 * own between networks, where no other contract is called USDT: a payer's wallet shows the name and not the form.
 *
 * A coin more is an entry here: `npm run reference` puts its name into the API's type. Its contracts are facts of the networks.
 */
const catalogue = {
  USDC: { signedTransfers: true, blockLists: ['isBlacklisted'], pauses: true },
  USDT: { signedTransfers: false, blockLists: ['isBlackListed', 'isBlocked'], pauses: true },
  DAI: { signedTransfers: false, blockLists: [], pauses: false },
} as const satisfies Readonly<Record<string, CoinFacts>>

export type Coin = keyof typeof catalogue

export const coins: readonly Coin[] = listKeys(catalogue)

export function isCoin(name: string): name is Coin {
  return Object.hasOwn(catalogue, name)
}

/** Tells whether a payer can sign a payment in the coin that another account sends. */
export function hasSignedTransfers(name: string): boolean {
  return isCoin(name) && catalogue[name].signedTransfers
}

/** The functions by which contracts of a coin tell that they block an account. */
export function getBlockLists(coin: Coin): readonly BlockList[] {
  return catalogue[coin].blockLists
}

/** Tells whether contracts of a coin can stop all transfers. */
export function canPause(name: string): boolean {
  return isCoin(name) && catalogue[name].pauses
}

/**
 * Coins that look like one of those and are not: bridged by someone other than their issuer. Nothing is ever priced in
 * them. Transfers of them are reported as such.
 */
export const bridgedCoins = ['USDC.e', 'USDbC'] as const
export type BridgedCoin = (typeof bridgedCoins)[number]
