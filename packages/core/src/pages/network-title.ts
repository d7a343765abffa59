import type { Context } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/environments.ts'
import { isKnownNetwork, networkTitles } from '../domain/catalog/networks.ts'

type Place = { readonly livemode: boolean; readonly network: string }

/** The network's name for people. A network that is no longer configured keeps the catalogue's, or has its own name. */
export function findNetworkTitle(ctx: Pick<Context, 'networks'>, { livemode, network: name }: Place): string {
  const environment = toEnvironment(livemode)
  const configured = ctx.networks.find((one) => one.environment === environment && one.name === name)
  return configured?.title ?? (isKnownNetwork(name) ? networkTitles[name] : name)
}
