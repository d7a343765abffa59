import type { Network } from '../chains/network.ts'
import type { Pause } from '../chains/repeat-busy.ts'
import { createStellarChain } from '../chains/stellar/chain.ts'
import { openStellarEndpoints } from '../chains/stellar/endpoints.ts'
import type { Horizon } from '../chains/stellar/horizon.ts'
import {
  deriveContractId,
  formatAssetName,
  type KnownAsset,
  parseStellarAddress,
  STELLAR_DECIMALS,
} from '../chains/stellar/identifiers.ts'
import type { StellarRpc } from '../chains/stellar/node.ts'
import type { SignUri } from '../chains/stellar/payment-uri.ts'
import { createSponsor } from '../chains/stellar/sponsor.ts'
import type { Observer } from '../context/observer.ts'
import { type Coin, coins } from '../domain/catalog/coins.ts'
import { type AssetFacts, networks as catalogue, type Environment, networkLooks } from '../domain/catalog/networks.ts'
import { areLoopback } from '../http/origin.ts'
import { ConfigError } from './config.ts'
import { openFeeKey, toFeeBudget } from './keys.ts'
import { ISSUER_MISTAKE, type StellarNetworkConfig } from './network-config.ts'

/** The ways to reach nodes, and the clock. `elapsed`: milliseconds of a monotonic clock. */
type Reach = {
  readonly elapsed: () => number
  readonly pause: Pause
  /** Null without a key. */
  readonly sign: SignUri | null
  readonly connectRpc: (url: string) => StellarRpc
  readonly connectHorizon: (url: string) => Horizon
  readonly disagreed: Observer['disagreed']
}

/** Opens a Stellar network. Values missing in its configuration come from the catalogue. Throws ConfigError. */
export function openStellarNetwork(environment: Environment, config: StellarNetworkConfig, reach: Reach): Network {
  const where = `${environment}.networks.stellar`
  const facts = catalogue[environment].stellar
  const { networkPassphrase, assets } = resolveStellarSetup(environment, config)
  const isKnown = networkPassphrase === facts.networkPassphrase
  if (!isKnown && !config.coins) {
    throw new ConfigError(`${where}.coins: needed, because the catalogue does not know "${networkPassphrase}"`)
  }
  if (assets.length === 0) throw new ConfigError(`${where}.coins: must name a coin`)
  if (new Set(assets.map(formatAssetName)).size < assets.length) {
    throw new ConfigError(`${where}.coins: two coins cannot be one asset`)
  }
  const { rpcUrls = [], horizonUrls = [], witnesses } = config
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
  const own = { networkPassphrase, assets, endpoints }
  const { x402 } = config
  const sponsor = x402 ? createSponsor(own, openFeeKey(x402.feeKey, `${where}.x402.feeKey`), toFeeBudget(x402)) : null
  return {
    environment,
    name: 'stellar',
    look: networkLooks.stellar,
    chain: createStellarChain({ ...own, elapsed: reach.elapsed, sign: reach.sign, sponsor }),
    pollMs: config.pollMs ?? facts.pollMs,
    finality: 'finalized',
    finalityStallMs: facts.finalityStallMs,
    tokens: assets.map(tokenFor),
    feeds: [],
    nativePrice: null,
    bridged: [],
    deposits: null,
    explorerTxUrl: isKnown ? facts.explorerTxUrl : null,
    walletChain: null,
    cctp: null,
    psm: null,
    sending: null,
    gasless: null,
    local: !isKnown && areLoopback([...rpcUrls, ...horizonUrls]),
    // Nothing converts yet.
    conversion: false,
  }
}

/** The network's passphrase, and the assets that count as coins on it. */
export function resolveStellarSetup(
  environment: Environment,
  config: Pick<StellarNetworkConfig, 'networkPassphrase' | 'coins'>,
): { readonly networkPassphrase: string; readonly assets: readonly (KnownAsset & { readonly coin: Coin })[] } {
  const facts = catalogue[environment].stellar
  const networkPassphrase = config.networkPassphrase ?? facts.networkPassphrase
  const list = config.coins ?? facts.coins
  const known = coins.flatMap((coin) => {
    const asset = list[coin]
    return asset ? [knownAsset(environment, coin, asset, networkPassphrase)] : []
  })
  return { networkPassphrase, assets: known }
}

/**
 * An asset whose contract is derived when it is first asked for: that loads the SDK, and a command may need no chain.
 * Then it throws ConfigError if the issuer is no account.
 */
function knownAsset(environment: Environment, coin: Coin, facts: AssetFacts, networkPassphrase: string) {
  let contract: string | null = null
  const deriveContract = () => {
    if (parseStellarAddress(facts.issuer)) return deriveContractId(facts, networkPassphrase)
    throw new ConfigError(`${environment}.networks.stellar.coins.${coin}.issuer: ${ISSUER_MISTAKE}`)
  }
  return {
    ...facts,
    coin,
    get contract(): string {
      contract ??= deriveContract()
      return contract
    },
  }
}

function tokenFor(asset: KnownAsset & { readonly coin: Coin }) {
  return {
    coin: asset.coin,
    decimals: STELLAR_DECIMALS,
    get address(): string {
      return asset.contract
    },
  }
}
