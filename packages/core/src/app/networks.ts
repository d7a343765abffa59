import type { Network } from '../chains/network.ts'
import type { Pause } from '../chains/repeat-busy.ts'
import { createHttpRpc, type Rpc } from '../chains/rpc.ts'
import { createHttpHorizon, type Horizon } from '../chains/stellar/horizon.ts'
import type { StellarRpc } from '../chains/stellar/node.ts'
import { type Observer, silentObserver } from '../context/observer.ts'
import { environments, isKnownNetwork } from '../domain/catalog/networks.ts'
import { ConfigError, type ValidConfig } from './config.ts'
import { type ConfiguredNetwork, listConfiguredNetworks, listNodeUrls } from './configured-networks.ts'
import { realWorld } from './context.ts'
import { openEvmNetwork } from './evm-network.ts'
import { createSep7Signer, deferSigning } from './keys.ts'
import { removeUnusedFeeds } from './resolve-feeds.ts'
import { openStellarNetwork } from './stellar-network.ts'

type Connect = (url: string) => Rpc

/** The ways to reach each kind of node. */
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
    pause = realWorld.pause,
    ...connections
  }: Partial<Connections & Pick<Observer, 'disagreed'> & { lazy: boolean; pause: Pause | undefined }> = {},
): Network[] {
  const sign = lazy ? deferSigning(config) : (createSep7Signer(config)?.sign ?? null)
  const reach = { elapsed, pause, sign, disagreed: disagreed ?? silentObserver.disagreed, ...overHttp, ...connections }
  const opened = environments.flatMap((environment) => openAll(listConfiguredNetworks(config, environment), reach))
  requireOneChainEach(opened)
  requireNewChains(opened)
  const networks = opened.map(({ network }) => network)
  if (!lazy) requireAddresses(networks)
  return removeUnusedFeeds(config, networks)
}

type Opened = { readonly configured: ConfiguredNetwork; readonly network: Network }

type Reach = Parameters<typeof openEvmNetwork>[1] & Parameters<typeof openStellarNetwork>[2]

function openAll(all: readonly ConfiguredNetwork[], reach: Reach): Opened[] {
  return all.map((configured) => {
    if (configured.family === 'evm') return { configured, network: openEvmNetwork(configured, reach) }
    return { configured, network: openStellarNetwork(configured.environment, configured.config, reach) }
  })
}

/**
 * A transfer is identified by its chain id, not by the environment that read it. A sandbox on a fork with the same
 * chain id would pay production's payments with worthless coins.
 */
function requireOneChainEach(opened: readonly Opened[]): void {
  const describe = ({ configured, network: { finality, tokens } }: Opened) =>
    JSON.stringify([listNodeUrls(configured), finality, tokens])
  const known = new Map<string, Opened>()
  for (const one of opened) {
    const { chain } = one.network
    const same = known.get(chain.id)
    if (same && describe(same) !== describe(one)) {
      throw new ConfigError(
        `${one.configured.where}: chain ${chain.id} is set up twice, with other rpcUrls, finality or coins`,
      )
    }
    known.set(chain.id, one)
  }
}

/** Throws ConfigError for a custom network on a chain that has another name in the environment. */
function requireNewChains(opened: readonly Opened[]): void {
  for (const one of opened.filter(({ configured }) => !isKnownNetwork(configured.name))) {
    const { environment, chain } = one.network
    const other = opened.find(
      ({ network }) => network !== one.network && network.environment === environment && network.chain.id === chain.id,
    )
    if (!other) continue
    throw new ConfigError(`${one.configured.where}: chain ${chain.id} is already ${other.configured.where}`)
  }
}

/**
 * Throws ConfigError for an issuer that is no account, because the address of a coin on Stellar is derived from it, and
 * for a key of fees that is no key.
 */
function requireAddresses(networks: readonly Network[]): void {
  const addresses = networks.flatMap(({ tokens }) => tokens.map(({ address }) => address))
  if (addresses.includes('')) throw new Error('a coin without an address')
  const sponsors = networks.flatMap(({ chain }) => chain.sponsor?.account ?? [])
  if (sponsors.includes('')) throw new Error('a key without an account')
}
