import type { Payment } from '@crypto-checkout/core'
import type { LocalDevnet } from './local-networks.ts'
import type { KeyPair } from './sandbox-keys.ts'

/** The text that `npm start` prints: addresses, keys, a payment to pay, and a request that creates the next one. */
export function formatBanner(parts: {
  readonly publicUrl: string
  readonly key: KeyPair
  readonly payment: Payment
  readonly devnet: LocalDevnet
}): string {
  const { publicUrl, key, payment, devnet } = parts
  const api = `${publicUrl}/sandbox/v1`
  const { stellar, ethereum, polygon } = devnet.networks
  const coins = Object.entries(ethereum.coins).map(([name, { address }]) => `${name.padEnd(6)}${address}`)
  return `
Crypto Checkout: the sandbox runs on a local Stellar, a local Ethereum and a local Polygon.

  Home page               ${publicUrl}/
  Pay a first payment     ${payment.url}

  Sandbox API             ${api}
  Public key              ${key.publicKey}
  Secret key              ${key.secretKey}
  Merchant's wallet       ${devnet.accounts.merchant}
  Local Ethereum          ${ethereum.rpcUrl} (chain ${ethereum.chainId})
  Local Polygon           ${polygon.rpcUrl} (chain ${polygon.chainId})
  Local Stellar           ${stellar.rpcUrl}, Horizon ${stellar.horizonUrl}
  Wallet on Stellar       ${stellar.accounts.merchant}
  Coins on EVM            ${coins.join(`\n${' '.repeat(26)}`)}
  API reference           ${publicUrl}/docs
  OpenAPI                 ${publicUrl}/openapi.json

Create another payment:

  curl ${api}/payments \\
    -H 'Authorization: Bearer ${key.publicKey}' \\
    -H 'X-Api-Secret: ${key.secretKey}' \\
    -H 'Content-Type: application/json' \\
    -d '{"amount": 49.90, "currency": "EUR", "cryptocurrency": "USDC", "network": "ethereum",
         "merchantWallet": "${devnet.accounts.merchant}"}'
`
}
