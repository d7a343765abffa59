import type { BlockRef, Position, Recipients, Step } from '../chain.ts'
import { Undecided } from '../endpoints.ts'
import { NodeError } from '../node-error.ts'
import type { Page, StellarNode } from './node.ts'

/**
 * Runs the work on other nodes, each once, until with the first node as many have run it as must show what is final. If
 * one node is enough, one more runs it: the first node itself if the others are down.
 */
export type OtherNodes = <T>(work: (node: StellarNode) => Promise<T>) => Promise<T[]>

/** The nodes of the network, including the one being read. */
export type Peers = {
  readonly others: OtherNodes
  /** True if one node is enough for a final ledger if the others cannot tell. */
  readonly mayBeAlone: boolean
  /** The newest ledger that most nodes have, with the same closing time. Throws while they do not agree. */
  newest(): Promise<BlockRef>
  /** Throws unless most nodes have the ledger with the same time. */
  agreeOn(ledger: BlockRef): Promise<void>
}

export type Read = {
  readonly node: StellarNode
  /** Null if there is only one node. */
  readonly peers: Peers | null
  readonly recipients: Recipients
  /** No node goes back to the time at which reading should begin: begin at the oldest ledger. */
  readonly isLastResort: boolean
}

/** Transfers seen up to the cursor are not final yet. */
type Pending = Position & { readonly cursor: BlockRef }

/**
 * The second reading of seen transfers, by this node and others. It covers the ledgers that all have read, and goes on
 * to the cursor if nothing beyond them could pay a payment. Null while there is no such ledger. The first reader is not
 * remembered, and it would repeat what it made up.
 */
export async function finalize({ node, peers, recipients }: Read, position: Pending): Promise<Step | null> {
  const from = position.finalNumber + 1
  const last = position.cursor.number
  const others = peers ? await pagesOfOthers(peers, { from, last }, recipients) : []
  if (!others) return null
  const own = await node.read({ from, to: last }, recipients)
  const pages = [own, ...others]
  const both = Math.min(...pages.map(({ reached }) => reached?.number ?? 0))
  const isWhole =
    own.reached?.number === last && own.transfers.every((one) => one.blockNumber <= both || one.memo === null)
  // Prefer a remembered ledger: rereading can begin there.
  const remembered = position.recentBlocks.find(({ number }) => number <= both && number >= from)
  const to = isWhole ? last : (remembered?.number ?? both)
  if (to < from) return null
  const views = pages.map(({ transfers }) => transfers.filter((one) => one.blockNumber <= to))
  return { kind: 'finalize', from, to, views }
}

type Ledgers = { readonly from: number; readonly last: number }

/**
 * Null when the others cannot answer yet. If all nodes that are not down have pruned these ledgers: empty if one node
 * is enough, otherwise it throws.
 */
async function pagesOfOthers(peers: Peers, ledgers: Ledgers, recipients: Recipients): Promise<Page[] | null> {
  try {
    return await peers.others((one) => readUpTo(one, ledgers, recipients))
  } catch (error) {
    if (!isPruned(error)) return ignoreNodeError(error)
    if (peers.mayBeAlone) return []
    throw createTooOldError(ledgers.from)
  }
}

/** Too few nodes still have these ledgers to make them final. */
export function createTooOldError(from: number): NodeError {
  return new Undecided(
    'pruned',
    `too few nodes still have the ledgers from ${from} on: configure one that has them, or set witnesses to 1 until they are read`,
  )
}

/** Reads as far as the node has got. */
async function readUpTo(node: StellarNode, { from, last }: Ledgers, recipients: Recipients): Promise<Page> {
  const { number } = await node.newest()
  if (number < from) throw new NodeError('behind', `the node is at ledger ${number}: waiting for it`)
  return node.read({ from, to: Math.min(number, last) }, recipients)
}

/** The ledgers are too old for the node, or for all nodes that are not down. */
export function isPruned(error: unknown): boolean {
  return error instanceof NodeError && error.kind === 'pruned'
}

/** Null for a node's error: the next pass asks again. Throws all others. */
export function ignoreNodeError(error: unknown): null {
  if (error instanceof NodeError) return null
  throw error
}
