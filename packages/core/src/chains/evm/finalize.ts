import type { BlockRef, Position, Step } from '../chain.ts'
import type { EvmNode } from './node.ts'
import type { Situation } from './read.ts'
import { readLogs, requireSame, requireSameTimes } from './read-logs.ts'
import { getLastFinal, rewind } from './rewind.ts'

/** How many blocks are read a second time in one step. */
const FINAL_BLOCKS = 256

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

function anchorUpTo(position: Position, final: number): BlockRef | undefined {
  const highest = Math.min(final, position.finalNumber + FINAL_BLOCKS)
  return position.recentBlocks.find((block) => block.number <= highest && block.number > position.finalNumber)
}
