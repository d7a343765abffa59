import type { CheckoutOptions } from '@crypto-checkout/core'

/** The token, chain and network name that every part uses. */
export const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const CHAIN_ID = 137
export const NETWORK = 'polygon'

/** The time between two blocks of the chain, and the catalogue's polling interval for it. */
export const NETWORK_MS = 2_000
export const POLL_MS = 500

/** Production on one network, in a file or on PostgreSQL at a URL. Nothing listens at the node's address. */
export function benchOptions(path: string, rpcUrl = 'http://127.0.0.1:9', pollMs = POLL_MS) {
  return {
    publicUrl: 'https://pay.example.com',
    database: path.startsWith('postgres') ? path : `sqlite:${path}`,
    plans: { starter: { requestsPerMinute: 1_000_000, openPayments: 100_000_000 } },
    production: {
      networks: {
        [NETWORK]: {
          rpcUrls: [rpcUrl],
          chainId: CHAIN_ID,
          coins: { USDC: { address: TOKEN, decimals: 6 } },
          feeds: { USDC: false },
          pollMs,
        },
      },
    },
  } satisfies CheckoutOptions
}

/** The same with two more networks. The port of a node's address is its chain id. */
export function withMoreNetworks(options: ReturnType<typeof benchOptions>): CheckoutOptions {
  const { networks } = options.production
  const on = (chainId: number) => ({ ...networks[NETWORK], chainId, rpcUrls: [`http://127.0.0.1:${chainId}`] })
  const { feeds: _, ...sidechain } = { ...on(31_338), title: 'Sidechain', nativeSymbol: 'ETH' }
  return {
    ...options,
    production: { networks: { ...networks, ethereum: on(1) }, customNetworks: { sidechain } },
  }
}

export const paymentInput = { amount: 1, currency: 'USD', cryptocurrency: 'USDC', network: NETWORK } as const

/** An address of digits only, which is the same in display form and in lower case. */
export function wallet(n: number): string {
  return `0x${String(n + 1).padStart(40, '0')}`
}
