import { assignOrdinals } from '../../domain/attribution.ts'
import type { ObservedTransfer } from '../chain.ts'
import { NodeError } from '../node-error.ts'
import type { EvmNode } from './node.ts'
import { requireBlock } from './read-logs.ts'

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
