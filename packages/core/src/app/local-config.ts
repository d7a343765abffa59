/** The networks of @crypto-checkout/devnet as the sandbox of a checkout takes them. */
import type { Cctp } from '../chains/network.ts'
import type { Coin } from '../domain/catalog/coins.ts'
import type { CheckoutConfig } from './config.ts'

type LocalEvm = {
  readonly rpcUrl: string
  readonly chainId: number
  readonly coins: Readonly<Partial<Record<Coin, { readonly address: string; readonly decimals: number }>>>
  readonly feeds: Readonly<Partial<Record<Coin | 'EUR' | 'GBP' | 'CHF', { readonly address: string }>>>
  readonly cctp: Cctp
  readonly psm: string | null
}

type LocalStellar = {
  readonly rpcUrl: string
  readonly horizonUrl: string
  readonly passphrase: string
  readonly coins: Readonly<Record<'USDC' | 'USDT', { readonly code: string; readonly issuer: string }>>
}

/** The description of its networks by that package. */
export type LocalNetworks = { readonly stellar: LocalStellar; readonly ethereum: LocalEvm; readonly polygon: LocalEvm }

const POLL_MS = 250

/** Gas costs nothing here, so a small payment need not wait for others to be swept. */
const MIN_SWEEP = 0.01

/**
 * The key of the sixth account of the mnemonic that every development node knows; it has coins for gas there. The key
 * is public: never send it anything of value on a public network.
 */
export const LOCAL_GAS_KEY = '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba'

/** In ETH or POL, which has no value on a local network. */
const GASLESS = { maxFeePerPayment: 0.01, maxFeePerDay: 10 }

type Sponsored = {
  /** The networks of LOCAL_GAS_KEY. */
  readonly gasKey: { readonly env: string } | { readonly file: string }
  /** The networks on which payers need no gas. */
  readonly gasless: readonly ('ethereum' | 'polygon')[]
}

/** On EVM networks each payment has an address of its own. One key pays for their sweeps and for gasless payments. */
export function createLocalConfig(
  { stellar, ethereum, polygon }: LocalNetworks,
  { gasKey, gasless }: Sponsored,
): NonNullable<CheckoutConfig['sandbox']> {
  const evm = (name: 'ethereum' | 'polygon', network: LocalEvm) => ({
    ...describeEvm(network),
    collection: 'deposit' as const,
    conversion: 'unaudited' as const,
    gasKey,
    ...(gasless.includes(name) ? { gasless: GASLESS } : {}),
  })
  return {
    networks: {
      stellar: describeStellar(stellar),
      ethereum: evm('ethereum', ethereum),
      polygon: evm('polygon', polygon),
    },
  }
}

function describeEvm({ rpcUrl, chainId, coins, feeds, cctp, psm }: LocalEvm) {
  return {
    rpcUrls: [rpcUrl],
    chainId,
    coins,
    feeds,
    cctp,
    ...(psm === null ? {} : { psm }),
    finality: 'finalized' as const,
    pollMs: POLL_MS,
    minSweep: MIN_SWEEP,
  }
}

function describeStellar({ rpcUrl, horizonUrl, passphrase, coins }: LocalStellar) {
  return {
    rpcUrls: [rpcUrl],
    horizonUrls: [horizonUrl],
    networkPassphrase: passphrase,
    coins,
    pollMs: POLL_MS,
  }
}
