import type { Network } from '../chains/network.ts'
import { contractIdOf, type KnownAsset, STELLAR_DECIMALS } from '../chains/stellar/asset.ts'
import { stellarChain } from '../chains/stellar/chain.ts'
import { openStellarEndpoints } from '../chains/stellar/endpoints.ts'
import type { Horizon } from '../chains/stellar/horizon.ts'
import type { SignUri } from '../chains/stellar/payment-uri.ts'
import type { StellarRpc } from '../chains/stellar/rpc-node.ts'
import type { Observer } from '../context/observer.ts'
import { type Coin, coins } from '../domain/catalog/coins.ts'
import type { Environment } from '../domain/catalog/environments.ts'
import { type AssetFacts, networks as catalogue } from '../domain/catalog/networks.ts'
import { ConfigError, type StellarNetworkConfig } from './config.ts'
import { areLoopback } from './loopback.ts'

/** How to reach nodes, and the clock. `elapsed`: milliseconds of a monotonic clock. */
type Reach = {
  readonly elapsed: () => number
  /** Null without a key. */
  readonly sign: SignUri | null
  readonly connectRpc: (url: string) => StellarRpc
  readonly connectHorizon: (url: string) => Horizon
  readonly disagreed: Observer['disagreed']
}

/** Opens a Stellar network. Values missing in its configuration come from the catalogue. Throws ConfigError. */
export function openStellarNetwork(environment: Environment, given: StellarNetworkConfig, reach: Reach): Network {
  const where = `${environment}.networks.stellar`
  const facts = catalogue[environment].stellar
  const { networkPassphrase, assets } = stellarSetUp(environment, given)
  const isKnown = networkPassphrase === facts.networkPassphrase
  if (!isKnown && !given.coins) {
    throw new ConfigError(`${where}.coins: needed, because the catalogue does not know "${networkPassphrase}"`)
  }
  if (assets.length === 0) throw new ConfigError(`${where}.coins: must name a coin`)
  if (new Set(assets.map((asset) => asset.contract)).size < assets.length) {
    throw new ConfigError(`${where}.coins: two coins cannot be one asset`)
  }
  const { rpcUrls = [], horizonUrls = [], witnesses } = given
  const disagreed = () => reach.disagreed({ environment, network: 'stellar' })
  const endpoints = openStellarEndpoints({
    ...reach,
    rpcUrls,
    horizonUrls,
    networkPassphrase,
    assets,
    disagreed,
    witnesses,
  })
  return {
    environment,
    name: 'stellar',
    chain: stellarChain({ networkPassphrase, assets, endpoints, elapsed: reach.elapsed, sign: reach.sign }),
    pollMs: given.pollMs ?? facts.pollMs,
    finality: 'finalized',
    finalityStallMs: facts.finalityStallMs,
    tokens: assets.map(({ coin, contract }) => ({ coin, address: contract, decimals: STELLAR_DECIMALS })),
    feeds: [],
    nativePrice: null,
    bridged: [],
    deposits: null,
    explorerTxUrl: isKnown ? facts.explorerTxUrl : null,
    walletChain: null,
    sending: null,
    gasless: null,
    local: !isKnown && areLoopback([...rpcUrls, ...horizonUrls]),
  }
}

/** The network's passphrase, and the assets that count as coins on it. */
export function stellarSetUp(
  environment: Environment,
  given: Pick<StellarNetworkConfig, 'networkPassphrase' | 'coins'>,
): { readonly networkPassphrase: string; readonly assets: readonly (KnownAsset & { readonly coin: Coin })[] } {
  const facts = catalogue[environment].stellar
  const networkPassphrase = given.networkPassphrase ?? facts.networkPassphrase
  return { networkPassphrase, assets: assetsOf(given.coins ?? facts.coins, networkPassphrase) }
}

function assetsOf(
  list: Partial<Readonly<Record<Coin, AssetFacts>>>,
  networkPassphrase: string,
): (KnownAsset & { readonly coin: Coin })[] {
  return coins.flatMap((coin) => {
    const asset = list[coin]
    return asset ? [{ ...asset, coin, contract: contractIdOf(asset, networkPassphrase) }] : []
  })
}
