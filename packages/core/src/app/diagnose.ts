import { environments } from '../catalog/environments.ts'
import type { NetworkName } from '../catalog/networks.ts'
import { type Finding, inspectNode } from '../chains/evm/inspect.ts'
import { hideKeys } from '../chains/hide-keys.ts'
import { httpRpc } from '../chains/rpc.ts'
import { type CheckoutConfig, parseConfig } from './config.ts'
import { realWorld } from './context.ts'
import { openNetworks } from './networks.ts'

export type NodeFindings = { readonly where: string; readonly url: string; readonly findings: Finding[] }

function withoutCredentials(url: string): string {
  const shown = new URL(url)
  shown.username = ''
  shown.password = ''
  return shown.href
}

/** Looks at every node of a configuration. Throws ConfigError. */
export async function inspectNodes(config: CheckoutConfig): Promise<NodeFindings[]> {
  const valid = parseConfig(config)
  const networks = openNetworks(valid, realWorld.elapsed)
  const nodes = environments.flatMap((environment) =>
    networks
      .filter((network) => network.environment === environment)
      .flatMap((network) => {
        const urls = valid[environment]?.networks[network.name as NetworkName]?.rpcUrls ?? []
        return urls.map((url) => ({ network, url }))
      }),
  )
  return Promise.all(
    nodes.map(async ({ network, url }) => ({
      where: `${network.environment} ${network.name}`,
      url: hideKeys(withoutCredentials(url), url),
      findings: await inspectNode(network, httpRpc(url), realWorld.now()),
    })),
  )
}
