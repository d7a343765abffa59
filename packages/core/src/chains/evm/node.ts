import type { Finality } from '../../catalog/networks.ts'
import type { BlockRef } from '../chain.ts'
import { decodeBlock, decodeTransferLog, TRANSFER_TOPIC, type TransferLog, toQuantity, toTopic } from './decode.ts'
import { type Rpc, RpcError } from './rpc.ts'

/** What the reading needs of a node, decoded and checked. */
export type EvmNode = {
  head(): Promise<BlockRef>
  /** The highest block that can no longer change; null while the node can not tell. */
  finalNumber(head: BlockRef): Promise<number | null>
  /** Null when the node has no such block. */
  block(number: number): Promise<BlockRef | null>
  logsOfBlock(block: BlockRef, recipients: readonly string[] | null): Promise<TransferLog[]>
  /** Both ends included. Ranges that the node refuses are halved, and grow again with time. */
  logsOfRange(from: number, to: number, recipients: readonly string[] | null): Promise<TransferLog[]>
  /** How many blocks may be asked for at once. */
  range(): number
}

const FIRST_RANGE = 500
const MAX_RANGE = 10_000

export function evmNode(rpc: Rpc, tokens: readonly string[], finality: Finality): EvmNode {
  let range = FIRST_RANGE
  const wanted = new Set(tokens.map((token) => token.toLowerCase()))

  async function logs(where: object, recipients: readonly string[] | null): Promise<TransferLog[]> {
    if (recipients?.length === 0 || wanted.size === 0) return []
    const to = recipients?.map(toTopic)
    const topics = to ? [TRANSFER_TOPIC, null, to] : [TRANSFER_TOPIC]
    const answer = await rpc('eth_getLogs', [{ ...where, address: [...wanted], topics }])
    if (!Array.isArray(answer)) throw new Error('the node sent no list of logs')
    const recipientSet = recipients && new Set(recipients)
    // Nodes have been seen to answer more than the filter asked for.
    const found = answer
      .map(decodeTransferLog)
      .filter((log) => log !== null)
      .filter((log) => wanted.has(log.token) && log.rawAmount > 0n && (!recipientSet || recipientSet.has(log.to)))
    return eachOnce(found)
  }

  async function logsOfRange(from: number, to: number, recipients: readonly string[] | null): Promise<TransferLog[]> {
    const found: TransferLog[] = []
    let next = from
    while (next <= to) {
      const end = Math.min(to, next + range - 1)
      try {
        found.push(...(await logs({ fromBlock: toQuantity(next), toBlock: toQuantity(end) }, recipients)))
        range = Math.min(MAX_RANGE, range + Math.ceil(range / 8))
        next = end + 1
      } catch (error) {
        if (!(error instanceof RpcError) || end === next) throw error
        range = Math.max(1, Math.floor((end - next + 1) / 2))
      }
    }
    return found
  }

  return {
    async head() {
      const head = decodeBlock(await rpc('eth_getBlockByNumber', ['latest', false]))
      if (!head) throw new Error('the node has no newest block')
      return head
    },
    async finalNumber(head) {
      if (finality !== 'finalized') return Math.max(0, head.number - finality.confirmations)
      return finalizedNumber(rpc)
    },
    block: async (number) => decodeBlock(await rpc('eth_getBlockByNumber', [toQuantity(number), false])),
    async logsOfBlock(block, recipients) {
      const found = await logs({ blockHash: block.hash }, recipients)
      return found.filter((log) => log.blockHash === block.hash)
    },
    logsOfRange,
    range: () => range,
  }
}

/** A log that the node sent twice is one transfer; equal transfers stand at places of their own. */
function eachOnce(logs: readonly TransferLog[]): TransferLog[] {
  return [...new Map(logs.map((log) => [`${log.blockHash} ${log.txHash} ${log.logIndex}`, log])).values()]
}

/** Some nodes have no finalised block for a while (Polygon without a milestone) and answer with an error. */
async function finalizedNumber(rpc: Rpc): Promise<number | null> {
  try {
    return decodeBlock(await rpc('eth_getBlockByNumber', ['finalized', false]))?.number ?? null
  } catch (error) {
    if (error instanceof RpcError) return null
    throw error
  }
}
