/** The networks, the contracts on each of them, and their addresses. */
import { CCTP_DOMAINS } from '@crypto-checkout/contracts/conversion'
import type { LocalStellarNetwork } from '@crypto-checkout/stellar-devnet'

export const NETWORKS = {
  ethereum: { chainId: 31_337 },
  polygon: { chainId: 31_338 },
  base: { chainId: 31_339 },
  arbitrum: { chainId: 31_340 },
  optimism: { chainId: 31_341 },
} as const
export type NetworkName = keyof typeof NETWORKS

/** Those that start if none are named. */
export const defaultNetworks = ['ethereum', 'polygon'] as const satisfies readonly NetworkName[]
export type DefaultNetworkName = (typeof defaultNetworks)[number]

/**
 * In the order of their creation: an address follows from the issuer's address and the nonce. They are the same on
 * every network; the deployment fails if they differ.
 */
export const CONTRACTS = {
  signatureChecker: '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35',
  implementation: '0xA15BB66138824a1c7167f5E85b957d04Dd34E468',
  USDC: '0xb19b36b1456E65E3A6D514D3F715f204BD59f431',
  counterfeit: '0x8ce361602B935680E8DeC218b820ff5056BeB7af',
  USDT: '0xe1Aa25618fA0c7A1CFDab5d6B456af611873b629',
  DAI: '0xe1DA8919f262Ee86f9BE05059C9280142CF23f48',
  'EUR / USD': '0x0C8E79F3534B00D9a3D4a856B665Bf4eBC22f2ba',
  'GBP / USD': '0xeD1DB453C3156Ff3155a97AD217b3087D5Dc5f6E',
  'CHF / USD': '0xf7Cd8fa9b94DB2Aa972023b379c7f72c65E4De9D',
  'USDC / USD': '0x12975173B87F7595EE45dFFb2Ab812ECE596Bf84',
  'USDT / USD': '0x82Dc47734901ee7d4f4232f398752cB9Dd5dACcC',
  'DAI / USD': '0x196dBCBb54b8ec4958c959D8949EBFE87aC2Aaaf',
} as const

/**
 * The doubles of Circle's CCTP v2, in the order of their creation by an account of their own. The messenger creates the
 * minter.
 */
export const CCTP_CONTRACTS = {
  transmitter: '0xe3b604292B43426C28Ae535107fA6F682549a994',
  messenger: '0x6346F0D8E8bB83C2964E47A9C26E984dd36183d0',
  minter: '0x2Bc369c173747DB47A61485AC1ea611B70B71bD5',
} as const

/** The double of Sky's peg-stability module on Ethereum, and what holds its USDC. The same account creates it after those. */
export const PEG_CONTRACTS = {
  module: '0x22eEAF595dbe4A85C6A9A3Db0Ddb2F572024b718',
  pocket: '0x1AB8565f3612a0A572abcc81d3d82AC95ee514Bc',
} as const

/** `address` with its checksum (ERC-55) */
type LocalCoin = { address: string; decimals: number }

export const COINS = {
  USDC: { address: CONTRACTS.USDC, decimals: 6 },
  USDT: { address: CONTRACTS.USDT, decimals: 6 },
  DAI: { address: CONTRACTS.DAI, decimals: 18 },
} as const
export type Coin = keyof typeof COINS
export const coinNames = Object.keys(COINS) as readonly Coin[]

/** The price of a unit in USD, by its feed */
const FEEDS = {
  EUR: { address: CONTRACTS['EUR / USD'] },
  GBP: { address: CONTRACTS['GBP / USD'] },
  CHF: { address: CONTRACTS['CHF / USD'] },
  USDC: { address: CONTRACTS['USDC / USD'] },
  USDT: { address: CONTRACTS['USDT / USD'] },
  DAI: { address: CONTRACTS['DAI / USD'] },
} as const
export type Priced = keyof typeof FEEDS

export type LocalNetwork = {
  /** On the loopback address, over http; open to every program on this machine */
  rpcUrl: string
  chainId: number
  /** The same on every network and at every start, like the feeds */
  coins: Record<Coin, LocalCoin>
  /** Chainlink's AggregatorV3Interface with 8 decimals: the price of one unit in USD */
  feeds: Record<Priced, { address: string }>
  cctp: LocalCctp
  /** The address of Sky's peg-stability module, by a double; null except on Ethereum */
  psm: string | null
}

/**
 * Circle's TokenMessengerV2 and MessageTransmitterV2, by doubles. The addresses are the same on every network. `attester`:
 * the URL of the local attester
 */
export type LocalCctp = { domain: number; messenger: string; transmitter: string; attester: string }

export type LocalNetworkName = NetworkName | 'stellar'
export type LocalNetworks = Record<NetworkName, LocalNetwork> & { stellar: LocalStellarNetwork }

/** Those that start if none are named, with Stellar. */
export type DefaultNetworks = Pick<LocalNetworks, DefaultNetworkName | 'stellar'>

export function describeNetwork(
  name: NetworkName,
  { rpcUrl, chainId, attester }: { rpcUrl: string; chainId: number; attester: string },
): LocalNetwork {
  const { messenger, transmitter } = CCTP_CONTRACTS
  const cctp = { domain: CCTP_DOMAINS[name], messenger, transmitter, attester }
  return { rpcUrl, chainId, coins: COINS, feeds: FEEDS, cctp, psm: name === 'ethereum' ? PEG_CONTRACTS.module : null }
}

/** Starting prices in hundred-millionths of a USD, in the order of the feeds' creation */
export const FIRST_PRICES: Readonly<Record<Priced, bigint>> = {
  EUR: 108_000_000n,
  GBP: 127_000_000n,
  CHF: 113_000_000n,
  USDC: 100_000_000n,
  USDT: 100_000_000n,
  DAI: 100_000_000n,
}

/** Millionths in the coin's smallest unit: `convertToUnits('DAI', 1n) // 1_000_000_000_000n` */
export function convertToUnits(coin: Coin, millionths: bigint): bigint {
  return millionths * 10n ** BigInt(COINS[coin].decimals - 6)
}

export function isCoin(name: string): name is Coin {
  return Object.hasOwn(COINS, name)
}
