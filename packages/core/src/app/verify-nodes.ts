/** The nodes that are asked, each by itself, to derive again what the database says. */
import { toRecord } from '@crypto-checkout/api-types'
import type { ObservedTransfer } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import { describeNodeUrl } from '../chains/rpc.ts'
import { type Environment, isKnownNetwork } from '../domain/catalog/networks.ts'
import { ConfigError, parseConfig, type ValidConfig } from './config.ts'
import { listConfiguredNetworks, listNodeUrls } from './configured-networks.ts'
import { realWorld } from './context.ts'
import { openNetworks } from './networks.ts'

/** The address of a node: JSON-RPC of an EVM network, Stellar RPC, or Horizon. */
export type NodeAddress = { readonly network: string; readonly kind: 'rpc' | 'horizon'; readonly url: string }

/** A network as one node shows it. */
export type OpenedNode = {
  readonly address: NodeAddress
  readonly url: string
  readonly network: Network
  readonly counts: { confirmed: number; unknown: number; reason: string | null }
}

/** The number of requests that a node gets at a time. */
const REQUESTS_AT_ONCE = 8

/** The movements of transactions by hash, or the reason in words why the node cannot tell. */
export type Records = ReadonlyMap<string, readonly ObservedTransfer[] | string>

/** The transfers of transactions by hash, or why they are not known, in words. */
export async function readRecords(
  { network }: OpenedNode,
  transfers: readonly { readonly tx_hash: string; readonly block_number: number }[],
): Promise<Records> {
  const records = new Map<string, readonly ObservedTransfer[] | string>()
  const wanted = [...new Map(transfers.map((row) => [row.tx_hash, row.block_number]))]
  await askEach(wanted, async ([hash, block]) => {
    records.set(hash, await readRecord(network, hash, block))
  })
  return records
}

/** A claimable balance. */
const CLAIMED = /^b/
export const NOT_IN_HORIZON = 'Horizon does not list what claims and trades move: ask a node of Stellar RPC'

/** Tells whether a node may leave a transfer out of its record of the transaction, although the transfer is there. */
export function isHiddenByHorizon(
  { address }: OpenedNode,
  { hasMemo, from }: { readonly hasMemo: boolean; readonly from: string },
  record: readonly ObservedTransfer[],
): boolean {
  return address.kind === 'horizon' && !hasMemo && (record.length === 0 || CLAIMED.test(from))
}

/** Asks a node some questions, a few at a time. */
export async function askEach<Question>(
  questions: readonly Question[],
  ask: (question: Question) => Promise<void>,
): Promise<void> {
  const left = questions.values()
  const work = async () => {
    for (const question of left) await ask(question)
  }
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, work))
}

async function readRecord(
  network: Network,
  hash: string,
  block: number,
): Promise<readonly ObservedTransfer[] | string> {
  try {
    return (await network.chain.reader.record(hash, block)) ?? `the node no longer has block ${block}`
  } catch (error) {
    if (error instanceof NodeError) return error.message
    throw error
  }
}

/** The nodes of the configuration. `replacements` take the place of those of their networks. */
export function listNodes(
  config: ValidConfig,
  environment: Environment,
  replacements: readonly NodeAddress[],
): NodeAddress[] {
  const configured = listConfiguredNetworks(config, environment).flatMap((one): NodeAddress[] => {
    const { rpcUrls, horizonUrls } = listNodeUrls(one)
    const of = (kind: NodeAddress['kind'], urls: readonly string[]) =>
      urls.map((url) => ({ network: one.name, kind, url }))
    return [...of('rpc', rpcUrls), ...of('horizon', horizonUrls)]
  })
  const replaced = new Set(replacements.map(({ network }) => network))
  return [...configured.filter(({ network }) => !replaced.has(network)), ...replacements]
}

/** A network with one node and without sending keys: nothing is sent here. Throws ConfigError. */
export function openNode(config: ValidConfig, environment: Environment, address: NodeAddress): OpenedNode {
  const { network, kind, url } = address
  const configured = listConfiguredNetworks(config, environment).find(({ name }) => name === network)
  if (!configured) {
    throw new ConfigError(`${environment}.networks.${network}: not configured, so its coins are not known`)
  }
  const one = withoutSending(configured.config, kind === 'rpc' ? { rpcUrls: [url] } : { horizonUrls: [url] })
  const section = isKnownNetwork(network) ? 'networks' : 'customNetworks'
  const [opened] = openNetworks(parseConfig({ [environment]: { [section]: { [network]: one } } }), realWorld.elapsed)
  if (!opened) throw new ConfigError(`${network}: no node`)
  return { address, url: describeNodeUrl(url), network: opened, counts: { confirmed: 0, unknown: 0, reason: null } }
}

/** Returns the configuration that says how a network is read, with one node. */
function withoutSending(config: object, node: object): object {
  const { chainId, networkPassphrase, coins, finality, title, nativeSymbol, cctp } = toRecord(config)
  const read = { chainId, networkPassphrase, coins, finality, title, nativeSymbol, cctp }
  return { ...Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)), ...node }
}
