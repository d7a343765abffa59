import type { Environment } from '../domain/catalog/environments.ts'
import {
  networks as catalogue,
  type EvmFacts,
  evmNetworkNames,
  type KnownNetworkName,
  networkTitles,
} from '../domain/catalog/networks.ts'
import type { ValidConfig } from './config.ts'
import type { CustomNetworkConfig, EvmNetworkConfig, StellarNetworkConfig } from './network-config.ts'

/** A network of a configuration. `where`: its path in the configuration, such as `sandbox.networks.polygon`. */
export type ConfiguredNetwork = {
  readonly environment: Environment
  readonly name: string
  readonly title: string
  readonly where: string
} & (ConfiguredStellar | ConfiguredEvm)

type ConfiguredStellar = { readonly family: 'stellar'; readonly given: StellarNetworkConfig }
type ConfiguredEvm = { readonly family: 'evm'; readonly given: EvmNetworkConfig; readonly facts: EvmFacts }

/** The networks of an environment, in the order in which they are opened. */
export function listConfiguredNetworks(config: ValidConfig, environment: Environment): ConfiguredNetwork[] {
  const { networks = {}, customNetworks = {} } = config[environment] ?? {}
  const place = (name: KnownNetworkName) => {
    return { environment, name, title: networkTitles[name], where: `${environment}.networks.${name}` }
  }
  const known = evmNetworkNames.flatMap((name): ConfiguredNetwork[] => {
    const given = networks[name]
    return given ? [{ ...place(name), family: 'evm', given, facts: catalogue[environment][name] }] : []
  })
  const custom = Object.entries(customNetworks).map(([name, given]): ConfiguredNetwork => {
    const where = `${environment}.customNetworks.${name}`
    return { environment, name, title: given.title, where, family: 'evm', given, facts: readFacts(given) }
  })
  const { stellar } = networks
  const first: ConfiguredNetwork[] = stellar ? [{ ...place('stellar'), family: 'stellar', given: stellar }] : []
  return [...first, ...known, ...custom]
}

const CUSTOM_POLL_MS = 2_000
/** Rollups become final with Ethereum's blocks. */
const CUSTOM_FINALITY_STALL_MS = 45 * 60_000

/** The facts of a network that the catalogue does not have. */
function readFacts(given: CustomNetworkConfig): EvmFacts {
  const { nativeSymbol } = given
  return {
    chainId: given.chainId,
    pollMs: CUSTOM_POLL_MS,
    finality: 'finalized',
    finalityStallMs: given.finalityStallMs ?? CUSTOM_FINALITY_STALL_MS,
    explorerTxUrl: given.explorerTxUrl ?? null,
    wallet: {
      chainName: given.title,
      nativeCurrency: { name: nativeSymbol, symbol: nativeSymbol, decimals: 18 },
      rpcUrls: given.publicRpcUrls ?? [],
    },
    coins: given.coins,
    ...(given.nativeFeed ? { nativeFeed: given.nativeFeed } : {}),
    // The limits are given wherever they are used.
    gas: {
      maxFeePerGasGwei: given.maxFeePerGasGwei ?? 0,
      maxPriorityFeeGwei: given.maxPriorityFeePerGasGwei ?? 0,
      minPriorityFeeGwei: given.minPriorityFeePerGasGwei ?? 0,
      minSweep: given.minSweep ?? 0,
    },
  }
}

/** The nodes of a network. A kind that the network does not have is empty. */
export function listNodeUrls({ given }: ConfiguredNetwork): { rpcUrls: string[]; horizonUrls: string[] } {
  return { rpcUrls: given.rpcUrls ?? [], horizonUrls: 'horizonUrls' in given ? (given.horizonUrls ?? []) : [] }
}
