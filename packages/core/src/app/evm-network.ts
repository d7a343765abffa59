import { CCTP_DOMAINS } from '@crypto-checkout/contracts/conversion'
import { parseEvmAddress } from '../chains/evm/address.ts'
import { createEvmChain } from '../chains/evm/chain.ts'
import { openEvmEndpoints } from '../chains/evm/endpoints.ts'
import { depositAddresses } from '../chains/evm/sweeping.ts'
import {
  type Cctp,
  type DepositAddresses,
  listWatchedTokenAddresses,
  type Network,
  type WalletChain,
} from '../chains/network.ts'
import type { Pause } from '../chains/repeat-busy.ts'
import type { Rpc } from '../chains/rpc.ts'
import type { Observer } from '../context/observer.ts'
import { bridgedCoins, type Coin, coins } from '../domain/catalog/coins.ts'
import {
  type CctpFacts,
  type EvmFacts,
  findEvmChain,
  isEvmNetworkName,
  isKnownNetwork,
  type TokenFacts,
} from '../domain/catalog/networks.ts'
import { areLoopback } from '../http/origin.ts'
import { ConfigError } from './config.ts'
import type { ConfiguredNetwork } from './configured-networks.ts'
import { resolveGaslessBudget, resolveSending } from './keys.ts'
import type { EvmNetworkConfig } from './network-config.ts'
import { openNativePrice, resolveFeeds } from './resolve-feeds.ts'

/** The ways to reach nodes, and the clock. `elapsed`: milliseconds of a monotonic clock. */
type Reach = {
  readonly elapsed: () => number
  readonly pause: Pause
  readonly connect: (url: string) => Rpc
  readonly disagreed: Observer['disagreed']
}

const NO_SAFE =
  '"safe" is for roll-ups: on Ethereum providers mean different blocks by it, and on Polygon there is none'

type ConfiguredEvmNetwork = Extract<ConfiguredNetwork, { family: 'evm' }>

/** Opens an EVM network. Values missing in its configuration come from the catalogue. Throws ConfigError. */
export function openEvmNetwork(configured: ConfiguredEvmNetwork, reach: Reach): Network {
  const { environment, name, look, where, config, facts } = configured
  const chainId = config.chainId ?? facts.chainId
  requireOwnChain(configured, chainId)
  const { tokens, bridged } = resolveCoins(configured)
  const finality = config.finality ?? facts.finality
  if (finality === 'safe' && !facts.isRollup) throw new ConfigError(`${where}.finality: ${NO_SAFE}`)
  const watched = listWatchedTokenAddresses({ tokens, bridged })
  const disagreed = () => reach.disagreed({ environment, network: name })
  const { rpcUrls: urls, witnesses } = config
  const endpoints = openEvmEndpoints({ ...reach, urls, chainId, tokens: watched, finality, disagreed, witnesses })
  const local = chainId !== facts.chainId && areLoopback(config.rpcUrls)
  const cctp = resolveCctp(configured, chainId)
  return {
    environment,
    name,
    look,
    chain: createEvmChain(chainId, endpoints, { elapsed: reach.elapsed, tokens }),
    pollMs: config.pollMs ?? facts.pollMs,
    finality,
    finalityStallMs: facts.finalityStallMs,
    tokens,
    nativePrice: openNativePrice(config, {
      feed: (chainId === facts.chainId ? facts.nativeFeed : undefined) ?? findEvmChain(chainId)?.facts.nativeFeed,
      symbol: facts.wallet.nativeCurrency.symbol,
    }),
    feeds: resolveFeeds(chainId === facts.chainId ? facts.feeds : undefined, config.feeds),
    bridged,
    deposits: readDeposits(where, config),
    explorerTxUrl: chainId === facts.chainId ? facts.explorerTxUrl : null,
    walletChain: toWalletChain(look.title, chainId, facts, local ? config.rpcUrls : []),
    sending: resolveSending(where, config, facts),
    gasless: resolveGaslessBudget(where, config),
    local,
    cctp,
    psm: resolvePsm(configured, chainId),
    conversion: readConversion(configured, cctp),
  }
}

/** Throws ConfigError for a chain without known coins, and for one that the catalogue has under another name. */
function requireOwnChain({ name, where, config, facts }: ConfiguredEvmNetwork, chainId: number): void {
  if (chainId !== facts.chainId && !config.coins) {
    throw new ConfigError(`${where}.coins: needed, because the catalogue does not know chain ${chainId}`)
  }
  const owner = findEvmChain(chainId)?.name ?? name
  if (!isKnownNetwork(name) || owner === name) return
  throw new ConfigError(`${where}.chainId: ${chainId} is the chain of ${owner}`)
}

