import { assignOrdinals, CLOCK_TOLERANCE_MS } from '../../domain/attribution.ts'
import type { BlockRef, ObservedTransfer, Position, Reading, Recipients, Step, Views } from '../chain.ts'
import { NodeError } from '../node-error.ts'
import type { TransferLog } from './decode.ts'
import type { EvmNode } from './node.ts'

/** How many blocks near the tip are read in one step, each by its hash. */
const TIP_BLOCKS = 32
/** How many blocks are read a second time in one step. */
const FINAL_BLOCKS = 256
/** How many new blocks may wait while many others are to be read a second time. */
const FRESH_BLOCKS = 4
/** A chain this short can be read from its start if the node cannot tell what is final. */
const YOUNG_CHAIN_BLOCKS = 10_000

/**
 * Runs the work on other nodes, each once, until with the first node as many have run it as must show what is final. If
 * one node is enough, one more runs it: the first node itself if the others are down or there is none.
 */
export type OtherNodes = <T>(work: (node: EvmNode) => Promise<T>) => Promise<T[]>

/** The nodes of the network, including the one being read. */
export type Peers = {
  /**
   * The highest block that counts as final, by the nodes that have the last final one; below zero when there is none.
   */
  final(known: BlockRef | null): Promise<number>
  /** Throws unless most nodes have the block. */
  agreeOn(block: BlockRef, known: BlockRef | null): Promise<void>
  /** Null when there are no other nodes. */
  readonly others: OtherNodes | null
}

type Situation = {
  readonly node: EvmNode
  readonly peers: Peers
  readonly position: Position & { readonly cursor: BlockRef }
  readonly recipients: Recipients
  readonly head: BlockRef
  /** 0 while the node cannot tell. */
  readonly final: number
}

/**
 * Decides the next step of reading a chain. Blocks that can still change are read one by one, by hash, so that no log
 * of another fork slips in. They are read again when they are final, by as many nodes as must show it. If the final
 * block is far ahead of the cursor, reading skips to it.
 */
export async function decideNextStep(
  node: EvmNode,
  peers: Peers,
  position: Position,
  recipients: Recipients,
): Promise<Reading> {
  const head = await node.head()
  const final = await node.finalNumber(head)
  const { cursor } = position
  if (!cursor) return { head, step: await start(node, peers, { head, final, time: position.startTime }) }
  if (head.number < cursor.number) {
    throw new NodeError(
      'behind',
      `the node is at block ${head.number}, block ${cursor.number} was read already: waiting for it`,
    )
  }
  const situation = { node, peers, position: { ...position, cursor }, recipients, head, final: final ?? 0 }
  return { head, step: await follow(situation) }
}

async function follow(situation: Situation): Promise<Step> {
  const { position, head, final } = situation
  const { cursor } = position
  if (final - cursor.number > TIP_BLOCKS) return leap(situation)
  const manyToFinalize = final - position.finalNumber > TIP_BLOCKS && head.number - cursor.number < FRESH_BLOCKS
  if (manyToFinalize || cursor.number === head.number) {
    if (cursor.number === head.number && cursor.hash !== head.hash) return rewind(situation)
    const finalized = await finalize(situation)
    if (finalized) return finalized
  }
  return cursor.number < head.number ? readTip(situation) : { kind: 'idle' }
}

/** Begins at the final block, or at the time when a wallet was first watched, less the clocks' possible difference. */
async function start(
  node: EvmNode,
  peers: Peers,
  { head, final, time }: { readonly head: BlockRef; readonly final: number | null; readonly time: number | null },
): Promise<Step> {
  if (final === null && head.number > YOUNG_CHAIN_BLOCKS) {
    throw new NodeError('behind', 'the node cannot tell yet what is final: waiting for it before reading begins')
  }
  const newest = Math.min(final ?? 0, head.number)
  const at = await requireBlock(
    node,
    time === null ? newest : await lastBefore(node, newest, time - CLOCK_TOLERANCE_MS),
  )
  await peers.agreeOn(at, null)
  if (at.number > Math.max(0, await peers.final(null))) {
    throw new NodeError(
      'behind',
      `too few nodes call block ${at.number} final yet: waiting for them before reading begins`,
    )
  }
  return { kind: 'start', at, finalNumber: at.number }
}

