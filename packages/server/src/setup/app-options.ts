/** The options of an app that has the checkout in it: commands read what the app itself runs on. */

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { isRecord } from '@crypto-checkout/api-types'
import {
  type CheckoutConfig,
  ConfigError,
  DEFAULT_DATABASE,
  findLocalDataDir,
  omitHostOptions,
  parseConfig,
} from '@crypto-checkout/core'

export type AppOptions = {
  readonly config: CheckoutConfig
  readonly database: string
  /** The folder of the app's local networks; null if its sandbox has others, or none. */
  readonly localDataDir: string | null
}

/**
 * Reads `options` from a module: what the app passes to `cryptoCheckout`. Throws ConfigError if the module does not
 * export them, or if they are not usable.
 */
export function readAppOptions(file: string): AppOptions {
  const options = loadOptions(file)
  const { sandbox, ...rest } = omitHostOptions(options)
  const database = typeof rest.database === 'string' ? rest.database : DEFAULT_DATABASE
  const localDataDir = sandbox === 'local' ? findLocalDataDir(database) : null
  const config = sandbox === undefined || sandbox === 'local' ? rest : { ...rest, sandbox }
  try {
    return { config: parseConfig(config), database, localDataDir }
  } catch (error) {
    throw new ConfigError(`${file}:\n${error instanceof Error ? error.message : error}`)
  }
}

function loadOptions(file: string): Readonly<Record<string, unknown>> {
  if (!existsSync(file)) throw new ConfigError(`there is no module ${file}`)
  const exports = load(file)
  const { options } = exports
  if (isRecord(options)) return options
  const names = Object.keys(exports).join(', ')
  throw new ConfigError(
    `${file}: exports no options${names === '' ? '' : `, only ${names}`}. Export what the app passes to cryptoCheckout: export const options = { ... }`,
  )
}

/** Settings are read synchronously. `require` takes ES modules, too. */
function load(file: string): Readonly<Record<string, unknown>> {
  try {
    return createRequire(import.meta.url)(resolve(file))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code !== 'ERR_REQUIRE_ASYNC_MODULE') throw error
    throw new ConfigError(`${file}: has an await outside of functions. Export the options from a module without one`)
  }
}