function resolveCoins({ where, config, facts }: ConfiguredEvmNetwork): Pick<Network, 'tokens' | 'bridged'> {
  const tokens = pickTokens(coins, config.coins ?? facts.coins)
  if (tokens.length === 0) throw new ConfigError(`${where}.coins: must name a coin`)
  if (new Set(tokens.map((token) => token.address)).size < tokens.length)
    throw new ConfigError(`${where}.coins: two coins cannot have one contract`)
  return { tokens, bridged: config.coins ? [] : pickTokens(bridgedCoins, facts.bridged ?? {}) }
}

/** The catalogue's contracts take only the catalogue's coins. */
function resolveCctp({ name, config, facts }: ConfiguredEvmNetwork, chainId: number): Cctp | null {
  const display = (address: string) => parseEvmAddress(address) ?? address
  const open = (domain: number, { messenger, transmitter, attester }: CctpFacts): Cctp => ({
    domain,
    messenger: display(messenger),
    transmitter: display(transmitter),
    attester: attester.replace(/\/+$/, ''),
  })
  if (config.cctp) return open(config.cctp.domain, config.cctp)
  if (!facts.cctp || chainId !== facts.chainId || !isCatalogues({ config, facts }, 'USDC') || !isEvmNetworkName(name))
    return null
  return open(CCTP_DOMAINS[name], facts.cctp)
}

function resolvePsm({ config, facts }: ConfiguredEvmNetwork, chainId: number): string | null {
  const isKnown =
    chainId === facts.chainId && (['DAI', 'USDC'] as const).every((coin) => isCatalogues({ config, facts }, coin))
  const module = config.psm ?? (isKnown ? facts.psm : undefined)
  return module === undefined ? null : (parseEvmAddress(module) ?? module)
}

/** Tells whether a coin is the token that the catalogue has for it. */
function isCatalogues({ config, facts }: Pick<ConfiguredEvmNetwork, 'config' | 'facts'>, coin: Coin): boolean {
  const used = (config.coins ?? facts.coins)[coin]?.address.toLowerCase()
  return used !== undefined && used === facts.coins[coin]?.address.toLowerCase()
}

/** Throws ConfigError if nothing that arrives on the network could be converted. */
function readConversion(
  { where, config: { conversion, collection } }: ConfiguredEvmNetwork,
  cctp: Cctp | null,
): boolean {
  if (!conversion) return false
  if (collection !== 'deposit')
    throw new ConfigError(
      `${where}.collection: must be deposit, because only money at addresses of payments is converted`,
    )
  if (cctp) return true
  throw new ConfigError(`${where}.cctp: needed, because Circle's contracts for this USDC are not known`)
}

function readDeposits(where: string, { collection, gasKey }: EvmNetworkConfig): DepositAddresses | null {
  if (collection !== 'deposit') return null
  if (gasKey) return depositAddresses
  throw new ConfigError(`${where}.gasKey: needed, because somebody has to pay for sweeping deposits`)
}

/**
 * Public nodes are known only for the catalogue's chain. The operator's own nodes are not exposed, except those of a
 * local network: only a wallet on this machine can reach them.
 */
function toWalletChain(title: string, id: number, facts: EvmFacts, localUrls: readonly string[]): WalletChain {
  const { chainName, nativeCurrency, rpcUrls } = facts.wallet
  const hasValue = findEvmChain(id)?.environment === 'production'
  if (id === facts.chainId)
    return {
      id,
      name: chainName,
      nativeCurrency,
      rpcUrls: [...rpcUrls],
      explorerUrl: facts.explorerTxUrl === null ? null : new URL(facts.explorerTxUrl).origin,
      hasValue,
    }
  const ownName = localUrls.length > 0 ? `Local ${title}` : `${title} (${id})`
  return { id, name: ownName, nativeCurrency, rpcUrls: [...localUrls], explorerUrl: null, hasValue }
}

function pickTokens<Name extends string>(names: readonly Name[], list: Partial<Readonly<Record<Name, TokenFacts>>>) {
  return names.flatMap((coin) => {
    const facts = list[coin]
    if (!facts) return []
    return [{ coin, address: parseEvmAddress(facts.address) ?? facts.address, decimals: facts.decimals }]
  })
}
