import { existsSync } from 'node:fs'
import {
  type Checkout,
  type CheckoutConfig,
  CheckoutError,
  createCheckout,
  type Environment,
  type MerchantOperations,
  requireDatabaseFile,
} from '@crypto-checkout/core'
import type { Flags } from '../command-line/command.ts'
import { configureLocal } from '../local/local-networks.ts'
import { readNote } from '../local/note.ts'
import { tryLockData } from './data-lock.ts'
import { readSettings, type Settings } from './settings.ts'

/** Before the first start, the public address is unknown. */
export const NO_ADDRESS = 'http://localhost'

/**
 * Runs a command's work on the data of the settings, also while a server is running. Migrates the tables only if no
 * server is running. Creates no database and no data directory. Throws StorageError if there is no database.
 */
export async function runWithCheckout<T>(flags: Flags, work: (checkout: Checkout) => Promise<T>): Promise<T> {
  const settings = readSettings(flags)
  // Before locking, because a lock creates the directory.
  requireDatabaseFile(settings.database)
  // Without a directory, no server holds the lock. An app holds none, and may run.
  const release = settings.isApp ? null : existsSync(settings.dataDir) ? tryLockData(settings.dataDir) : () => {}
  try {
    // The tables are migrated now: a server may start during the work.
    return await withOpened(settings, release ? 'upgrade' : 'refuse', (checkout) => {
      release?.()
      return work(checkout)
    })
  } finally {
    release?.()
  }
}

/** The merchant whose operations a command means: the first one, unless one is named. */
type Whose = { readonly environment: Environment; readonly merchant: string | undefined }

/** The same with the operations of a merchant in an environment. Throws CheckoutError for an unknown merchant. */
export async function runForMerchant<T>(
  given: Flags & Whose,
  work: (operations: MerchantOperations) => Promise<T>,
): Promise<T> {
  return runWithCheckout(given, (checkout) => work(openMerchantOperations(checkout, given))).catch((error: unknown) => {
    throw explainMissing(error, given)
  })
}

/** A command has no keys to check: an object that it names and that is not there may be in the other environment. */
function explainMissing(error: unknown, { environment }: Whose): unknown {
  if (!(error instanceof CheckoutError) || error.code !== 'resource_missing' || error.param === null) return error
  const { code, message, param } = error
  const [fact] = message.split(':')
  const other = environment === 'production' ? 'sandbox' : 'production'
  return new CheckoutError(code, `${fact} in ${environment}: check the id, or add --environment ${other}.`, param)
}

export function openMerchantOperations(checkout: Checkout, { environment, merchant }: Whose): MerchantOperations {
  const pair = merchant === undefined ? checkout : checkout.as(merchant)
  return environment === 'production' ? pair : pair.sandbox
}

/** Opens the checkout with the server's addresses and networks, so that a command writes the same as the server. */
async function withOpened<T>(
  settings: Settings,
  migrations: 'upgrade' | 'refuse',
  work: (checkout: Checkout) => Promise<T>,
): Promise<T> {
  const note = readNote(settings.dataDir)
  const checkout = createCheckout({
    dashboard: !settings.isApp,
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

/** The configuration of the settings. Without a file, it includes the server's local networks. */
export function loadConfig(flags: Flags): CheckoutConfig {
  return withLocalNetworks(readSettings(flags))
}

function withLocalNetworks({ config, isLocal, dataDir }: Settings): CheckoutConfig {
  const networks = isLocal ? readNote(dataDir)?.networks : null
  return networks ? { ...config, ...configureLocal(networks, dataDir) } : config
}
