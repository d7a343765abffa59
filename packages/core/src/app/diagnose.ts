import { environments } from '../catalog/environments.ts'
import { inspectNode } from '../chains/evm/inspect.ts'
import type { Finding } from '../chains/finding.ts'
import { inspectSending, type KeyFindings } from '../chains/inspect-sending.ts'
import type { Network } from '../chains/network.ts'
import { httpRpc } from '../chains/rpc.ts'
import { httpHorizon } from '../chains/stellar/horizon.ts'
import { inspectHorizon, inspectRpc } from '../chains/stellar/inspect.ts'
import { type CheckoutConfig, type EvmNetworkConfig, parseConfig, type StellarNetworkConfig } from './config.ts'
import { realWorld } from './context.ts'
import { openNetworks } from './networks.ts'
import { stellarSetUp } from './stellar-network.ts'

export type NodeFindings = { readonly where: string; readonly url: string; readonly findings: Finding[] }

/** Looks at every key that transactions are sent with. Throws ConfigError. */
export async function inspectKeys(config: CheckoutConfig): Promise<KeyFindings[]> {
  const networks = openNetworks(parseConfig(config), realWorld.elapsed)
  return (await Promise.all(networks.map(inspectSending))).flat()
}

/** Without what may be a key, however short: credentials, path and query. */
function describeNode(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}/...`
}

/** A node that is to be looked at. */
type Look = { readonly url: string; readonly inspect: () => Promise<Finding[]> }

/** Looks at every node of a configuration. Throws ConfigError. */
export async function inspectNodes(config: CheckoutConfig): Promise<NodeFindings[]> {
  const valid = parseConfig(config)
  const opened = openNetworks(valid, realWorld.elapsed)
  const looks = environments.flatMap((environment) => {
    const given = valid[environment]?.networks ?? {}
    const networks = opened.filter((network) => network.environment === environment)
    return networks.flatMap((network) => looksAt(network, given).map((look) => ({ network, ...look })))
  })
  return Promise.all(
    looks.map(async ({ network, url, inspect }) => ({
      where: `${network.environment} ${network.name}`,
      url: describeNode(url),
      findings: await inspect(),
    })),
  )
}

type Given = Partial<Record<'ethereum' | 'polygon', EvmNetworkConfig | undefined>> & {
  readonly stellar?: StellarNetworkConfig | undefined
}

function looksAt(network: Network, given: Given): Look[] {
  if (network.name !== 'stellar') {
    const urls = given[network.name]?.rpcUrls ?? []
    return urls.map((url) => ({ url, inspect: () => inspectNode(network, httpRpc(url), realWorld.now()) }))
  }
  const { rpcUrls = [], horizonUrls = [] } = given.stellar ?? {}
  const subject = { ...stellarSetUp(network.environment, given.stellar ?? {}), now: realWorld.now() }
  return [
    ...rpcUrls.map((url) => ({ url, inspect: () => inspectRpc(httpRpc(url), subject) })),
    ...horizonUrls.map((url) => ({ url, inspect: () => inspectHorizon(httpHorizon(url), subject) })),
  ]
}
