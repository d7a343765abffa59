import type { Environment } from '../domain/catalog/environments.ts'
import { networks as catalogue, type EvmFacts, evmNetworkNames, networkTitles } from '../domain/catalog/networks.ts'
import type { EvmNetworkConfig, StellarNetworkConfig, ValidConfig } from './config.ts'

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
  const { networks = {} } = config[environment] ?? {}
  const place = (name: 'stellar' | 'ethereum' | 'polygon') => {
    return { environment, name, title: networkTitles[name], where: `${environment}.networks.${name}` }
  }
  const known = evmNetworkNames.flatMap((name): ConfiguredNetwork[] => {
    const given = networks[name]
    return given ? [{ ...place(name), family: 'evm', given, facts: catalogue[environment][name] }] : []
  })
  const { stellar } = networks
  return stellar ? [{ ...place('stellar'), family: 'stellar', given: stellar }, ...known] : known
}

/** The nodes of a network. A kind that the network does not have is empty. */
export function listNodeUrls({ given }: ConfiguredNetwork): { rpcUrls: string[]; horizonUrls: string[] } {
  return { rpcUrls: given.rpcUrls ?? [], horizonUrls: 'horizonUrls' in given ? (given.horizonUrls ?? []) : [] }
}
