import type { Recognition, WalletTerms } from '@crypto-checkout/api-types'
import type { BridgedCoin, Coin } from '../domain/catalog/coins.ts'
import type { Environment, Finality, NetworkLook } from '../domain/catalog/networks.ts'
import type { Chain } from './chain.ts'
import type { Feed } from './roles.ts'
import type { FeeBudget } from './sponsor.ts'
import { getSigner, type Sending } from './transactor.ts'

type TokenOf<Name> = {
  readonly coin: Name
  /** Display form. */
  readonly address: string
  readonly decimals: number
}
export type Token = TokenOf<Coin>
type WatchedToken = TokenOf<Coin | BridgedCoin>

/** A chain as `wallet_addEthereumChain` takes it (EIP-3085). Its nodes are public ones, never the operator's. */
export type WalletChain = NonNullable<WalletTerms['chain']>

/** Addresses for one payment each. Their money can only go to the recipient that they were made for. */
export type DepositAddresses = {
  /** The contract that deploys and sweeps them; display form. */
  readonly factory: string
  /** The address for a recipient and 32 bytes of salt, in hexadecimal with 0x; display form. */
  readonly addressOf: (recipient: string, salt: string) => string
}

/** Circle's CCTP v2 on a network, which burns its USDC and mints it elsewhere. */
export type Cctp = {
  /** The network's number there. */
  readonly domain: number
  /** TokenMessengerV2; display form. */
  readonly messenger: string
  /** MessageTransmitterV2; display form. */
  readonly transmitter: string
  /** The URL of the service that signs burns, without a slash at its end. */
  readonly attester: string
}

/** A network as this checkout is configured to use it, in one environment. */
export type Network = {
  readonly environment: Environment
  /** The catalogue's, or the operator's own. */
  readonly name: string
  readonly look: NetworkLook
  readonly chain: Chain
  readonly pollMs: number
  readonly finality: Finality
  /** Finality that has not moved for this long counts as stalled. */
  readonly finalityStallMs: number
  readonly tokens: readonly Token[]
  /** The feeds that price payments. */
  readonly feeds: readonly Feed[]
  /**
   * The value of the chain's own coin, which bounds network fees: 10^-8 USD, or the feed that reports it. Null if fees
   * may be worth more than their transactions move, or if no price is known.
   */
  readonly nativePrice: bigint | Feed | null
  /** Tokens that payers mistake for one of `tokens`. */
  readonly bridged: readonly TokenOf<BridgedCoin>[]
  /** Null when money goes straight to the merchant's wallet. */
  readonly deposits: DepositAddresses | null
  readonly explorerTxUrl: string | null
  /** A wallet's request to add the chain; null if wallets have none. */
  readonly walletChain: WalletChain | null
  /** Keys and limits for sending transactions; null when none are sent. */
  readonly sending: Sending | null
  /** The most that relaying payers' authorizations may cost; null when none are relayed. */
  readonly gasless: FeeBudget | null
  /** A development network on this machine, where the test payer can pay. */
  readonly local: boolean
  /** Null if its USDC is not known to be Circle's own token there. */
  readonly cctp: Cctp | null
  /** The address of Sky's peg-stability module; null if none is known for its DAI and USDC. */
  readonly psm: string | null
  /** True if the operator has switched on conversions of money that arrives here. */
  readonly conversion: boolean
}

/** The feeds to read: those that price payments, and that of the chain's own coin. */
export function listFeeds({ feeds, nativePrice }: Pick<Network, 'feeds' | 'nativePrice'>): readonly Feed[] {
  return typeof nativePrice === 'object' && nativePrice ? [...feeds, nativePrice] : feeds
}

/** Returns the mark that identifies a payment on the network. */
export function getRecognition({ deposits, chain }: Pick<Network, 'deposits' | 'chain'>): Recognition {
  return deposits === null ? chain.recognition : 'address'
}

/** The transaction in a block explorer; null if none is known, or if the network is not configured any more. */
export function getExplorerUrl(network: Pick<Network, 'explorerTxUrl'> | null, hash: string): string | null {
  return network?.explorerTxUrl ? `${network.explorerTxUrl}${hash}` : null
}

export function getToken(network: Network, coin: string): Token | null {
  return network.tokens.find((token) => token.coin === coin) ?? null
}

export function getTokenAt(network: Network, address: string): Token | null {
  return network.tokens.find((token) => token.address.toLowerCase() === address.toLowerCase()) ?? null
}

/** The tokens whose transfers are read. Another environment may read others on the same chain. */
function watchedTokens(network: Pick<Network, 'tokens' | 'bridged'>): readonly WatchedToken[] {
  return [...network.tokens, ...network.bridged]
}

export function getWatchedTokenAt(network: Network, address: string): WatchedToken | null {
  return watchedTokens(network).find((token) => token.address.toLowerCase() === address.toLowerCase()) ?? null
}

/** Lower case. */
export function listWatchedTokenAddresses(network: Pick<Network, 'tokens' | 'bridged'>): string[] {
  return watchedTokens(network).map((token) => token.address.toLowerCase())
}

/**
 * Tells whether an address (any case) belongs to a key that sends or pays fees on one of these networks. Keys are the
 * same on all EVM chains.
 */
export function isKeyAccount(networks: readonly Network[], address: string): boolean {
  const isSponsor = ({ sponsor }: Chain) => sponsor?.account.toLowerCase() === address.toLowerCase()
  return networks.some(({ sending, chain }) => getSigner(sending, address) !== null || isSponsor(chain))
}

/** An amount of the chain's own coin, rounded to a millionth: `0.000188 ETH`. `wei` is in its smallest unit. */
export function formatNativeAmount(network: Pick<Network, 'walletChain'>, wei: bigint): string {
  return `${Math.round(Number(wei) / 1e12) / 1e6} ${getNativeSymbol(network)}`
}

/** Returns the symbol of the coin that pays for gas: `POL`. */
export function getNativeSymbol({ walletChain }: Pick<Network, 'walletChain'>): string {
  return walletChain?.nativeCurrency.symbol ?? 'ETH'
}
