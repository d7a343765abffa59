import { existsSync } from 'node:fs'
import {
  type Checkout,
  type CheckoutConfig,
  createCheckout,
  type Environment,
  type MerchantOperations,
  requireDatabaseFile,
} from '@crypto-checkout/core'
import { tryLockData } from './data-lock.ts'
import { localConfig } from './local-networks.ts'
import { readNote } from './note.ts'
import { readSettings, type Settings } from './settings.ts'

/** Before the first start nothing tells where payments will be reached. */
const NO_ADDRESS = 'http://localhost'

/**
 * Runs a command's work on the data of the settings, beside a running server too: the tables are
 * brought up to date only when no server is running. Creates no database and no data directory. Throws StorageError
 * where there is no database.
 */
export async function withCheckout<T>(
  flags: { readonly config?: string | undefined; readonly data?: string | undefined },
  work: (checkout: Checkout) => Promise<T>,
): Promise<T> {
  const settings = readSettings(flags)
  // First, because a lock makes the directory.
  requireDatabaseFile(settings.database)
  // Without a directory no server holds it.
  const release = existsSync(settings.dataDir) ? tryLockData(settings.dataDir) : () => {}
  try {
    // The tables are this release's from then on: a server may start while the work goes on.
    return await withOpened(settings, release ? 'upgrade' : 'refuse', (checkout) => {
      release?.()
      return work(checkout)
    })
  } finally {
    release?.()
  }
}

/** What the first merchant can do there. */
export function inEnvironment(checkout: Checkout, environment: Environment): MerchantOperations {
  return environment === 'production' ? checkout : checkout.sandbox
}

/** What a command writes looks as if the server had written it: the same addresses, the same networks. */
async function withOpened<T>(
  settings: Settings,
  migrations: 'upgrade' | 'refuse',
  work: (checkout: Checkout) => Promise<T>,
): Promise<T> {
  const note = readNote(settings.dataDir)
  const checkout = createCheckout({
    ...withLocalNetworks(settings),
    database: settings.database,
    publicUrl: settings.publicUrl ?? note?.publicUrl ?? NO_ADDRESS,
    migrations,
    by: 'command_line',
  })
  try {
    await checkout.ready()
    return await work(checkout)
  } finally {
    await checkout.stop()
  }
}

/** The configuration of the settings, with the local networks that a server runs where there is no file. */
export function configOf(flags: Parameters<typeof readSettings>[0]): CheckoutConfig {
  return withLocalNetworks(readSettings(flags))
}

function withLocalNetworks({ config, file, dataDir }: Settings): CheckoutConfig {
  const networks = file === null ? readNote(dataDir)?.networks : null
  return networks ? { ...config, ...localConfig(networks, dataDir) } : config
}
