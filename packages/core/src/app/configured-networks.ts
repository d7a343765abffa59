import {
  networks as catalogue,
  createCustomLook,
  type Environment,
  type EvmFacts,
  evmNetworkNames,
  type KnownNetworkName,
  type NetworkLook,
  networkLooks,
} from '../domain/catalog/networks.ts'
import type { ValidConfig } from './config.ts'
import type { CustomNetworkConfig, EvmNetworkConfig, StellarNetworkConfig } from './network-config.ts'

/** A network of a configuration. `where`: its path in the configuration, such as `sandbox.networks.polygon`. */
export type ConfiguredNetwork = {
  readonly environment: Environment
  readonly name: string
  readonly look: NetworkLook
  readonly where: string
} & (ConfiguredStellar | ConfiguredEvm)

type ConfiguredStellar = { readonly family: 'stellar'; readonly config: StellarNetworkConfig }
type ConfiguredEvm = { readonly family: 'evm'; readonly config: EvmNetworkConfig; readonly facts: EvmFacts }

/** The networks of an environment, in the order in which they are opened. */
export function listConfiguredNetworks(config: ValidConfig, environment: Environment): ConfiguredNetwork[] {
  const { networks = {}, customNetworks = {} } = config[environment] ?? {}
  const place = (name: KnownNetworkName) => {
    return { environment, name, look: networkLooks[name], where: `${environment}.networks.${name}` }
  }
  const known = evmNetworkNames.flatMap((name): ConfiguredNetwork[] => {
    const config = networks[name]
    return config ? [{ ...place(name), family: 'evm', config, facts: catalogue[environment][name] }] : []
  })
  const custom = Object.entries(customNetworks).map(([name, config]): ConfiguredNetwork => {
    const where = `${environment}.customNetworks.${name}`
    return { environment, name, look: createCustomLook(config), where, family: 'evm', config, facts: readFacts(config) }
  })
  const { stellar } = networks
  const first: ConfiguredNetwork[] = stellar ? [{ ...place('stellar'), family: 'stellar', config: stellar }] : []
  return [...first, ...known, ...custom]
}

const CUSTOM_POLL_MS = 2_000
/** Rollups become final with Ethereum's blocks. */
const CUSTOM_FINALITY_STALL_MS = 45 * 60_000

/** The facts of a network that the catalogue does not have. */
function readFacts(config: CustomNetworkConfig): EvmFacts {
  const { nativeSymbol } = config
  return {
    chainId: config.chainId,
    pollMs: CUSTOM_POLL_MS,
    finality: 'finalized',
    isRollup: true,
    finalityStallMs: config.finalityStallMs ?? CUSTOM_FINALITY_STALL_MS,
    explorerTxUrl: config.explorerTxUrl ?? null,
    wallet: {
      chainName: config.title,
      nativeCurrency: { name: nativeSymbol, symbol: nativeSymbol, decimals: 18 },
      rpcUrls: config.publicRpcUrls ?? [],
    },
    coins: config.coins,
    ...(config.nativeFeed ? { nativeFeed: config.nativeFeed } : {}),
    // The limits are given wherever they are used.
    gas: {
      maxFeePerGasGwei: config.maxFeePerGasGwei ?? 0,
      maxPriorityFeeGwei: config.maxPriorityFeePerGasGwei ?? 0,
      minPriorityFeeGwei: config.minPriorityFeePerGasGwei ?? 0,
      minSweep: config.minSweep ?? 0,
    },
  }
}

/** The nodes of a network. A kind that the network does not have is empty. */
export function listNodeUrls({ config }: ConfiguredNetwork): { rpcUrls: string[]; horizonUrls: string[] } {
  return { rpcUrls: config.rpcUrls ?? [], horizonUrls: 'horizonUrls' in config ? (config.horizonUrls ?? []) : [] }
}
