import { inspectNode } from '../chains/evm/inspect.ts'
import { type Finding, inspectSending, type KeyFindings } from '../chains/inspect-sending.ts'
import type { Network } from '../chains/network.ts'
import { createHttpRpc } from '../chains/rpc.ts'
import { createHttpHorizon } from '../chains/stellar/horizon.ts'
import { inspectHorizon, inspectRpc } from '../chains/stellar/inspect.ts'
import { type CheckoutConfig, parseConfig, type ValidConfig } from './config.ts'
import { listConfiguredNetworks, listNodeUrls } from './configured-networks.ts'
import { realWorld } from './context.ts'
import { openNetworks } from './networks.ts'
import { resolveStellarSetup } from './stellar-network.ts'

export type NodeFindings = { readonly where: string; readonly url: string; readonly findings: Finding[] }

/** Checks every key that sends transactions. Throws ConfigError. */
export async function inspectKeys(config: CheckoutConfig): Promise<KeyFindings[]> {
  const networks = openNetworks(parseConfig(config), realWorld.elapsed)
  return (await Promise.all(networks.map(inspectSending))).flat()
}

/** Advice to an operator on a network, in a sentence. */
export type Advice = { readonly where: string; readonly text: string }

/** Throws ConfigError. */
export function listAdvice(config: CheckoutConfig): Advice[] {
  const text =
    'payments are recognised by their exact amount; with "collection": "deposit" each has an address of its own, and any ' +
    'amount finds its payment'
  const networks = openNetworks(parseConfig(config), realWorld.elapsed)
  const byAmount = networks.filter(({ chain, deposits }) => chain.recognition === 'amount' && deposits === null)
  return byAmount.map(({ environment, name }) => ({ where: `${environment} ${name}`, text }))
}

/** Leaves out everything that may be a key, however short: credentials, path and query. */
function describeNode(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}/...`
}

/** A node to check. */
type Look = { readonly url: string; readonly inspect: () => Promise<Finding[]> }

/** Checks every node of a configuration. Throws ConfigError. */
export async function inspectNodes(config: CheckoutConfig): Promise<NodeFindings[]> {
  const valid = parseConfig(config)
  const opened = openNetworks(valid, realWorld.elapsed)
  const looks = opened.flatMap((network) => looksAt(network, valid).map((look) => ({ network, ...look })))
  const looked = await Promise.all(
    looks.map(async ({ network, url, inspect }) => ({
      network,
      where: `${network.environment} ${network.name}`,
      url: describeNode(url),
      findings: await inspect(),
    })),
  )
  const all = opened.map((network) => ({ network, nodes: looked.filter((one) => one.network === network) }))
  return all.flatMap(({ network, nodes }) => withWitnesses(network, nodes))
}

/** Adds a finding to each unusable node when too few nodes are left to show what is final. */
function withWitnesses(network: Network, nodes: readonly NodeFindings[]): NodeFindings[] {
  const { needed } = network.chain.nodes.witnesses()
  const isUsable = ({ findings }: NodeFindings) => findings.every(({ ok }) => ok)
  const usable = nodes.filter(isUsable).length
  const text = `${usable} of ${nodes.length} nodes can be used, and ${needed} must show what is final (witnesses): payments stay in processing. Repair this node, configure another one, or set witnesses to 1`
  return nodes.map((node) => ({
    where: node.where,
    url: node.url,
    findings:
      needed > 1 && usable < needed && !isUsable(node) ? [...node.findings, { ok: false, text }] : node.findings,
  }))
}

function looksAt(network: Network, config: ValidConfig): Look[] {
  const configured = listConfiguredNetworks(config, network.environment).find(({ name }) => name === network.name)
  if (!configured) return []
  const { rpcUrls, horizonUrls } = listNodeUrls(configured)
  if (configured.family === 'evm') {
    return rpcUrls.map((url) => ({ url, inspect: () => inspectNode(network, createHttpRpc(url), realWorld.now()) }))
  }
  const subject = { ...resolveStellarSetup(network.environment, configured.config), now: realWorld.now() }
  return [
    ...rpcUrls.map((url) => ({ url, inspect: () => inspectRpc(createHttpRpc(url), subject) })),
    ...horizonUrls.map((url) => ({ url, inspect: () => inspectHorizon(createHttpHorizon(url), subject) })),
  ]
}
