import type { ObservedTransfer } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import { describeNodeUrl } from '../chains/rpc.ts'
import type { Context } from '../context/context.ts'
import { type Environment, isKnownNetwork } from '../domain/catalog/networks.ts'
import { compareWithChain, type PaymentDifference } from '../payments/compare.ts'
import { findCompletedBetween, findTransfersOfAll, type PaymentRow, type PaymentTransferRow } from '../payments/find.ts'
import { type CheckoutConfig, ConfigError, parseConfig, type ValidConfig } from './config.ts'
import { listConfiguredNetworks, listNodeUrls } from './configured-networks.ts'
import { realWorld } from './context.ts'
import { openNetworks } from './networks.ts'
import { type SentVerification, verifySent } from './verify-sent.ts'

/** The address of a node: JSON-RPC of an EVM network, Stellar RPC, or Horizon. */
export type NodeAddress = { readonly network: string; readonly kind: 'rpc' | 'horizon'; readonly url: string }

export type Verification = {
  /** How many were completed in the period. */
  readonly payments: number
  readonly nodes: readonly {
    readonly network: string
    /** Without anything that may be a key. */
    readonly url: string
    /** How many payments the node shows as recorded. */
    readonly confirmed: number
    /**
     * How many payments it could not check, because it no longer has all blocks or could not be asked; and the last
     * reason.
     */
    readonly unknown: number
    readonly reason: string | null
  }[]
  /** For each node by itself. */
  readonly differences: readonly (PaymentDifference & {
    readonly paymentId: string
    readonly network: string
    readonly url: string
  })[]
  /** Payments that no node could check. */
  readonly unverified: readonly string[]
  /** Money that left: refunds, settlements and relays. */
  readonly sent: SentVerification
}

const PAYMENTS_AT_ONCE = 100
/** A claimable balance. */
const CLAIMED = /^b/
const NOT_IN_HORIZON = 'Horizon does not list what claims and trades move: ask a node of Stellar RPC'
/** How many requests a node gets at a time. */
const REQUESTS_AT_ONCE = 8

/**
 * Derives again from the chain each payment of an environment that was completed in a period, and the money that left
 * in it, with each node by itself. The period is in milliseconds; `to` is exclusive. Writes nothing. `nodes` of a
 * network replace those of the configuration. Throws ConfigError for an invalid address.
 */
export async function verifyPayments(
  ctx: Pick<Context, 'readSnapshot'>,
  config: CheckoutConfig,
  period: { readonly environment: Environment; readonly from: number; readonly to: number },
  nodes: readonly NodeAddress[] = [],
): Promise<Verification> {
  const { environment, from, to } = period
  const valid = parseConfig(config)
  const opened = nodesOf(valid, environment, nodes).map((address) => openNode(valid, environment, address))
  const differences: Verification['differences'][number][] = []
  const unverified: string[] = []
  let payments = 0
  let rows: PaymentRow[] = []
  do {
    const livemode = environment === 'production'
    const after = rows.at(-1)?.seq ?? 0
    const read = await ctx.readSnapshot(async (db) => {
      const found = await findCompletedBetween(db, { livemode, from, to }, after, PAYMENTS_AT_ONCE)
      const ids = found.map(({ id }) => id)
      return { rows: found, transfers: await findTransfersOfAll(db, ids) }
    })
    rows = read.rows
    const { transfers } = read
    payments += rows.length
    const answered = new Set<string>()
    for (const node of opened) {
      const own = rows.filter((row) => row.network === node.address.network && row.chain === node.network.chain.id)
      for (const difference of await compareAll(node, own, transfers, answered)) differences.push(difference)
    }
    unverified.push(...rows.filter(({ id }) => !answered.has(id)).map(({ id }) => id))
  } while (rows.length === PAYMENTS_AT_ONCE)
  const nodeCounts = opened.map(({ address, url, counts }) => ({ network: address.network, url, ...counts }))
  const senders = opened.map(({ address, url, network }) => ({ name: address.network, url, network }))
  return { payments, nodes: nodeCounts, differences, unverified, sent: await verifySent(ctx, period, senders) }
}

