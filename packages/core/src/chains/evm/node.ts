import { EVENT_TOPICS, FACTORY_ADDRESS } from '@crypto-checkout/contracts'
import type { Finality } from '../../domain/catalog/networks.ts'
import { createRangeReader } from '../block-ranges.ts'
import type { BlockRef, ObservedTransfer } from '../chain.ts'
import { NodeError } from '../node-error.ts'
import type { BlockRange } from '../refusals.ts'
import type { Rpc } from '../rpc.ts'
import {
  decodeBlock,
  decodeReceipt,
  decodeTransactionHash,
  decodeTransferLog,
  encodeQuantity,
  encodeTopic,
  isRemovedLog,
  TRANSFER_TOPIC,
  type TransferLog,
} from './decode.ts'

/** A node's answers that the reader needs, decoded and checked. Throws NodeError for every fault of the node. */
export type EvmNode = {
  head(): Promise<BlockRef>
  /** The highest block that can no longer change; null while the node cannot tell. */
  finalNumber(head: BlockRef): Promise<number | null>
  /** Null when the node has no such block. */
  block(number: number): Promise<BlockRef | null>
  /** Recipients lower case; all when null. */
  logsOfBlock(block: BlockRef, recipients: readonly string[] | null): Promise<TransferLog[]>
  /** Both ends included. Ranges that are too large for the node are halved, and grow again with time. */
  logsOfRange(from: number, to: number, recipients: readonly string[] | null): Promise<TransferLog[]>
  /** Hashes of transactions in a range in which watched tokens left an account, or any account swept deposits. */
  sentInRange(from: number, to: number, account: string): Promise<string[]>
  /**
   * Hashes of transactions in a range in which a token moved from one of some accounts to another; addresses in lower
   * case.
   */
  movedInRange(from: number, to: number, moved: MovedBetween): Promise<string[]>
  /** Tells whether the transaction's receipt, in the same block, shows the transfer. */
  receiptShows(transfer: KnownTransfer): Promise<boolean>
  /** Transfers of watched tokens in a transaction's receipt, in order. Empty if it failed or there is no receipt. */
  receiptTransfers(txHash: string): Promise<TransferLog[]>
  /** The number of blocks that may be requested at once. */
  range(): number
  /** The number of logs that could not be read and were skipped. */
  malformedLogs(): number
}

type MovedBetween = {
  readonly token: string
  readonly senders: readonly string[]
  /** Null: any. */
  readonly recipient: string | null
}

type KnownTransfer = Pick<ObservedTransfer, 'txHash' | 'blockHash' | 'token' | 'from' | 'to' | 'rawAmount' | 'ordinal'>

/** The number of blocks requested from a node at first. */
const FIRST_BLOCKS = 500

