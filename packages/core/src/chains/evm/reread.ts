import type { BlockRef, ObservedTransfer, Recipients, Rereading } from '../chain.ts'
import type { EvmNode } from './node.ts'
import { type Peers, readLogs, requireBlock, requireSame, requireSameTimes, type SecondNode } from './read.ts'

/** Reads as many final blocks once more as the node gives at once; with two views, another node reads the same. */
export async function rereadRange(
  node: EvmNode,
  { agreeOn, second }: Pick<Peers, 'agreeOn'> & { readonly second: SecondNode },
  range: { readonly from: number; readonly to: number; readonly views: 1 | 2; readonly final: BlockRef },
  recipients: Recipients,
): Promise<Rereading> {
  const { from, final } = range
  await requireSame(node, final)
  const to = Math.min(range.to, from + node.range() - 1)
  const last = await requireBlock(node, to)
  const viewOf = (one: EvmNode): Promise<ObservedTransfer[]> =>
    readLogs(one, recipients, (named) => one.logsOfRange(from, to, named), [])
  const own = await viewOf(node)
  if (range.views === 1) return { to, time: last.time, views: [own] }
  await agreeOn(last, final)
  const other = await second(async (one) => {
    await requireSame(one, final)
    await requireSame(one, last)
    const view = await viewOf(one)
    requireSameTimes(own, view)
    return view
  })
  return { to, time: last.time, views: [own, other] }
}
