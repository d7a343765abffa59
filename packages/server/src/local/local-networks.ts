/** The local networks of a sandbox, and their configuration. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckoutConfig } from '@crypto-checkout/core'
import type { DefaultNetworkName, Devnet, LocalNetwork, LocalStellarNetwork } from '@crypto-checkout/devnet'
import { OperatorError } from '../command-line/errors.ts'

const POLL_MS = 250

/**
 * The key of the sixth account of the mnemonic that every development node knows; it has coins for gas there. The key
 * is public: never send it anything of value on a public network.
 */
const GAS_KEY = '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba'

export type LocalDevnet = Devnet<DefaultNetworkName | 'stellar'>

/** Starts the development networks that replace the public ones in the sandbox. */
export async function startLocalNetworks(dataDir: string, log: (line: string) => void): Promise<LocalDevnet> {
  const { defaultNetworks, startDevnet } = await loadDevnet()
  return startDevnet({ networks: ['stellar', ...defaultNetworks], dataDir, log })
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
