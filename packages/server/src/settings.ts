import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type CheckoutConfig, ConfigError, parseConfig } from '@crypto-checkout/core'

/** Configuration as the flags, the environment and the file say, in this order. */
export type Settings = {
  /** Null when there is no file: then the sandbox runs on local networks. */
  readonly file: string | null
  readonly config: CheckoutConfig
  readonly dataDir: string
  readonly database: string
  readonly publicUrl: string | null
}

const DEFAULT_FILE = 'crypto-checkout.config.json'

/** Reads the settings. Throws ConfigError that names every mistake. */
export function readSettings(
  flags: { readonly config?: string | undefined; readonly data?: string | undefined },
  env: NodeJS.ProcessEnv = process.env,
): Settings {
  const file = findFile(flags.config ?? env.CRYPTO_CHECKOUT_CONFIG)
  const config = file === null ? {} : readFile(file)
  const dataDir = resolve(flags.data ?? env.DATA_DIR ?? 'data')
  return {
    file,
    config,
    dataDir,
    database: env.DATABASE_URL ?? config.database ?? `sqlite:${join(dataDir, 'checkout.db')}`,
    publicUrl: env.PUBLIC_URL ?? config.publicUrl ?? null,
  }
}

function findFile(named: string | undefined): string | null {
  if (named !== undefined) {
    if (!existsSync(named)) throw new ConfigError(`there is no configuration file ${named}`)
    return resolve(named)
  }
  return existsSync(DEFAULT_FILE) ? resolve(DEFAULT_FILE) : null
}

function readFile(file: string): CheckoutConfig {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError(`${file}: not JSON: ${error instanceof Error ? error.message : error}`)
  }
  try {
    return parseConfig(value)
  } catch (error) {
    throw new ConfigError(`${file}:\n${error instanceof Error ? error.message : error}`)
  }
}
