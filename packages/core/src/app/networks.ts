import { bridgedCoins, coins } from '../catalog/coins.ts'
import { type Environment, environments } from '../catalog/environments.ts'
import {
  networks as catalogue,
  type NetworkFacts,
  type NetworkName,
  networkNames,
  type TokenFacts,
} from '../catalog/networks.ts'
import { parseEvmAddress } from '../chains/evm/address.ts'
import { evmChain } from '../chains/evm/chain.ts'
import { openEvmEndpoints } from '../chains/evm/endpoints.ts'
import { type Network, type WalletChain, watchedAddresses } from '../chains/network.ts'
import { httpRpc, type Rpc } from '../chains/rpc.ts'
import { ConfigError, type NetworkConfig, type ValidConfig } from './config.ts'
import { feedsOf, withUsedFeeds } from './feeds.ts'

export type Connect = (url: string) => Rpc

/** How nodes are reached, and by which clock. `elapsed`: milliseconds of a monotonic clock. */
type Reach = { readonly elapsed: () => number; readonly connect: Connect }

/** The networks of a configuration; what it leaves out comes from the catalogue. Throws ConfigError. */
export function openNetworks(config: ValidConfig, elapsed: () => number, connect: Connect = httpRpc): Network[] {
  const reach = { elapsed, connect }
  const networks = environments.flatMap((environment) =>
    networkNames.flatMap((name) => {
      const given = config[environment]?.networks[name]
      return given ? [openNetwork(environment, name, given, reach)] : []
    }),
  )
  requireOneChainEach(config, networks)
  return withUsedFeeds(config, networks)
}

/**
 * A transfer is known by its chain id, not by who read it: a sandbox on a fork that kept its chain's
 * id would pay production's payments with worthless coins.
 */
function requireOneChainEach(config: ValidConfig, networks: readonly Network[]): void {
  const setUps = new Map<string, string>()
  for (const { environment, name, chain, finality, tokens } of networks) {
    const urls = config[environment]?.networks[name]?.rpcUrls
    const setUp = JSON.stringify([urls, finality, tokens])
    if ((setUps.get(chain.id) ?? setUp) !== setUp) {
      throw new ConfigError(
        `${environment}.networks.${name}: chain ${chain.id} is set up twice, with other rpcUrls, finality or coins`,
      )
    }
    setUps.set(chain.id, setUp)
  }
}

function openNetwork(environment: Environment, name: NetworkName, given: NetworkConfig, reach: Reach): Network {
  const where = `${environment}.networks.${name}`
  const facts = catalogue[environment][name]
  if (!facts) throw new ConfigError(`${where}: this release does not know the network`)
  const chainId = given.chainId ?? facts.chainId
  if (chainId !== facts.chainId && !given.coins) {
    throw new ConfigError(`${where}.coins: needed, because the catalogue does not know chain ${chainId}`)
  }
  const tokens = tokensOf(coins, given.coins ?? facts.coins)
  const bridged = given.coins ? [] : tokensOf(bridgedCoins, facts.bridged ?? {})
  if (tokens.length === 0) throw new ConfigError(`${where}.coins: must name a coin`)
  if (new Set(tokens.map((token) => token.address)).size < tokens.length)
    throw new ConfigError(`${where}.coins: two coins can not have one contract`)
  const finality = given.finality ?? facts.finality
  const watched = watchedAddresses({ tokens, bridged })
  const endpoints = openEvmEndpoints({ ...reach, urls: given.rpcUrls, chainId, tokens: watched, finality })
  const local = chainId !== facts.chainId && given.rpcUrls.every((url) => isLoopback(new URL(url).hostname))
  return {
    environment,
    name,
    chain: evmChain(chainId, endpoints),
    pollMs: given.pollMs ?? facts.pollMs,
    finality,
    finalityStallMs: facts.finalityStallMs,
    tokens,
    feeds: feedsOf(chainId === facts.chainId ? facts.feeds : undefined, given.feeds),
    bridged,
    explorerTxUrl: chainId === facts.chainId ? facts.explorerTxUrl : null,
    walletChain: walletChainOf(name, chainId, facts, local ? given.rpcUrls : []),
    local,
  }
}

/**
 * No public node is known of another chain than the catalogue's, and the operator's own are nobody's
 * business, but for those of a local network: only a wallet on this machine can reach them.
 */
function walletChainOf(name: NetworkName, id: number, facts: NetworkFacts, localUrls: readonly string[]): WalletChain {
  const { chainName, nativeCurrency, rpcUrls } = facts.wallet
  if (id === facts.chainId)
    return {
      id,
      name: chainName,
      nativeCurrency,
      rpcUrls: [...rpcUrls],
      explorerUrl: new URL(facts.explorerTxUrl).origin,
    }
  const title = catalogue.production[name]?.wallet.chainName ?? name
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

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
}
