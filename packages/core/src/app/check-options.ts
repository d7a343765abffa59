/**
 * Checks the options of programs in plain JavaScript. A misspelt listener would never be called, which costs an order.
 */
import { eventTypes, isRecord, suggestName } from '@crypto-checkout/api-types'
import { areLoopback } from '../http/origin.ts'
import { type CheckoutConfig, ConfigError, parseConfig, type ValidConfig } from './config.ts'

type Check = { readonly accepts: (value: unknown) => boolean; readonly rule: string }

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && !Array.isArray(value)
}

const anObject: Check = { accepts: isObject, rule: 'must be an object' }

const aFunction: Check = { accepts: (value) => typeof value === 'function', rule: 'must be a function' }

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })

function allowOnly(...words: readonly unknown[]): Check {
  return { accepts: (value) => words.includes(value), rule: `must be ${either.format(words.map(String))}` }
}

/** The options of createCheckout that are not keys of the configuration. */
const hostOptions: Readonly<Record<string, Check>> = {
  assets: { accepts: Array.isArray, rule: 'must be a list of files' },
  loadDashboard: aFunction,
  testPayer: anObject,
  log: aFunction,
  observer: anObject,
  loopbackOnly: allowOnly(true, false),
  migrations: allowOnly('run', 'upgrade', 'refuse'),
  requireNetworks: allowOnly(true, false),
  by: allowOnly('in_process', 'command_line'),
}

export const hostOptionNames = Object.keys(hostOptions)

/** Options of adapters that are no keys of the configuration. */
const adapterOptionNames: readonly string[] = ['mountPath']

/** The options that are keys of the configuration. */
export function omitHostOptions(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const own = [...hostOptionNames, ...adapterOptionNames]
  return Object.fromEntries(Object.entries(options).filter(([name]) => !own.includes(name)))
}

/** Throws ConfigError when an option has the wrong type. Unknown options are rejected with the configuration's keys. */
export function checkHostOptions(options: unknown): void {
  if (!isObject(options)) throw new ConfigError('options: must be an object with publicUrl at least')
  const mistakes = Object.entries(hostOptions).flatMap(([name, { accepts, rule }]) =>
    options[name] === undefined || accepts(options[name]) ? [] : [`${name}: ${rule}`],
  )
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'))
}

/**
 * The public URL. Throws ConfigError if there is none, or if it is http and production has networks: then anyone on the
 * path could change the address that payers send to. Loopback addresses are exempt.
 */
export function requirePublicUrl({ publicUrl, production }: ValidConfig): string {
  if (!publicUrl) {
    throw new ConfigError('publicUrl: needed, the address where the checkout is reached, mount path included')
  }
  const isSafe = new URL(publicUrl).protocol === 'https:' || areLoopback([publicUrl])
  if (!isSafe && listNetworkNames(production).length > 0) {
    throw new ConfigError(
      `publicUrl: must be https where production has networks: over http, anybody on the way can change the address to pay ` +
        `to. Put a proxy with TLS in front, or configure only the sandbox (${publicUrl})`,
    )
  }
  return publicUrl
}

/** The names of the networks that an environment of a configuration has, custom ones included. */
export function listNetworkNames(environment: CheckoutConfig['production']): string[] {
  return Object.keys({ ...environment?.networks, ...environment?.customNetworks })
}

/** Throws ConfigError if neither environment has a network: then no payment can be created. */
export function requireNetwork({ production, sandbox }: ValidConfig): void {
  if ([production, sandbox].flatMap(listNetworkNames).length > 0) return
  throw new ConfigError(
    'networks: none is configured, so no payment can be created: add production.networks or sandbox.networks',
  )
}

/** Checks what a server checks before it starts. Throws ConfigError. */
export function requireServable(config: CheckoutConfig): void {
  const valid = parseConfig(config)
  requirePublicUrl(valid)
  requireNetwork(valid)
}

/** Throws TypeError for arguments with which `on` would never call a handler. */
export function checkListener(type: unknown, handle: unknown, options: unknown): void {
  if (!eventTypes.some((known) => known === type)) {
    throw new TypeError(`There is no event ${type}: ${suggestName(String(type), eventTypes)}`)
  }
  if (typeof handle !== 'function') throw new TypeError(`The handler of ${type} must be a function.`)
  if (!isObject(options)) throw new TypeError("on takes an object of options: { name: 'ship' }.")
  for (const [option, value] of Object.entries(options)) {
    if (option !== 'name') throw new TypeError(`on has no option ${option}: ${suggestName(option, ['name'])}`)
    if (value !== undefined && (typeof value !== 'string' || value === '')) {
      throw new TypeError('name must be a text that is not empty.')
    }
  }
}
