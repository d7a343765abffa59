import { assignOrdinals } from '../../domain/attribution.ts'
import type { BlockRef, ObservedTransfer, Recipients, Views } from '../chain.ts'
import { NodeError } from '../node-error.ts'
import type { TransferLog } from './decode.ts'
import type { EvmNode } from './node.ts'

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

/** The number of blocks requested at once. */
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

type View = Views[number]

/** Throws when two nodes disagree about a block's time: a payment may be on time for only one of them. */
export function requireSameTimes(view: View, other: View): void {
  const times = new Map(view.map(({ blockHash, blockTime }) => [blockHash, blockTime]))
  const differing = other.find(({ blockHash, blockTime }) => (times.get(blockHash) ?? blockTime) !== blockTime)
  if (!differing) return
  throw new NodeError('contradiction', `the nodes differ about the time of block ${differing.blockNumber}`)
}

/** Throws if the node does not have the block. */
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

/**
 * The transfers in a transaction's receipt, if the node has their block at its height. Throws NodeError when the block
 * in which the transaction should be is not final for the node.
 */
export async function readTransactionTransfers(
  node: EvmNode,
  txHash: string,
  blockNumber: number,
): Promise<ObservedTransfer[]> {
  const final = await node.finalNumber(await node.head())
  if (final === null || final < blockNumber) {
    throw new NodeError('behind', `block ${blockNumber} is not final for the node, which is at ${final ?? 'no block'}`)
  }
  const transfers: Omit<ObservedTransfer, 'ordinal'>[] = []
  for (const log of await node.receiptTransfers(txHash)) {
    const block = await requireBlock(node, log.blockNumber)
    if (block.hash === log.blockHash) transfers.push({ ...log, memo: null, blockTime: block.time })
  }
  return assignOrdinals(transfers)
}
