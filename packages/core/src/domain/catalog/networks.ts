import type { BridgedCoin, Coin } from './coins.ts'
import { ethereumFeeds, type FeedFacts, polygonFeeds } from './feeds.ts'

export const environments = ['production', 'sandbox'] as const
export type Environment = (typeof environments)[number]

export function toEnvironment(livemode: boolean): Environment {
  return livemode ? 'production' : 'sandbox'
}

export const evmNetworkNames = ['ethereum', 'polygon'] as const
export type EvmNetworkName = (typeof evmNetworkNames)[number]

export const networkNames = ['stellar', ...evmNetworkNames] as const
export type KnownNetworkName = (typeof networkNames)[number]

/** In characters. */
export const MAX_NETWORK_NAME = 32

/** The networks' common names, in both environments. */
export const networkTitles: Readonly<Record<KnownNetworkName, string>> = {
  stellar: 'Stellar',
  ethereum: 'Ethereum',
  polygon: 'Polygon',
}

/** Whether the catalogue has the network. A configuration can add networks under other names. */
export function isKnownNetwork(name: string): name is KnownNetworkName {
  return networkNames.some((known) => known === name)
}

/** `finalized`: the node's own tag. A number of confirmations for a chain without this tag. */
export type Finality = 'finalized' | { readonly confirmations: number }

export type TokenFacts = { readonly address: string; readonly decimals: number }

/** The facts that wallets need to add a chain. */
type WalletFacts = {
  readonly chainName: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Public nodes that need no key and accept requests from pages of every origin. */
  readonly rpcUrls: readonly string[]
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
  readonly coins: Partial<Readonly<Record<Coin, TokenFacts>>>
  /** By coin or currency; none on test networks. */
  readonly feeds?: Readonly<Record<string, FeedFacts>>
  /** Of the chain's own coin; a known chain has one without it. */
  readonly nativeFeed?: FeedFacts
  readonly bridged?: Partial<Readonly<Record<BridgedCoin, TokenFacts>>>
  readonly gas: GasFacts
}

type GasFacts = {
  /**
   * Far above the usual price, so that transactions are sent in busy hours too. It also limits what a node can ask for.
   */
  readonly maxFeePerGasGwei: number
  /** Several times the price of busy hours: the limit up to which nodes' figures are believed. */
  readonly maxPriorityFeeGwei: number
  /** The lowest priority fee that nodes accept. */
  readonly minPriorityFeeGwei: number
  /**
   * In coins: about ten times what sweeping a deposit costs (60,000 gas) in usual hours, with Ether at 3,000 USD and 5
   * gwei, POL at 0.5 USD and 35 gwei. A fixed number: settling must not depend on a price feed.
   */
  readonly minSweep: number
}

const ethereumGas: GasFacts = { maxFeePerGasGwei: 300, maxPriorityFeeGwei: 10, minPriorityFeeGwei: 0.1, minSweep: 10 }
/** Its nodes (Bor) refuse a smaller priority fee. */
const polygonGas: GasFacts = {
  maxFeePerGasGwei: 5_000,
  maxPriorityFeeGwei: 300,
  minPriorityFeeGwei: 25,
  minSweep: 0.01,
}

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const pol = { name: 'POL', symbol: 'POL', decimals: 18 }
/** An asset by its code and issuing account: anyone can choose any code. */
export type AssetFacts = { readonly code: string; readonly issuer: string }

type StellarFacts = CommonFacts & {
  readonly explorerTxUrl: string
  readonly networkPassphrase: string
  readonly coins: Partial<Readonly<Record<Coin, AssetFacts>>>
}

type Networks = { readonly stellar: StellarFacts } & Readonly<Record<EvmNetworkName, EvmFacts>>

/**
 * Public networks, and the test networks that replace them in the sandbox. Addresses are from the issuers' own lists;
 * USDT and DAI have no official test tokens.
 */
export const networks: Readonly<Record<Environment, Networks>> = {
  production: {
    stellar: {
      networkPassphrase: 'Public Global Stellar Network ; September 2015',
      pollMs: 2_000,
      finalityStallMs: 5 * 60_000,
      explorerTxUrl: 'https://stellar.expert/explorer/public/tx/',
      coins: {
        USDC: { code: 'USDC', issuer: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN' },
        USDT: { code: 'USDT0', issuer: 'GATISXX6BZ6NC7IKQBY37CJD4SOZL3CYZJWXEDG6JVIY4WBS6KXJHN6Q' },
      },
    },
    ethereum: {
      chainId: 1,
      pollMs: 6_000,
      finality: 'finalized',
      finalityStallMs: 45 * 60_000,
      gas: ethereumGas,
      explorerTxUrl: 'https://etherscan.io/tx/',
      wallet: {
        chainName: 'Ethereum',
        nativeCurrency: ether,
        rpcUrls: ['https://ethereum-rpc.publicnode.com', 'https://eth.drpc.org'],
      },
      coins: {
        USDC: { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
        USDT: { address: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 },
        DAI: { address: '0x6B175474E89094C44Da98b954EedeAC495271d0F', decimals: 18 },
      },
      feeds: ethereumFeeds,
    },
    polygon: {
      chainId: 137,
      pollMs: 2_000,
      finality: 'finalized',
      finalityStallMs: 5 * 60_000,
      gas: polygonGas,
      explorerTxUrl: 'https://polygonscan.com/tx/',
      wallet: {
        chainName: 'Polygon',
        nativeCurrency: pol,
        rpcUrls: ['https://polygon-bor-rpc.publicnode.com', 'https://polygon.drpc.org'],
      },
      coins: {
        USDC: { address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', decimals: 6 },
        USDT: { address: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', decimals: 6 },
        DAI: { address: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063', decimals: 18 },
      },
      feeds: polygonFeeds,
      bridged: { 'USDC.e': { address: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', decimals: 6 } },
    },
  },
  sandbox: {
    stellar: {
      networkPassphrase: 'Test SDF Network ; September 2015',
      pollMs: 2_000,
      finalityStallMs: 5 * 60_000,
      explorerTxUrl: 'https://stellar.expert/explorer/testnet/tx/',
      coins: { USDC: { code: 'USDC', issuer: 'GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5' } },
    },
    ethereum: {
      chainId: 11_155_111,
      pollMs: 6_000,
      finality: 'finalized',
      finalityStallMs: 45 * 60_000,
      gas: ethereumGas,
      explorerTxUrl: 'https://sepolia.etherscan.io/tx/',
      wallet: {
        chainName: 'Sepolia',
        nativeCurrency: ether,
        rpcUrls: ['https://ethereum-sepolia-rpc.publicnode.com', 'https://sepolia.drpc.org'],
      },
      coins: { USDC: { address: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238', decimals: 6 } },
    },
    polygon: {
      chainId: 80_002,
      pollMs: 2_000,
      finality: 'finalized',
      finalityStallMs: 5 * 60_000,
      gas: polygonGas,
      explorerTxUrl: 'https://amoy.polygonscan.com/tx/',
      wallet: {
        chainName: 'Polygon Amoy',
        nativeCurrency: pol,
        rpcUrls: ['https://polygon-amoy-bor-rpc.publicnode.com', 'https://polygon-amoy.drpc.org'],
      },
      coins: { USDC: { address: '0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582', decimals: 6 } },
    },
  },
}
