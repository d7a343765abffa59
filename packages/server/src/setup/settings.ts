import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  type CheckoutConfig,
  ConfigError,
  configJsonSchema,
  listConfigWarnings,
  listNetworkNames,
  parseConfig,
} from '@crypto-checkout/core'
import type { Flags } from '../command-line/command.ts'
import { describeError } from '../command-line/errors.ts'
import { readAppOptions } from './app-options.ts'

/** Configuration from the flags, the environment and the file, in this order. */
export type Settings = {
  /** Null if there is no file: then the sandbox runs on local networks. */
  readonly file: string | null
  readonly config: CheckoutConfig
  readonly dataDir: string
  readonly database: string
  /** The source of the database setting, for the operator. */
  readonly databaseFrom: string
  readonly publicUrl: string | null
  /** True if the options are those of an app that has the checkout in it, and not of a server. */
  readonly isApp: boolean
  /** True if the sandbox is on local networks, which the note in the data directory describes. */
  readonly isLocal: boolean
}

const DEFAULT_FILE = 'crypto-checkout.config.json'

/** Reads the settings. Throws a ConfigError that names every mistake. */
export function readSettings(flags: Partial<Flags>, env: NodeJS.ProcessEnv = process.env): Settings {
  if (flags.app !== undefined) return readAppSettings(flags.app, flags)
  const file = findFile(flags.config ?? readVariable(env.CRYPTO_CHECKOUT_CONFIG))
  const written = file === null ? {} : readFile(file)
  const claims = checked('CHECKOUT_CLAIMS', 'claims', env)
  const config = claims === undefined ? written : { ...written, claims }
  const dataDir = resolve(flags.data ?? readVariable(env.DATA_DIR) ?? 'data')
  return {
    file,
    config,
    dataDir,
    ...findDatabase(env, config, { file, dataDir }),
    publicUrl: checked('PUBLIC_URL', 'publicUrl', env) ?? config.publicUrl ?? null,
    isApp: false,
    isLocal: file === null,
  }
}

/** Lists settings that are valid and most likely not what the operator means. */
export function listWarnings(settings: Settings): string[] {
  return [...[describePublicUrl(settings)].filter((text) => text !== null), ...listConfigWarnings(settings.config)]
}

/**
 * Says why payers cannot open pages of a server that works, for its operator; null if they can. An app needs a public
 * URL.
 */
function describePublicUrl({ publicUrl, config, isApp }: Settings): string | null {
  if (publicUrl !== null || isApp || listNetworkNames(config.production).length === 0) return null
  return 'publicUrl is not set, so pages of production open on this machine only: set PUBLIC_URL to the address at which payers reach this server'
}

/** An app reads no variables of a server, so they do not count here. */
function readAppSettings(app: string, { config: configFile, data }: Partial<Flags>): Settings {
  if (configFile !== undefined) throw new ConfigError('--app and --config are both given: leave one out')
  const { config, database, localDataDir } = readAppOptions(app)
  return {
    file: resolve(app),
    config,
    dataDir: resolve(data ?? localDataDir ?? 'data'),
    database,
    databaseFrom: resolve(app),
    publicUrl: config.publicUrl ?? null,
    isApp: true,
    isLocal: localDataDir !== null,
  }
}

type Places = { readonly file: string | null; readonly dataDir: string }

/** `DATABASE_URL` may be the shop's: it counts only if nothing names the checkout's own database. */
function findDatabase(env: NodeJS.ProcessEnv, config: CheckoutConfig, { file, dataDir }: Places) {
  const named = (name: string) => checked(name, 'database', withSecret(name, env))
  const own = named('CHECKOUT_DATABASE_URL')
  if (own !== undefined) return { database: own, databaseFrom: 'CHECKOUT_DATABASE_URL' }
  if (config.database !== undefined) return { database: config.database, databaseFrom: String(file) }
  const shared = named('DATABASE_URL')
  if (shared !== undefined) return { database: shared, databaseFrom: 'DATABASE_URL' }
  return { database: `sqlite:${join(dataDir, 'checkout.db')}`, databaseFrom: 'the data directory' }
}

/** An empty variable counts as not set. */
function readVariable(variable: string | undefined): string | undefined {
  return variable === '' ? undefined : variable
}

/** Reads a variable, or the file that `<name>_FILE` names: containers receive secrets as files. Throws ConfigError. */
function withSecret(name: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = readVariable(env[`${name}_FILE`])
  if (file === undefined) return env
  if (readVariable(env[name]) !== undefined)
    throw new ConfigError(`${name} and ${name}_FILE are both set: leave one out`)
  try {
    return { ...env, [name]: readFileSync(file, 'utf8').trim() }
  } catch (error) {
    throw new ConfigError(`${name}_FILE: ${describeError(error)}`)
  }
}

/** The value of a variable that replaces a key of the file. Throws a ConfigError that names the variable. */
function checked<Key extends 'database' | 'publicUrl' | 'claims'>(
  name: string,
  key: Key,
  env: NodeJS.ProcessEnv,
): CheckoutConfig[Key] {
  const value = readVariable(env[name])
  if (value === undefined) return undefined
  try {
    return parseConfig({ [key]: value })[key]
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(error.message.replace(key, name)) : error
  }
}

function findFile(named: string | undefined): string | null {
  if (named !== undefined) {
    if (!existsSync(named)) throw new ConfigError(`there is no configuration file ${named}`)
    return resolve(named)
  }
  return existsSync(DEFAULT_FILE) ? resolve(DEFAULT_FILE) : null
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`The configuration cannot be read: ${describeError(error)}`)
  }
}

function readFile(file: string): CheckoutConfig {
  const text = readText(file)
  let value: unknown
  try {
    // Some editors begin a file with a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new ConfigError(`${file}: not JSON: ${error instanceof Error ? error.message : error}`)
  }
  if (typeof value === 'object' && value !== null && 'sandbox' in value && value.sandbox === 'local') {
    throw new ConfigError(
      `${file}: sandbox: only the middleware takes 'local'. A server without a configuration file runs its sandbox on local networks`,
    )
  }
  try {
    return parseConfig(value)
  } catch (error) {
    throw new ConfigError(`${file}:\n${error instanceof Error ? error.message : error}`)
  }
}

/** The published schema of `crypto-checkout.config.json`. Editors use it to complete and check keys. */
export function createConfigSchema(): object {
  return { title: 'Configuration of Crypto Checkout', ...configJsonSchema() }
}
