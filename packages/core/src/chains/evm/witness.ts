import type { BlockRef, ObservedTransfer } from '../chain.ts'
import type { Endpoints } from './endpoints.ts'
import { requireBlock } from './read.ts'
import { NodeError } from './rpc.ts'

/** Whether any node still has a block. */
export async function anyHolds(endpoints: Endpoints, block: BlockRef): Promise<boolean> {
  const answers = await endpoints.all(async ({ node }) => (await node.block(block.number))?.hash === block.hash)
  return answers.includes(true)
}

/**
 * Whether a transfer is on the chain, by its receipt, as more than half of the nodes that have its
 * block tell. Throws when they are divided: then nothing may be decided.
 */
export async function transferIsShown(endpoints: Endpoints, transfer: ObservedTransfer): Promise<boolean> {
  const answers = await endpoints.all(async ({ node }) => {
    await requireBlock(node, transfer.blockNumber)
    return node.receiptShows(transfer)
  })
  const yes = answers.reduce((sum, shown) => sum + Number(shown), 0)
  if (yes * 2 === answers.length) {
    throw new NodeError('contradiction', `the nodes contradict each other about transaction ${transfer.txHash}`)
  }
  return yes * 2 > answers.length
}
