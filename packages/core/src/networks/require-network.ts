import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import type { Environment } from '../domain/catalog/environments.ts'
import { isKnownNetwork } from '../domain/catalog/networks.ts'
import { CheckoutError } from '../domain/error.ts'

type Configured = Pick<Context, 'networks'>

/**
 * The configured network of this name. Throws `unsupported_asset` for a network of the catalogue that is not
 * configured, and `invalid_parameter` for any other name. Both list the names that are configured.
 */
export function requireNetwork(ctx: Configured, environment: Environment, name: string): Network {
  const found = ctx.networks.find((one) => one.environment === environment && one.name === name)
  if (found) return found
  requireNetworkName(ctx, environment, name)
  const message = `${name} is not configured in ${environment}. ${listNetworks(ctx, environment)}.`
  throw new CheckoutError('unsupported_asset', message, 'network')
}

/** Throws `invalid_parameter` for a name that is neither configured nor in the catalogue. */
export function requireNetworkName(ctx: Configured, environment: Environment, name: string): void {
  if (isKnownNetwork(name)) return
  if (ctx.networks.some((one) => one.environment === environment && one.name === name)) return
  const message = `network: there is no network ${JSON.stringify(name)}. ${listNetworks(ctx, environment)}.`
  throw new CheckoutError('invalid_parameter', message, 'network')
}

function listNetworks({ networks }: Configured, environment: Environment): string {
  const names = networks.filter((one) => one.environment === environment).map(({ name }) => name)
  return names.length === 0 ? `No network is configured in ${environment}` : `Configured are ${names.join(', ')}`
}
