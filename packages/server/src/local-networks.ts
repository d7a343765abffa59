/** The local networks of a sandbox: how they start, what other commands know of them, and what `npm start` prints. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckoutConfig, Payment } from '@crypto-checkout/core'
import type { Devnet, LocalNetwork, LocalNetworkName, LocalStellarNetwork } from '@crypto-checkout/devnet'
import { OperatorError } from './command.ts'

const POLL_MS = 250

/**
 * The key of the sixth account of the mnemonic that every development node knows; it has coins for gas there. The key
 * is public: never send it anything of value on a public network.
 */
const GAS_KEY = '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba'

export type LocalDevnet = Devnet<LocalNetworkName>

/** Starts the development networks that replace the public ones in the sandbox. */
export async function startLocalNetworks(dataDir: string, log: (line: string) => void): Promise<LocalDevnet> {
  const { networkNames, startDevnet } = await loadDevnet()
  return startDevnet({ networks: ['stellar', ...networkNames], dataDir, log })
}

/** The package is optional: a production server runs without it. */
export async function loadDevnet(): Promise<typeof import('@crypto-checkout/devnet')> {
  try {
    return await import('@crypto-checkout/devnet')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
    throw new OperatorError(
      'There is no configuration file. Write crypto-checkout.config.json, or install @crypto-checkout/devnet to try the sandbox on local networks.',
    )
  }
}

/** In POL, which has no value on the local network. */
const GASLESS = { maxFeePerPayment: 0.01, maxFeePerDay: 10 }

/** On Polygon, payments have their own addresses and need no gas. One key in the data directory pays for both. */
export function createLocalConfig(
  { stellar, ethereum, polygon }: LocalDevnet['networks'],
  dataDir: string,
): Pick<CheckoutConfig, 'sandbox'> {
  const gasKey = { file: gasKeyFile(dataDir) }
  const sending = { ...configOf(polygon), collection: 'deposit' as const, gasKey, gasless: GASLESS }
  return {
    sandbox: { networks: { stellar: stellarConfigOf(stellar), ethereum: configOf(ethereum), polygon: sending } },
  }
}

/** The file with the gas key for local networks. Written if it does not exist yet. */
function gasKeyFile(dataDir: string): string {
  const file = join(dataDir, 'local-gas-key')
  if (!existsSync(file)) writeFileSync(file, GAS_KEY, { mode: 0o600 })
  return file
}

function configOf({ rpcUrl, chainId, coins, feeds }: LocalNetwork) {
  return { rpcUrls: [rpcUrl], chainId, coins, feeds, finality: 'finalized' as const, pollMs: POLL_MS }
}

function stellarConfigOf({ rpcUrl, horizonUrl, passphrase, coins }: LocalStellarNetwork) {
  return {
    rpcUrls: [rpcUrl],
    horizonUrls: [horizonUrl],
    networkPassphrase: passphrase,
    coins,
    pollMs: POLL_MS,
  }
}

/** Written by a server to its data directory, for the commands: its address and its local networks. */
export type Note = {
  readonly publicUrl: string
  readonly networks: LocalDevnet['networks'] | null
  /** The merchant's wallet on the local EVM networks. */
  readonly merchantWallet: string | null
}

export function writeNote(dataDir: string, note: Note): void {
  // A command that reads meanwhile sees the old note or the new one.
  writeFileSync(`${fileOf(dataDir)}.new`, JSON.stringify(note), { mode: 0o600 })
  renameSync(`${fileOf(dataDir)}.new`, fileOf(dataDir))
}

/** The last server's note; null before the first start. That server may have stopped since. */
export function readNote(dataDir: string): Note | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Note
  } catch {
    return null
  }
}

/** The note of a server with local networks. Throws OperatorError if none has run. */
export function requireLocalNetworks(dataDir: string) {
  const { publicUrl, networks, merchantWallet } = readNote(dataDir) ?? {}
  if (!publicUrl || !networks || !merchantWallet) {
    throw new OperatorError(`No server with local networks runs on ${dataDir}. Start one with npm start.`)
  }
  return { publicUrl, networks, merchantWallet }
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'server.json')
}

/** The text that `npm start` prints: addresses, keys, a payment to pay, and a request that creates the next one. */
export function formatBanner(parts: {
  readonly publicUrl: string
  readonly key: { readonly publicKey: string; readonly secretKey: string }
  readonly payment: Payment
  readonly devnet: LocalDevnet
}): string {
  const { publicUrl, key, payment, devnet } = parts
  const api = `${publicUrl}/sandbox/v1`
  const { stellar, ethereum, polygon } = devnet.networks
  const coins = Object.entries(ethereum.coins).map(([name, { address }]) => `${name.padEnd(6)}${address}`)
  return `
Crypto Checkout: the sandbox runs on a local Stellar, a local Ethereum and a local Polygon.

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