/** The last block up to `newest` that was closed before a time, by binary search. */
async function lastBefore(node: EvmNode, newest: number, time: number): Promise<number> {
  let low = 0
  let high = newest
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((await requireBlock(node, middle)).time < time) low = middle
    else high = middle - 1
  }
  return low
}

/** Marks the blocks in between to be reread, with those that were read and are not final yet. */
async function leap(situation: Situation): Promise<Step> {
  const { node, peers, position } = situation
  const known = getLastFinal(position)
  const canonical = known && (await requireBlock(node, known.number))
  if (known && canonical && canonical.hash !== known.hash) return contradicted(known, canonical)
  const final = Math.min(situation.final, await peers.final(known))
  if (final <= position.cursor.number) return readTip(situation)
  const at = await requireBlock(node, final)
  await peers.agreeOn(at, known)
  return { kind: 'leap', at }
}

async function readTip(situation: Situation): Promise<Step> {
  const { node, position, head } = situation
  const { cursor } = position
  const count = Math.min(TIP_BLOCKS, head.number - cursor.number)
  const numbers = Array.from({ length: count }, (_, index) => cursor.number + 1 + index)
  const blocks = await Promise.all(numbers.map((number) => (number === head.number ? head : node.block(number))))
  if (!blocks[0]) {
    throw new NodeError('behind', `the node names block ${head.number} and does not have block ${cursor.number + 1}`)
  }
  const chained = followers(cursor, blocks)
  if (chained.length === 0) return rewind(situation)
  const logsOf = async (named: readonly string[] | null) =>
    (await Promise.all(chained.map((block) => node.logsOfBlock(block, named)))).flat()
  return { kind: 'advance', blocks: chained, transfers: await readLogs(node, situation.recipients, logsOf, chained) }
}

/** The blocks that follow one another from the cursor. The node may have switched forks in between. */
function followers(cursor: BlockRef, blocks: readonly (BlockRef | null)[]): BlockRef[] {
  const chained: BlockRef[] = []
  for (const block of blocks) {
    const parent = chained.at(-1) ?? cursor
    if (block?.number !== parent.number + 1 || block.parentHash !== parent.hash) break
    chained.push(block)
  }
  return chained
}

/** Goes back to the newest block that is still on the chain, never below the final one. */
async function rewind({ node, position }: Situation): Promise<Step> {
  for (const known of position.recentBlocks) {
    const canonical = await requireBlock(node, known.number)
    if (canonical.hash === known.hash) {
      return known.number === position.cursor.number ? { kind: 'idle' } : { kind: 'rewind', to: known }
    }
    if (known.number <= position.finalNumber) return contradicted(known, canonical)
  }
  return { kind: 'halt', reason: `no block above ${position.finalNumber} is remembered` }
}

function contradicted(known: BlockRef, found: BlockRef): Step {
  return { kind: 'halt', reason: `block ${known.number} was final as ${known.hash}, the node now has ${found.hash}` }
}

/**
 * The second reading of a bounded number of blocks, up to a remembered block that is final for most nodes; null when
 * there is none. Of several nodes at least two read. The first reader is not remembered, and it would repeat what it
 * made up.
 */
