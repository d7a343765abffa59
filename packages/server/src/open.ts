import { type Checkout, createCheckout } from '@crypto-checkout/core'
import { tryLockData } from './data-lock.ts'
import { readSettings } from './settings.ts'

/** What commands use where the address of the server does not matter. */
const NO_ADDRESS = 'http://localhost'

/**
 * Runs a command's work on the data of the settings, beside a running server too: the tables are
 * brought up to date only when no server is running.
 */
export async function withCheckout<T>(
  flags: { readonly config?: string | undefined; readonly data?: string | undefined },
  work: (checkout: Checkout) => Promise<T>,
): Promise<T> {
  const settings = readSettings(flags)
  const release = tryLockData(settings.dataDir)
  const checkout = createCheckout({
    ...settings.config,
    database: settings.database,
    publicUrl: settings.publicUrl ?? NO_ADDRESS,
    migrations: release ? 'run' : 'refuse',
  })
  try {
    await checkout.ready()
    return await work(checkout)
  } finally {
    await checkout.stop()
    release?.()
  }
}
