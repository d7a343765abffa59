/** The local networks as the sandbox of a checkout takes them. */
import type { LocalStellarNetwork } from '@crypto-checkout/stellar-devnet'
import type { DefaultNetworkName, DefaultNetworks, LocalNetwork } from './networks.ts'

const POLL_MS = 250

/**
 * The key of the sixth account of the mnemonic that every development node knows; it has coins for gas there. The key
 * is public: never send it anything of value on a public network.
 */
export const LOCAL_GAS_KEY = '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba'

/** In ETH or POL, which has no value on a local network. */
const GASLESS = { maxFeePerPayment: 0.01, maxFeePerDay: 10 }

/** Where a checkout finds a key: the name of a variable, or a file. */
type KeyPlace = { readonly env: string } | { readonly file: string }

/**
 * The configuration of a sandbox on all local networks. Polygon collects on addresses of payments. `gasKey` is where
 * LOCAL_GAS_KEY is; it pays for gas on the networks of `gasless`, for payers without ETH or POL.
 *
 *     createCheckout({ publicUrl, sandbox: createSandboxConfig(devnet.networks, { gasKey: { env: 'GAS_KEY' } }) })
 */
export function createSandboxConfig(
  { stellar, ethereum, polygon }: DefaultNetworks,
  { gasKey, gasless = ['polygon'] }: { readonly gasKey: KeyPlace; readonly gasless?: readonly DefaultNetworkName[] },
) {
  const sponsor = (name: DefaultNetworkName) => (gasless.includes(name) ? { gasKey, gasless: GASLESS } : {})
  return {
    networks: {
      stellar: describeStellar(stellar),
      ethereum: { ...describeEvm(ethereum), ...sponsor('ethereum') },
      polygon: { ...describeEvm(polygon), collection: 'deposit' as const, gasKey, ...sponsor('polygon') },
    },
  }
}

function describeEvm({ rpcUrl, chainId, coins, feeds }: LocalNetwork) {
  return { rpcUrls: [rpcUrl], chainId, coins, feeds, finality: 'finalized' as const, pollMs: POLL_MS }
}

function describeStellar({ rpcUrl, horizonUrl, passphrase, coins }: LocalStellarNetwork) {
  return {
    rpcUrls: [rpcUrl],
    horizonUrls: [horizonUrl],
    networkPassphrase: passphrase,
    coins,
    pollMs: POLL_MS,
  }
}
