/** Blocks that are read again: to make them final, to recheck final ones, and to find where a reorganisation began. */
import type { BlockRef, FinalRange, ObservedTransfer, Position, RecheckResult, Recipients, Step } from '../chain.ts'
import type { EvmNode } from './node.ts'
import type { Peers } from './peer-readings.ts'
import { readLogs, requireBlock, requireSame, requireSameTimes } from './read-logs.ts'

/** The number of blocks read a second time in one step. */
const FINAL_BLOCKS = 256

export type Situation = {
  readonly node: EvmNode
  readonly peers: Peers
  readonly position: Position & { readonly cursor: BlockRef }
  readonly recipients: Recipients
  readonly head: BlockRef
  /** 0 while the node cannot tell. */
  readonly final: number
}

/**
 * The second reading of a bounded number of blocks, up to a remembered block that is final for most nodes; null when
 * there is none. Of several nodes at least two read. The first reader is not remembered, and it would repeat what it
 * made up.
 */
export async function finalize(situation: Situation): Promise<Step | null> {
  const { node, peers, position } = situation
  if (!anchorUpTo(position, situation.final)) return null
  const known = getLastFinal(position)
  const anchor = anchorUpTo(position, Math.min(situation.final, await peers.final(known)))
  if (!anchor) return null
  const found = await node.block(anchor.number)
  if (found?.hash !== anchor.hash) return rewind(situation)
  await peers.agreeOn(found, known)
  const from = position.finalNumber + 1
  const readView = (one: EvmNode, ring: readonly BlockRef[]) =>
    readLogs(one, situation.recipients, (named) => one.logsOfRange(from, anchor.number, named), ring)
  const step = { kind: 'finalize', from, to: anchor.number } as const
  if (!peers.others) return { ...step, views: [await readView(node, position.recentBlocks)] }
  const own = await readView(node, [])
  const others = await peers.others(async (one) => {
    await requireSame(one, anchor)
    const view = await readView(one, [])
    requireSameTimes(own, view)
    return view
  })
  return { ...step, views: [own, ...others] }
}

function anchorUpTo(position: Position, final: number): BlockRef | undefined {
  const highest = Math.min(final, position.finalNumber + FINAL_BLOCKS)
  return position.recentBlocks.find((block) => block.number <= highest && block.number > position.finalNumber)
}

/** Rereads as many final blocks as the node gives at once. If there are other nodes, they read the same blocks. */
export async function recheckRange(
  node: EvmNode,
  { agreeOn, others }: Pick<Peers, 'agreeOn' | 'others'>,
  { from, to: most, final }: FinalRange,
  recipients: Recipients,
): Promise<RecheckResult> {
  await requireSame(node, final)
  const to = Math.min(most, from + node.range() - 1)
  const last = await requireBlock(node, to)
  await agreeOn(last, final)
  const readView = (one: EvmNode): Promise<ObservedTransfer[]> =>
    readLogs(one, recipients, (named) => one.logsOfRange(from, to, named), [])
  const own = await readView(node)
  if (!others) return { to, time: last.time, views: [own] }
  const further = await others(async (one) => {
    await requireSame(one, final)
    await requireSame(one, last)
    const view = await readView(one)
    requireSameTimes(own, view)
    return view
  })
  return { to, time: last.time, views: [own, ...further] }
}

/** Goes back to the newest block that is still on the chain, never below the final one. */
export async function rewind({ node, position }: Pick<Situation, 'node' | 'position'>): Promise<Step> {
  for (const known of position.recentBlocks) {
    const canonical = await requireBlock(node, known.number)
    if (canonical.hash === known.hash) {
      return known.number === position.cursor.number ? { kind: 'idle' } : { kind: 'rewind', to: known }
    }
    if (known.number <= position.finalNumber) return haltAt(known, canonical)
  }
  return { kind: 'halt', reason: `no block above ${position.finalNumber} is remembered` }
}

/** A final block has changed: a person must decide. */
export function haltAt(known: BlockRef, found: BlockRef): Step {
  return { kind: 'halt', reason: `block ${known.number} was final as ${known.hash}, the node now has ${found.hash}` }
}

/** The last final block; null when it is not remembered. */
export function getLastFinal(position: Position): BlockRef | null {
  return position.recentBlocks.find((block) => block.number === position.finalNumber) ?? null
}