type OpenedNode = {
  readonly address: NodeAddress
  readonly url: string
  readonly network: Network
  readonly counts: { confirmed: number; unknown: number; reason: string | null }
}

type Transfers = ReadonlyMap<string | null, readonly PaymentTransferRow[]>

/** `answered` collects the ids of payments that the node could check completely. */
async function compareAll(node: OpenedNode, rows: readonly PaymentRow[], transfers: Transfers, answered: Set<string>) {
  const { counts, url, address } = node
  const differences: Verification['differences'][number][] = []
  const of = (row: PaymentRow) => (transfers.get(row.id) ?? []).filter(({ state }) => state === 'final')
  const records = await recordsOf(
    node,
    rows.flatMap((row) => of(row)),
  )
  for (const row of rows) {
    const moved = new Map<string, readonly ObservedTransfer[]>()
    let reason: string | null = null
    for (const one of of(row)) {
      const record = recordFor(node, one, records)
      if (typeof record === 'string') reason = record
      else moved.set(one.tx_hash, record)
    }
    if (reason !== null) {
      counts.unknown += 1
      counts.reason = reason
      continue
    }
    answered.add(row.id)
    const difference = compareWithChain(row, of(row), moved)
    if (difference) differences.push({ paymentId: row.id, network: address.network, url, ...difference })
    else counts.confirmed += 1
  }
  return differences
}

/** The transfers of a transfer's transaction, or why the node cannot tell, in words. */
function recordFor(
  { address }: OpenedNode,
  one: PaymentTransferRow,
  records: ReadonlyMap<string, readonly ObservedTransfer[] | string>,
) {
  const record = records.get(one.tx_hash) ?? 'the node was not asked'
  const isHidden = one.memo === null && (record.length === 0 || CLAIMED.test(one.from_address))
  return address.kind === 'horizon' && isHidden && typeof record !== 'string' ? NOT_IN_HORIZON : record
}

/** The transfers of transactions by hash, or why they are not known, in words. */
async function recordsOf(
  { network }: OpenedNode,
  transfers: readonly PaymentTransferRow[],
): Promise<Map<string, readonly ObservedTransfer[] | string>> {
  const records = new Map<string, readonly ObservedTransfer[] | string>()
  const wanted = [...new Map(transfers.map((row) => [row.tx_hash, row.block_number]))]
  const work = async () => {
    for (let next = wanted.pop(); next; next = wanted.pop()) records.set(next[0], await recordOf(network, ...next))
  }
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, work))
  return records
}

async function recordOf(network: Network, hash: string, block: number): Promise<readonly ObservedTransfer[] | string> {
  try {
    return (await network.chain.reader.record(hash, block)) ?? `the node no longer has block ${block}`
  } catch (error) {
    if (error instanceof NodeError) return error.message
    throw error
  }
}

function nodesOf(config: ValidConfig, environment: Environment, replacements: readonly NodeAddress[]): NodeAddress[] {
  const configured = listConfiguredNetworks(config, environment).flatMap((one): NodeAddress[] => {
    const { rpcUrls, horizonUrls } = listNodeUrls(one)
    const of = (kind: NodeAddress['kind'], urls: readonly string[]) =>
      urls.map((url) => ({ network: one.name, kind, url }))
    return [...of('rpc', rpcUrls), ...of('horizon', horizonUrls)]
  })
  const replaced = new Set(replacements.map(({ network }) => network))
  return [...configured.filter(({ network }) => !replaced.has(network)), ...replacements]
}

/** A network with one node and without sending keys: nothing is sent here. */
function openNode(config: ValidConfig, environment: Environment, address: NodeAddress): OpenedNode {
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

/** What says how a network is read, with one node. */
function withoutSending(config: object, node: object): object {
  const { chainId, networkPassphrase, coins, finality, title, nativeSymbol } = config as Record<string, unknown>
  const read = { chainId, networkPassphrase, coins, finality, title, nativeSymbol }
  return { ...Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)), ...node }
}