export function createEvmNode(rpc: Rpc, tokens: readonly string[], finality: Finality): EvmNode {
  const wanted = new Set(tokens.map((token) => token.toLowerCase()))
  const ranges = createRangeReader({ first: FIRST_BLOCKS, findHead: async () => (await newestBlock(rpc)).number })
  let malformed = 0

  async function logs(where: object, recipients: readonly string[] | null): Promise<TransferLog[]> {
    if (recipients?.length === 0 || wanted.size === 0) return []
    const to = recipients?.map(encodeTopic)
    const topics = to ? [TRANSFER_TOPIC, null, to] : [TRANSFER_TOPIC]
    const answer = await rpc('eth_getLogs', [{ ...where, address: [...wanted], topics }])
    if (!Array.isArray(answer)) throw new NodeError('malformed', 'the node sent no list of logs')
    const readable = answer.map(decodeTransferLog).filter((log) => log !== null)
    malformed += answer.length - readable.length - answer.filter(isRemovedLog).length
    const recipientSet = recipients && new Set(recipients)
    // Nodes have been seen to return more than the filter asked for.
    return readable.filter(
      (log) => wanted.has(log.token) && log.rawAmount > 0n && (!recipientSet || recipientSet.has(log.to)),
    )
  }

  async function logsWithin(asked: BlockRange, recipients: readonly string[] | null): Promise<TransferLog[]> {
    const found = await logs({ fromBlock: encodeQuantity(asked.from), toBlock: encodeQuantity(asked.to) }, recipients)
    return found.filter(({ blockNumber }) => blockNumber >= asked.from && blockNumber <= asked.to)
  }

  const logsOfRange = (from: number, to: number, recipients: readonly string[] | null): Promise<TransferLog[]> =>
    ranges.readAll({ from, to }, (asked) => logsWithin(asked, recipients)).then(eachOnce)

  return {
    head: () => newestBlock(rpc),
    async finalNumber(head) {
      return typeof finality === 'string'
        ? taggedNumber(rpc, finality)
        : Math.max(0, head.number - finality.confirmations)
    },
    block: (number) => blockByNumber(rpc, number),
    async logsOfBlock(block, recipients) {
      const found = await logs({ blockHash: block.hash }, recipients)
      return eachOnce(found.filter((log) => log.blockHash === block.hash && log.blockNumber === block.number))
    },
    logsOfRange,
    sentInRange: (from, to, account) => {
      const moved = { address: [...wanted], topics: [TRANSFER_TOPIC, encodeTopic(account.toLowerCase())] }
      const swept = { address: [FACTORY_ADDRESS.toLowerCase()], topics: [Object.values(EVENT_TOPICS)] }
      return ranges.readAll({ from, to }, (asked) => hashesWithin(rpc, asked, [moved, swept]))
    },
    movedInRange: (from, to, { token, senders, recipient }) => {
      const recipients = recipient === null ? [] : [encodeTopic(recipient)]
      const moved = { address: [token], topics: [TRANSFER_TOPIC, senders.map(encodeTopic), ...recipients] }
      return ranges.readAll({ from, to }, (asked) => hashesWithin(rpc, asked, [moved]))
    },
    receiptShows: (transfer) => receiptShows(rpc, transfer),
    async receiptTransfers(txHash) {
      const receipt = decodeReceipt(await rpc('eth_getTransactionReceipt', [txHash]), txHash)
      const found = receipt?.succeeded ? eachOnce(receipt.logs) : []
      return found.filter((log) => log.txHash === txHash && wanted.has(log.token) && log.rawAmount > 0n)
    },
    range: ranges.size,
    malformedLogs: () => malformed,
  }
}

/** The transaction hashes of logs, whatever else the logs contain. */
async function hashesWithin(rpc: Rpc, { from, to }: BlockRange, filters: readonly object[]): Promise<string[]> {
  const range = { fromBlock: encodeQuantity(from), toBlock: encodeQuantity(to) }
  const found: string[] = []
  for (const filter of filters) {
    const answer = await rpc('eth_getLogs', [{ ...range, ...filter }])
    if (!Array.isArray(answer)) throw new NodeError('malformed', 'the node sent no list of logs')
    found.push(...answer.flatMap((log) => decodeTransactionHash(log) ?? []))
  }
  return found
}

async function newestBlock(rpc: Rpc): Promise<BlockRef> {
  const head = decodeBlock(await rpc('eth_getBlockByNumber', ['latest', false]))
  if (!head) throw new NodeError('malformed', 'the node has no newest block')
  return head
}

async function blockByNumber(rpc: Rpc, number: number): Promise<BlockRef | null> {
  const block = decodeBlock(await rpc('eth_getBlockByNumber', [encodeQuantity(number), false]))
  if (block && block.number !== number) {
    throw new NodeError('malformed', `the node sent block ${block.number} for block ${number}`)
  }
  return block
}

/** A log that the node sent twice is one transfer. Equal transfers have different log indexes. */
function eachOnce(logs: readonly TransferLog[]): TransferLog[] {
  return [...new Map(logs.map((log) => [`${log.blockHash} ${log.txHash} ${log.logIndex}`, log])).values()]
}

/** Some nodes have no finalised block for a while (Polygon without a milestone) and answer with an error. */
async function taggedNumber(rpc: Rpc, tag: 'finalized' | 'safe'): Promise<number | null> {
  try {
    return decodeBlock(await rpc('eth_getBlockByNumber', [tag, false]))?.number ?? null
  } catch (error) {
    if (error instanceof NodeError && error.kind === 'refused') return null
    throw error
  }
}

async function receiptShows(rpc: Rpc, transfer: KnownTransfer): Promise<boolean> {
  const receipt = decodeReceipt(await rpc('eth_getTransactionReceipt', [transfer.txHash]), transfer.txHash)
  if (!receipt?.succeeded || receipt.blockHash !== transfer.blockHash) return false
  const equal = eachOnce(receipt.logs).filter(
    ({ token, from, to, rawAmount }) =>
      token === transfer.token && from === transfer.from && to === transfer.to && rawAmount === transfer.rawAmount,
  )
  return equal.length > transfer.ordinal
}
