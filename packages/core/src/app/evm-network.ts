import { parseEvmAddress } from '../chains/evm/address.ts'
import { createEvmChain } from '../chains/evm/chain.ts'
import { openEvmEndpoints } from '../chains/evm/endpoints.ts'
import { depositAddresses } from '../chains/evm/sweeping.ts'
import { type DepositAddresses, listWatchedTokenAddresses, type Network, type WalletChain } from '../chains/network.ts'
import type { Rpc } from '../chains/rpc.ts'
import type { Observer } from '../context/observer.ts'
import { bridgedCoins, coins } from '../domain/catalog/coins.ts'
import { nativeFeeds } from '../domain/catalog/feeds.ts'
import type { EvmFacts, TokenFacts } from '../domain/catalog/networks.ts'
import { areLoopback } from '../http/origin.ts'
import { ConfigError } from './config.ts'
import type { ConfiguredNetwork } from './configured-networks.ts'
import { resolveGaslessBudget, resolveSending } from './keys.ts'
import type { EvmNetworkConfig } from './network-config.ts'
import { openNativePrice, resolveFeeds } from './resolve-feeds.ts'

/** How to reach nodes, and the clock. `elapsed`: milliseconds of a monotonic clock. */
type Reach = {
  readonly elapsed: () => number
  readonly connect: (url: string) => Rpc
  readonly disagreed: Observer['disagreed']
}

type ConfiguredEvmNetwork = Extract<ConfiguredNetwork, { family: 'evm' }>

/** Opens an EVM network. Values missing in its configuration come from the catalogue. Throws ConfigError. */
export function openEvmNetwork(configured: ConfiguredEvmNetwork, reach: Reach): Network {
  const { environment, name, title, where, config, facts } = configured
  const chainId = config.chainId ?? facts.chainId
  if (chainId !== facts.chainId && !config.coins) {
    throw new ConfigError(`${where}.coins: needed, because the catalogue does not know chain ${chainId}`)
  }
  const tokens = tokensOf(coins, config.coins ?? facts.coins)
  const bridged = config.coins ? [] : tokensOf(bridgedCoins, facts.bridged ?? {})
  if (tokens.length === 0) throw new ConfigError(`${where}.coins: must name a coin`)
  if (new Set(tokens.map((token) => token.address)).size < tokens.length)
    throw new ConfigError(`${where}.coins: two coins cannot have one contract`)
  const finality = config.finality ?? facts.finality
  const watched = listWatchedTokenAddresses({ tokens, bridged })
  const disagreed = () => reach.disagreed({ environment, network: name })
  const { rpcUrls: urls, witnesses } = config
  const endpoints = openEvmEndpoints({ ...reach, urls, chainId, tokens: watched, finality, disagreed, witnesses })
  const local = chainId !== facts.chainId && areLoopback(config.rpcUrls)
  return {
    environment,
    name,
    title,
    chain: createEvmChain(chainId, endpoints, reach.elapsed),
    pollMs: config.pollMs ?? facts.pollMs,
    finality,
    finalityStallMs: facts.finalityStallMs,
    tokens,
    nativePrice: openNativePrice(config, {
      feed: facts.nativeFeed ?? nativeFeeds[chainId],
      symbol: facts.wallet.nativeCurrency.symbol,
    }),
    feeds: resolveFeeds(chainId === facts.chainId ? facts.feeds : undefined, config.feeds),
    bridged,
    deposits: depositsOf(where, config),
    explorerTxUrl: chainId === facts.chainId ? facts.explorerTxUrl : null,
    walletChain: walletChainOf(title, chainId, facts, local ? config.rpcUrls : []),
    sending: resolveSending(where, config, facts),
    gasless: resolveGaslessBudget(where, config),
    local,
  }
}

function depositsOf(where: string, { collection, gasKey }: EvmNetworkConfig): DepositAddresses | null {
  if (collection !== 'deposit') return null
  if (gasKey) return depositAddresses
  throw new ConfigError(`${where}.gasKey: needed, because somebody has to pay for sweeping deposits`)
}

/**
 * Public nodes are known only for the catalogue's chain. The operator's own nodes are not exposed, except those of a
 * local network: only a wallet on this machine can reach them.
 */
function walletChainOf(title: string, id: number, facts: EvmFacts, localUrls: readonly string[]): WalletChain {
  const { chainName, nativeCurrency, rpcUrls } = facts.wallet
  if (id === facts.chainId)
    return {
      id,
      name: chainName,
      nativeCurrency,
      rpcUrls: [...rpcUrls],
      explorerUrl: facts.explorerTxUrl === null ? null : new URL(facts.explorerTxUrl).origin,
    }
  const ownName = localUrls.length > 0 ? `Local ${title}` : `${title} (${id})`
  return { id, name: ownName, nativeCurrency, rpcUrls: [...localUrls], explorerUrl: null }
}

function tokensOf<Name extends string>(names: readonly Name[], list: Partial<Readonly<Record<Name, TokenFacts>>>) {
  return names.flatMap((coin) => {
    const facts = list[coin]
    if (!facts) return []
    return [{ coin, address: parseEvmAddress(facts.address) ?? facts.address, decimals: facts.decimals }]
  })
}
