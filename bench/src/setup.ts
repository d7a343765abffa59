import type { CheckoutOptions } from '@crypto-checkout/core'

/** A token, the chain it is on and the network's name, for every part. */
export const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const CHAIN_ID = 137
export const NETWORK = 'polygon'

/** How often it closes a block, and the catalogue's polling interval of it. */
export const NETWORK_MS = 2_000
export const POLL_MS = 500

/** Production on one network, in a file or at a URL of PostgreSQL's. Nothing listens at the node's address. */
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

export const paymentInput = { amount: 1, currency: 'USD', cryptocurrency: 'USDC', network: NETWORK } as const

/** An address of digits alone, whose display form is its lower-case form. */
export function wallet(n: number): string {
  return `0x${String(n + 1).padStart(40, '0')}`
}
