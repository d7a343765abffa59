import { nearest } from '@crypto-checkout/api-types'
import { getWatchedTokenAt, isKeyAccount, type Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import {
  createCustomLook,
  type Environment,
  isKnownNetwork,
  type NetworkLook,
  networkLooks,
  toEnvironment,
} from '../domain/catalog/networks.ts'
import { CheckoutError } from '../domain/error.ts'
import { isHealthy } from './progress.ts'
import { findCursor } from './store.ts'

type Configured = Pick<Context, 'networks'>

/**
 * The configured network of this name. Throws `unsupported_asset` for a network of the catalogue that is not
 * configured, and `invalid_parameter` for any other name. Both list the names that are configured.
 */
export function requireNetwork(ctx: Configured, environment: Environment, name: string, param = 'network'): Network {
  const found = ctx.networks.find((one) => one.environment === environment && one.name === name)
  if (found) return found
  requireNetworkName(ctx, environment, name, param)
  const message = `${name} is not configured in ${environment}. ${listNetworks(ctx, environment)}.`
  throw new CheckoutError('unsupported_asset', message, param)
}

/** Throws `invalid_parameter` for a name that is neither configured nor in the catalogue. */
export function requireNetworkName(ctx: Configured, environment: Environment, name: string, param = 'network'): void {
  if (isKnownNetwork(name)) return
  if (ctx.networks.some((one) => one.environment === environment && one.name === name)) return
  const meant = nearest(name, listNames(ctx, environment))
  const advice = meant === null ? `. ${listNetworks(ctx, environment)}.` : `: did you mean ${meant}?`
  throw new CheckoutError('invalid_parameter', `There is no network ${JSON.stringify(name)}${advice}`, param)
}

function listNames({ networks }: Configured, environment: Environment): string[] {
  return networks.filter((one) => one.environment === environment).map(({ name }) => name)
}

function listNetworks(ctx: Configured, environment: Environment): string {
  const names = listNames(ctx, environment)
  return names.length === 0 ? `No network is configured in ${environment}` : `Configured are ${names.join(', ')}`
}

/** Throws `not_ready` for a network that takes no orders now. */
export async function requireOrders(ctx: Context, network: Network): Promise<void> {
  const wasRead = await wasEverRead(ctx, network)
  if (wasRead && takesOrders(ctx, network)) return
  const minutes = Math.floor(ctx.unreadFor(network) / 60_000)
  const since = wasRead ? `for ${minutes} minutes` : 'yet'
  const advice = await explainUnread(ctx, network)
  const message = `${network.name} was not read ${since} in ${network.environment}: ${advice}.`
  throw new CheckoutError('not_ready', message, 'network')
}

/**
 * Tells whether new payments can ask for a network, as far as this process knows. A network with a cursor in the
 * database was read before a restart. It takes orders during a short interruption, as its payments are found
 * afterwards. It takes none once payers would read that it is unhealthy.
 */
export function takesOrders(ctx: Context, network: Network): boolean {
  return isKnownRead(ctx, network) && (isHealthy(ctx, network) || !ctx.failsToRead(network))
}

/** Only the operator may see which nodes fail, and how. */
async function explainUnread(ctx: Context, { environment, name }: Network): Promise<string> {
  const states = await ctx.describeNetworks(ctx, environment === 'production')
  const state = states.find(({ network }) => network === name)
  if (!state?.problems.some(({ code }) => code === 'reading')) return 'try again in a few seconds'
  return `${state.nodes.configured === 1 ? 'its node' : 'its nodes'} cannot be read, and the server's log says why`
}

const LOOK_EVERY_MS = 50

/** Waits until every network was read, for a limited time. Another process may be the reader. */
export async function waitForFirstReadings(ctx: Context, withinMs: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += LOOK_EVERY_MS) {
    const read = await Promise.all(ctx.networks.map((network) => wasEverRead(ctx, network)))
    if (!read.includes(false)) return
    await ctx.pause(LOOK_EVERY_MS)
  }
}

/** Networks with a cursor in the database. Another process may be their reader. */
const readBefore = new WeakSet<Network>()

/** Tells whether this process knows that a network was read. It waits for first readings when it starts. */
function isKnownRead(ctx: Pick<Context, 'wasRead'>, network: Network): boolean {
  return ctx.wasRead(network) || readBefore.has(network)
}

async function wasEverRead(ctx: Context, network: Network): Promise<boolean> {
  if (isKnownRead(ctx, network)) return true
  if (!(await findCursor(ctx.db, network))) return false
  readBefore.add(network)
  return true
}

/** A merchant's wallet in display form. Throws `invalid_wallet_address`, which names the parameter, `merchantWallet` mostly. */
export function parseMerchantWallet(
  { networks, testPayer }: Pick<Context, 'networks' | 'testPayer'>,
  network: Network,
  text: string,
  param = 'merchantWallet',
): string {
  const address = network.chain.addresses.parse(text)
  const objection = network.chain.addresses.recipientProblem(text)
  if (objection !== null) throw refuseWallet(objection, param)
  if (!address) throw refuseWallet(`is not an address on ${network.look.title}: check every character`, param)
  if (getWatchedTokenAt(network, address)) throw refuseWallet("is a coin's own contract, where money is lost", param)
  if (isKeyAccount(networks, address))
    throw refuseWallet("is the account of this server's gasKey, refundKey or feeKey", param)
  if (network.local && address === testPayer?.account) throw refuseWallet(OWN_PAYER, param)
  return address
}

const OWN_PAYER =
  'is the account that test payments come from, and money that it sends to itself pays nothing: use another address'

/** The refusal of a wallet. The reason continues the sentence that the parameter begins. */
export function refuseWallet(reason: string, param = 'merchantWallet'): CheckoutError {
  return new CheckoutError('invalid_wallet_address', `${param} ${reason}.`, param)
}

/**
 * Finds the look of a network for payers. One that is no longer configured keeps the catalogue's look, or has its name
 * as title.
 */
export function findNetworkLook(
  ctx: Pick<Context, 'networks'>,
  { livemode, network: name }: { readonly livemode: boolean; readonly network: string },
): NetworkLook {
  const environment = toEnvironment(livemode)
  const configured = ctx.networks.find((one) => one.environment === environment && one.name === name)
  return configured?.look ?? (isKnownNetwork(name) ? networkLooks[name] : createCustomLook({ title: name }))
}
