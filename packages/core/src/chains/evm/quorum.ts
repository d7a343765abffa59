import type { BlockRef, ObservedTransfer, SentTransfer } from '../chain.ts'
import { NodeError } from '../node-error.ts'
import type { EvmEndpoints } from './endpoints.ts'
import type { EvmNode } from './node.ts'
import { requireBlock } from './read-logs.ts'

/** Tells whether any node still has a block. */
export async function hasBlock(endpoints: EvmEndpoints, block: BlockRef): Promise<boolean> {
  const answers = await endpoints.all(async ({ node }) => (await node.block(block.number))?.hash === block.hash)
  return answers.includes(true)
}

/** The last final block by which voters are checked; null when there is none yet. */
export type Known = BlockRef | null

/**
 * The highest block that most nodes call final, and at least as many as must show it: one node's word completes
 * nothing. Nodes that cannot tell have no vote. Below zero when there is none.
 */
export async function findAgreedFinal(endpoints: EvmEndpoints, known: Known): Promise<number> {
  const answers = await endpoints.all(async ({ node }) =>
    (await hasOther(node, known)) ? null : node.finalNumber(await node.head()),
  )
  const told = answers.filter((final) => final !== null).sort((a, b) => b - a)
  return endpoints.reachedByMost(told, answers.length) ?? -1
}

/**
 * Throws unless most nodes have the block with the same time. If most have another block, the node that showed this one
 * is at fault.
 */
export async function requireAgreed(endpoints: EvmEndpoints, known: Known, block: BlockRef): Promise<void> {
  const answers = await endpoints.all(async ({ node }) => {
    if (await hasOther(node, known)) return null
    const found = await node.block(block.number)
    if (found) return found.hash === block.hash && found.time === block.time
    // A node without the block has no vote. If it has not reached that height, wait for it.
    if ((await node.head()).number >= block.number) return null
    throw new NodeError('behind', `the node has not come to block ${block.number}`)
  })
  const agreed = endpoints.vote(answers)
  if (agreed === null) throw endpoints.undecided(answers, `the nodes do not agree about block ${block.number}`)
  if (!agreed) throw new NodeError('contradiction', `most nodes have another block ${block.number}`)
}

/** Tells whether the node follows another chain than the one read so far. */
async function hasOther(node: EvmNode, known: Known): Promise<boolean> {
  const found = known && (await node.block(known.number))
  return found !== null && known !== null && found.hash !== known.hash
}

/**
 * Tells whether a transfer is on the chain, by its receipt, as most nodes tell. Throws when the nodes are divided or
 * too few answer: then nothing may be decided.
 */
export async function isTransferOnChain(endpoints: EvmEndpoints, transfer: ObservedTransfer): Promise<boolean> {
  const answers = await endpoints.all(async ({ node }) => {
    await requireBlock(node, transfer.blockNumber)
    return node.receiptShows(transfer)
  })
  const shown = endpoints.vote(answers)
  if (shown !== null) return shown
  throw endpoints.undecided(answers, `the nodes contradict each other about transaction ${transfer.txHash}`)
}

/** The latest time, in milliseconds, that the newest blocks of most nodes have reached; null while too few answer. */
export async function findAgreedTime(endpoints: EvmEndpoints): Promise<number | null> {
  const times = await endpoints.all(async ({ node }) => (await node.head()).time)
  return endpoints.reachedByMost(
    times.toSorted((a, b) => b - a),
    times.length,
  )
}

/**
 * The sender's transfers of the same token in the same transaction, by its receipt. One node's answer for a `seen`
 * transfer, the majority's for a `final` one. Throws when the nodes are divided.
 */
export async function findTransfersSentWith(
  endpoints: EvmEndpoints,
  transfer: ObservedTransfer,
  state: 'seen' | 'final',
): Promise<readonly SentTransfer[]> {
  if (state === 'seen') return endpoints.use(({ node }) => sentWith(node, transfer))
  const answers = await endpoints.all(async ({ node }) => {
    await requireBlock(node, transfer.blockNumber)
    return sentWith(node, transfer)
  })
  const sent = endpoints.vote(answers, (one) => one.map((part) => Object.values(part).join()).join(' '))
  if (sent) return sent
  throw endpoints.undecided(answers, `the nodes contradict each other about transaction ${transfer.txHash}`)
}

async function sentWith(node: EvmNode, { txHash, blockHash, token, from }: ObservedTransfer): Promise<SentTransfer[]> {
  const transfers = await node.receiptTransfers(txHash)
  return transfers
    .filter((one) => one.blockHash === blockHash && one.token === token && one.from === from)
    .map(({ to, rawAmount, logIndex }) => ({ to, rawAmount, logIndex }))
}
