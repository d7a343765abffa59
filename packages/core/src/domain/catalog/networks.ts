import { listKeys } from '@crypto-checkout/api-types'
import { type Environment, type EvmFacts, environments, type NetworkLook, type StellarFacts } from './network-facts.ts'
import { arbitrum } from './networks/arbitrum.ts'
import { base } from './networks/base.ts'
import { ethereum } from './networks/ethereum.ts'
import { optimism } from './networks/optimism.ts'
import { polygon } from './networks/polygon.ts'
import { stellar } from './networks/stellar.ts'

export {
  type AssetFacts,
  type CctpFacts,
  type Environment,
  type EvmFacts,
  environments,
  type Finality,
  type NetworkLook,
  type TokenFacts,
} from './network-facts.ts'

export function toEnvironment(livemode: boolean): Environment {
  return livemode ? 'production' : 'sandbox'
}

/**
 * The EVM networks, in the order in which they are listed. Addresses are from the issuers' own lists; only USDC has
 * official test tokens.
 */
const evmNetworks = { ethereum, polygon, base, arbitrum, optimism }
export type EvmNetworkName = keyof typeof evmNetworks
export const evmNetworkNames: readonly EvmNetworkName[] = listKeys(evmNetworks)

export function isEvmNetworkName(name: string): name is EvmNetworkName {
  return Object.hasOwn(evmNetworks, name)
}

const entries = { stellar, ...evmNetworks }
export type KnownNetworkName = keyof typeof entries
export const networkNames: readonly KnownNetworkName[] = listKeys(entries)

/** In characters. */
export const MAX_NETWORK_NAME = 32

/** Tells whether the catalogue has the network. A configuration can add networks under other names. */
export function isKnownNetwork(name: string): name is KnownNetworkName {
  return Object.hasOwn(entries, name)
}

/** The look of the networks for payers, in both environments. */
export const networkLooks: Readonly<Record<KnownNetworkName, NetworkLook>> = entries

/** Legible on light and dark. */
const CUSTOM_COLOUR = '#7d8698'
/** Ether's, as most wallets have it for every EVM chain. */
const CUSTOM_COIN_TYPE = 60

/** The look of a network that the catalogue does not have. A name that is no longer configured is its own title. */
export function createCustomLook({
  title,
  colour = CUSTOM_COLOUR,
}: {
  readonly title: string
  readonly colour?: string | undefined
}): NetworkLook {
  return { title, colour, exchangeName: title, coinType: CUSTOM_COIN_TYPE }
}

type Networks = { readonly stellar: StellarFacts } & Readonly<Record<EvmNetworkName, EvmFacts>>

/** Public networks, and the test networks that replace them in the sandbox. */
export const networks = Object.fromEntries(
  environments.map((environment) => [
    environment,
    Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, entry[environment]])),
  ]),
) as Readonly<Record<Environment, Networks>>

type EvmChain = { readonly name: EvmNetworkName; readonly environment: Environment; readonly facts: EvmFacts }

const evmChains = environments.flatMap((environment) =>
  evmNetworkNames.map((name): EvmChain => ({ name, environment, facts: networks[environment][name] })),
)

/** The built-in chain of this id (EIP-155); null if there is none. */
export function findEvmChain(chainId: number): EvmChain | null {
  return evmChains.find(({ facts }) => facts.chainId === chainId) ?? null
}
