/** The catalogue's facts of a network. */
import type { BridgedCoin, Coin } from './coins.ts'
import type { FeedFacts } from './feeds.ts'

export const environments = ['production', 'sandbox'] as const
export type Environment = (typeof environments)[number]

/**
 * `finalized` and `safe`: the node's own tags. On a roll-up a block is safe once its data is on Ethereum. A number of
 * confirmations for a chain without tags.
 */
export type Finality = 'finalized' | 'safe' | { readonly confirmations: number }

export type TokenFacts = { readonly address: string; readonly decimals: number }

/** The facts that wallets need to add a chain. */
type WalletFacts = {
  readonly chainName: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Public nodes that need no key and accept requests from pages of every origin. */
  readonly rpcUrls: readonly string[]
}

/** The look of a network for payers, in both environments. */
export type NetworkLook = {
  readonly title: string
  /** In CSS. `currentcolor` is the colour of the text. */
  readonly colour: string
  /** The network's name in the forms of exchanges. */
  readonly exchangeName: string
  /** Names the network in links of wallets: Trust Wallet's registry, which is SLIP-44 for most. */
  readonly coinType: number
}

type CommonFacts = {
  readonly pollMs: number
  /** Several times as long as a block takes to become final. */
  readonly finalityStallMs: number
}

export type EvmFacts = CommonFacts & {
  /** The prefix of a transaction's URL; the hash is appended. Null without a known explorer. */
  readonly explorerTxUrl: string | null
  readonly chainId: number
  readonly wallet: WalletFacts
  readonly finality: Finality
  /** Its blocks become final with Ethereum's, so `safe` has a meaning. */
  readonly isRollup: boolean
  readonly coins: Partial<Readonly<Record<Coin, TokenFacts>>>
  /** By coin or currency; none on test networks. */
  readonly feeds?: Readonly<Record<string, FeedFacts>>
  /** Of the chain's own coin. */
  readonly nativeFeed?: FeedFacts
  readonly bridged?: Partial<Readonly<Record<BridgedCoin, TokenFacts>>>
  readonly gas: GasFacts
  readonly cctp?: CctpFacts
  /** Sky's peg-stability module (DssLitePsm), which changes its DAI and USDC one for one */
  readonly psm?: string
}

/** Circle's CCTP v2, which burns USDC on one network and mints it on another. */
export type CctpFacts = {
  /** TokenMessengerV2 */
  readonly messenger: string
  /** MessageTransmitterV2 */
  readonly transmitter: string
  /** The service that signs burns: an origin */
  readonly attester: string
}

/**
 * The contracts have the same addresses on all of Circle's EVM networks of an environment
 * (developers.circle.com/cctp/evm-smart-contracts; the hosts: developers.circle.com/stablecoins/cctp-apis).
 */
export const cctp: Readonly<Record<Environment, CctpFacts>> = {
  production: {
    messenger: '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d',
    transmitter: '0x81D40F21F12A8F0E3252Bccb954D722d4c464B64',
    attester: 'https://iris-api.circle.com',
  },
  sandbox: {
    messenger: '0x8FE6B999Dc680CcFDD5Bf7EB0974218be2542DAA',
    transmitter: '0xE737e5cEBEEBa77EFE34D4aa090756590b1CE275',
    attester: 'https://iris-api-sandbox.circle.com',
  },
}

export type GasFacts = {
  /**
   * Far above the usual price, so that transactions are sent in busy hours too. It also limits what a node can ask for.
   */
  readonly maxFeePerGasGwei: number
  /** Several times the price of busy hours: the limit up to which nodes' figures are believed. */
  readonly maxPriorityFeeGwei: number
  /** The lowest priority fee that nodes accept. */
  readonly minPriorityFeeGwei: number
  /**
   * In coins: about ten times what sweeping a deposit costs (60,000 gas) in usual hours, with Ether at 3,000 USD and POL
   * at 0.5 USD. A fixed number: settling must not depend on a price feed.
   */
  readonly minSweep: number
}

/** An asset by its code and issuing account: anyone can choose any code. */
export type AssetFacts = { readonly code: string; readonly issuer: string }

export type StellarFacts = CommonFacts & {
  readonly explorerTxUrl: string
  readonly networkPassphrase: string
  readonly coins: Partial<Readonly<Record<Coin, AssetFacts>>>
}

/** A network: how it looks, its public chain, and the test network that replaces it in the sandbox. */
export type NetworkEntry<Facts> = NetworkLook & Readonly<Record<Environment, Facts>>

/** A roll-up's blocks are final when the Ethereum block with their data is, after 15 to 30 minutes. */
export const rollupPace = {
  pollMs: 2_000,
  finality: 'finalized',
  isRollup: true,
  finalityStallMs: 90 * 60_000,
} as const

/** Of roll-ups: their usual price is some hundredths of a gwei. */
export const rollupGas: GasFacts = {
  maxFeePerGasGwei: 5,
  maxPriorityFeeGwei: 0.5,
  minPriorityFeeGwei: 0.001,
  minSweep: 0.05,
}

export const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
