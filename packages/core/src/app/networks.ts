import type { Network } from '../chains/network.ts'
import { createHttpRpc, type Rpc } from '../chains/rpc.ts'
import { createHttpHorizon, type Horizon } from '../chains/stellar/horizon.ts'
import type { StellarRpc } from '../chains/stellar/rpc-node.ts'
import { type Observer, silentObserver } from '../context/observer.ts'
import { environments } from '../domain/catalog/environments.ts'
import { evmNetworkNames } from '../domain/catalog/networks.ts'
import { ConfigError, type ValidConfig } from './config.ts'
import { openEvmNetwork } from './evm-network.ts'
import { removeUnusedFeeds } from './feeds.ts'
import { createSep7Signer, deferSigning } from './sep7.ts'
import { openStellarNetwork } from './stellar-network.ts'

type Connect = (url: string) => Rpc

/** How to reach each kind of node. */
export type Connections = {
  readonly connect: Connect
  readonly connectRpc: (url: string) => StellarRpc
  readonly connectHorizon: (url: string) => Horizon
}

/** Real connections. */
export const overHttp: Connections = {
  connect: createHttpRpc,
  connectRpc: createHttpRpc,
  connectHorizon: createHttpHorizon,
}

/**
 * Opens the networks of a configuration. Missing values come from the catalogue. Throws ConfigError. `lazy`: without
 * Stellar's SDK, which is loaded when it is first needed. Issuers and the key of URIs are checked then.
 */
export function openNetworks(
  config: ValidConfig,
  elapsed: () => number,
  {
    disagreed,
    lazy = false,
    ...connections
  }: Partial<Connections & Pick<Observer, 'disagreed'> & { lazy: boolean }> = {},
): Network[] {
  const sign = lazy ? deferSigning(config) : (createSep7Signer(config)?.sign ?? null)
  const reach = { elapsed, sign, disagreed: disagreed ?? silentObserver.disagreed, ...overHttp, ...connections }
  const networks = environments.flatMap((environment) => {
    const given = config[environment]?.networks ?? {}
    const stellar = given.stellar ? [openStellarNetwork(environment, given.stellar, reach)] : []
    const evm = evmNetworkNames.flatMap((name) => {
      const one = given[name]
      return one ? [openEvmNetwork(environment, name, one, reach)] : []
    })
    return [...stellar, ...evm]
  })
  requireOneChainEach(config, networks)
  if (!lazy) requireAddresses(networks)
  return removeUnusedFeeds(config, networks)
}

/**
 * A transfer is identified by its chain id, not by the environment that read it. A sandbox on a fork with the same
 * chain id would pay production's payments with worthless coins.
 */
function requireOneChainEach(config: ValidConfig, networks: readonly Network[]): void {
  const describe = ({ environment, name, finality, tokens }: Network) => {
    const { rpcUrls, horizonUrls } = { rpcUrls: [], horizonUrls: [], ...config[environment]?.networks[name] }
    return JSON.stringify([rpcUrls, horizonUrls, finality, tokens])
  }
  const known = new Map<string, Network>()
  for (const network of networks) {
    const { environment, name, chain } = network
    const same = known.get(chain.id)
    if (same && describe(same) !== describe(network)) {
      throw new ConfigError(
        `${environment}.networks.${name}: chain ${chain.id} is set up twice, with other rpcUrls, finality or coins`,
      )
    }
    known.set(chain.id, network)
  }
}

/** Throws ConfigError for an issuer that is no account: the address of a coin on Stellar is derived from it. */
function requireAddresses(networks: readonly Network[]): void {
  const addresses = networks.flatMap(({ tokens }) => tokens.map(({ address }) => address))
  if (addresses.includes('')) throw new Error('a coin without an address')
}
