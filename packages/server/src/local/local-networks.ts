/** The local networks of a sandbox, and their configuration. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckoutConfig, createLocalConfig, LOCAL_GAS_KEY } from '@crypto-checkout/core'
import type { DefaultNetworkName, Devnet } from '@crypto-checkout/devnet'
import { OperatorError } from '../command-line/errors.ts'

export type LocalDevnet = Devnet<DefaultNetworkName | 'stellar'>

/** Starts the development networks that replace the public ones in the sandbox. */
export async function startLocalNetworks(dataDir: string, log: (line: string) => void): Promise<LocalDevnet> {
  const { defaultNetworks, findAnvilBinary, startDevnet } = await import('@crypto-checkout/devnet')
  try {
    // It is optional: a production server runs without it.
    findAnvilBinary()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new OperatorError(
      `There is no configuration file, and no sandbox on local networks: ${error.message} Or write crypto-checkout.config.json.`,
    )
  }
  return startDevnet({ networks: ['stellar', ...defaultNetworks], dataDir, log })
}

/** The sandbox on local networks. The key that pays for gas is in the data directory. */
export function configureLocal(networks: LocalDevnet['networks'], dataDir: string): Pick<CheckoutConfig, 'sandbox'> {
  return { sandbox: createLocalConfig(networks, { gasKey: { file: findGasKey(dataDir) }, gasless: ['polygon'] }) }
}

/** The file with the gas key for local networks. Written if it does not exist yet. */
function findGasKey(dataDir: string): string {
  const file = join(dataDir, 'local-gas-key')
  if (!existsSync(file)) writeFileSync(file, LOCAL_GAS_KEY, { mode: 0o600 })
  return file
}
