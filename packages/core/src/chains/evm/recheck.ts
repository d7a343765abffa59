import type { FinalRange, ObservedTransfer, RecheckResult, Recipients } from '../chain.ts'
import type { EvmNode } from './node.ts'
import type { Peers } from './read.ts'
import { readLogs, requireBlock, requireSame, requireSameTimes } from './read-logs.ts'

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
  const viewOf = (one: EvmNode): Promise<ObservedTransfer[]> =>
    readLogs(one, recipients, (named) => one.logsOfRange(from, to, named), [])
  const own = await viewOf(node)
  if (!others) return { to, time: last.time, views: [own] }
  const further = await others(async (one) => {
    await requireSame(one, final)
    await requireSame(one, last)
    const view = await viewOf(one)
    requireSameTimes(own, view)
    return view
  })
  return { to, time: last.time, views: [own, ...further] }
}