async function finalize(situation: Situation): Promise<Step | null> {
  const { node, peers, position } = situation
  if (!anchorUpTo(position, situation.final)) return null
  const known = getLastFinal(position)
  const anchor = anchorUpTo(position, Math.min(situation.final, await peers.final(known)))
  if (!anchor) return null
  const found = await node.block(anchor.number)
  if (found?.hash !== anchor.hash) return rewind(situation)
  await peers.agreeOn(found, known)
  const from = position.finalNumber + 1
  const viewOf = (one: EvmNode, ring: readonly BlockRef[]) =>
    readLogs(one, situation.recipients, (named) => one.logsOfRange(from, anchor.number, named), ring)
  const step = { kind: 'finalize', from, to: anchor.number } as const
  if (!peers.others) return { ...step, views: [await viewOf(node, position.recentBlocks)] }
  const own = await viewOf(node, [])
  const others = await peers.others(async (one) => {
    await requireSame(one, anchor)
    const view = await viewOf(one, [])
    requireSameTimes(own, view)
    return view
  })
  return { ...step, views: [own, ...others] }
}

type View = Views[number]

/** Throws when two nodes disagree about a block's time: a payment may be on time for only one of them. */
export function requireSameTimes(view: View, other: View): void {
  const times = new Map(view.map(({ blockHash, blockTime }) => [blockHash, blockTime]))
  const differing = other.find(({ blockHash, blockTime }) => (times.get(blockHash) ?? blockTime) !== blockTime)
  if (!differing) return
  throw new NodeError('contradiction', `the nodes differ about the time of block ${differing.blockNumber}`)
}

/** Null when it is not remembered. */
export function getLastFinal(position: Position): BlockRef | null {
  return position.recentBlocks.find((block) => block.number === position.finalNumber) ?? null
}

function anchorUpTo(position: Position, final: number): BlockRef | undefined {
  const highest = Math.min(final, position.finalNumber + FINAL_BLOCKS)
  return position.recentBlocks.find((block) => block.number <= highest && block.number > position.finalNumber)
}

/**
 * Reads the transfers to the recipients: filtered by the node if they can be listed, and by the watch list afterwards.
 */
export async function readLogs(
  node: EvmNode,
  recipients: Recipients,
  read: (named: readonly string[] | null) => Promise<readonly TransferLog[]>,
  known: readonly BlockRef[],
): Promise<ObservedTransfer[]> {
  const named = await recipients.all()
  const logs = await read(named)
  const wanted = named ? new Set(named) : await recipients.intersect(logs.map((log) => log.to))
  return observe(
    node,
    logs.filter((log) => wanted.has(log.to)),
    known,
  )
}

/** How many blocks are requested at once. */
const BLOCKS_AT_ONCE = 16

/** Turns logs into transfers in chain order, with the times of their blocks. Logs of another fork are not accepted. */
async function observe(
  node: EvmNode,
  logs: readonly TransferLog[],
  known: readonly BlockRef[],
): Promise<ObservedTransfer[]> {
  const blocks = new Map(known.map((block) => [block.number, block]))
  const missing = [...new Set(logs.map((log) => log.blockNumber))].filter((number) => !blocks.has(number))
  for (let first = 0; first < missing.length; first += BLOCKS_AT_ONCE) {
    const some = missing.slice(first, first + BLOCKS_AT_ONCE)
    for (const block of await Promise.all(some.map((number) => requireBlock(node, number)))) {
      blocks.set(block.number, block)
    }
  }
  const transfers = logs.map((log) => {
    const block = blocks.get(log.blockNumber)
    if (block?.hash !== log.blockHash) {
      throw new NodeError('contradiction', `the node mixes forks at block ${log.blockNumber}`)
    }
    return { ...log, memo: null, blockTime: block.time }
  })
  transfers.sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
  return assignOrdinals(transfers)
}

export async function requireBlock(node: EvmNode, number: number): Promise<BlockRef> {
  const block = await node.block(number)
  if (!block) throw new NodeError('behind', `the node does not have block ${number}`)
  return block
}

/** Throws unless the node has this final block at its height. */
export async function requireSame(node: EvmNode, block: BlockRef): Promise<void> {
  const found = await node.block(block.number)
  if (!found) throw new NodeError('malformed', `the node does not have block ${block.number}, which is final`)
  if (found.hash !== block.hash) {
    throw new NodeError('wrong_chain', `the nodes have different blocks ${block.number}, which is final`)
  }
}
