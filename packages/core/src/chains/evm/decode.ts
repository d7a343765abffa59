import { isRecord, toRecord } from '@crypto-checkout/api-types'
import type { BlockRef, ObservedTransfer } from '../chain.ts'
import { NodeError } from '../node-error.ts'
import type { EventLog, Receipt as TransactionReceipt } from '../transactor.ts'
import { BYTES, WORD } from './call.ts'

/** keccak256 of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** A decoded Transfer log. Fields are sliced from the data: decoding by ABI takes a thousand times as long. */
export type TransferLog = Omit<ObservedTransfer, 'rawLeft' | 'memo' | 'ordinal' | 'blockTime'>

/** Small enough to be exact as a number. */
const QUANTITY = /^0x0*[0-9a-f]{1,13}$/i
/** Seconds that still make a date after conversion to milliseconds. */
const SECONDS = /^0x0*[0-9a-f]{1,10}$/i
const ADDRESS = /^0x[0-9a-f]{40}$/i
const WEI = /^0x[0-9a-f]{1,64}$/i
const PADDED_ADDRESS = /^0x0{24}[0-9a-f]{40}$/i

/** Null for anything but a Transfer log of the standard form (ERC-20). */
export function decodeTransferLog(log: unknown): TransferLog | null {
  if (!isRecord(log) || log.removed === true) return null
  const { address, topics, data, transactionHash, blockHash, logIndex, blockNumber } = log
  if (!matches(ADDRESS, address) || !matches(WORD, data) || !matches(WORD, transactionHash)) return null
  if (!matches(WORD, blockHash) || !matches(QUANTITY, logIndex) || !matches(QUANTITY, blockNumber)) return null
  if (!Array.isArray(topics) || topics.length !== 3 || topics[0] !== TRANSFER_TOPIC) return null
  const [, from, to]: readonly unknown[] = topics
  if (!matches(PADDED_ADDRESS, from) || !matches(PADDED_ADDRESS, to)) return null
  return {
    txHash: transactionHash.toLowerCase(),
    token: address.toLowerCase(),
    from: `0x${from.slice(26)}`.toLowerCase(),
    to: `0x${to.slice(26)}`.toLowerCase(),
    rawAmount: BigInt(data),
    logIndex: Number(logIndex),
    blockNumber: Number(blockNumber),
    blockHash: blockHash.toLowerCase(),
  }
}

/** The transaction hash of a log; null if it has none. */
export function decodeTransactionHash(log: unknown): string | null {
  if (!isRecord(log) || isRemovedLog(log) || !matches(WORD, log.transactionHash)) return null
  return log.transactionHash.toLowerCase()
}

/** The node withdraws a log that it sent before. It is no transfer, and no error either. */
export function isRemovedLog(log: unknown): boolean {
  return isRecord(log) && log.removed === true
}

export type Receipt = { readonly blockHash: string; readonly succeeded: boolean; readonly logs: readonly TransferLog[] }

/** Null when the node has no receipt of the transaction. Throws NodeError for anything that is not a receipt. */
export function decodeReceipt(receipt: unknown, txHash: string): Receipt | null {
  if (receipt === null) return null
  if (!isRecord(receipt)) throw new NodeError('malformed', 'the node sent no receipt')
  const { transactionHash, blockHash, status, logs } = receipt
  if (
    !matches(WORD, transactionHash) ||
    !matches(WORD, blockHash) ||
    !matches(QUANTITY, status) ||
    !Array.isArray(logs)
  ) {
    throw new NodeError('malformed', 'the node sent a malformed receipt')
  }
  if (transactionHash.toLowerCase() !== txHash) {
    throw new NodeError('malformed', 'the node sent the receipt of another transaction')
  }
  // Most logs of a transaction are other events.
  const transfers = logs.map(decodeTransferLog).filter((log) => log !== null)
  return { blockHash: blockHash.toLowerCase(), succeeded: Number(status) === 1, logs: transfers }
}

/** A full receipt without its block's time. Returns null and throws as above. */
export function decodeTransactionReceipt(
  receipt: unknown,
  txHash: string,
): Omit<TransactionReceipt, 'blockTime'> | null {
  const checked = decodeReceipt(receipt, txHash)
  if (!checked || !isRecord(receipt)) return null
  const { blockNumber, gasUsed, effectiveGasPrice, l1Fee, logs } = receipt
  return {
    hash: txHash,
    blockNumber: decodeQuantity(blockNumber),
    blockHash: checked.blockHash,
    succeeded: checked.succeeded,
    gasUsed: decodeWei(gasUsed),
    gasPrice: decodeWei(effectiveGasPrice),
    dataFee: l1Fee == null ? 0n : decodeWei(l1Fee),
    logs: (logs as unknown[]).map(decodeEventLog),
  }
}

function decodeEventLog(log: unknown): EventLog {
  const { address, topics, data, logIndex } = toRecord(log)
  if (!matches(ADDRESS, address) || !areWords(topics) || !matches(BYTES, data)) {
    throw new NodeError('malformed', 'the node sent a malformed log in a receipt')
  }
  return {
    address: address.toLowerCase(),
    topics: topics.map((topic) => topic.toLowerCase()),
    data: data.toLowerCase(),
    logIndex: decodeQuantity(logIndex),
  }
}

/** Hexadecimal bytes in lower case. Throws NodeError for anything else. */
export function decodeHex(bytes: unknown): string {
  if (!matches(BYTES, bytes)) throw new NodeError('malformed', 'the node sent no bytes where some belong')
  return bytes.toLowerCase()
}

/** A quantity of any size. Throws NodeError for anything else. */
export function decodeWei(quantity: unknown): bigint {
  if (!matches(WEI, quantity)) throw new NodeError('malformed', 'the node sent no number')
  return BigInt(quantity)
}

/** Throws NodeError for anything that is not a quantity. */
export function decodeQuantity(quantity: unknown): number {
  if (!matches(QUANTITY, quantity)) throw new NodeError('malformed', 'the node sent no number')
  return Number(quantity)
}

/** Null when the node does not know the block. Throws NodeError for anything that is not a block. */
export function decodeBlock(block: unknown): BlockRef | null {
  if (block === null) return null
  if (!isRecord(block)) throw new NodeError('malformed', 'the node sent no block')
  const { number, hash, parentHash, timestamp } = block
  if (
    !matches(QUANTITY, number) ||
    !matches(WORD, hash) ||
    !matches(WORD, parentHash) ||
    !matches(SECONDS, timestamp)
  ) {
    throw new NodeError('malformed', 'the node sent a malformed block')
  }
  return {
    number: Number(number),
    hash: hash.toLowerCase(),
    parentHash: parentHash.toLowerCase(),
    time: Number(timestamp) * 1_000,
  }
}

export function encodeQuantity(number: number | bigint): `0x${string}` {
  return `0x${number.toString(16)}`
}

export function encodeTopic(address: string): string {
  return `0x${address.slice(2).padStart(64, '0')}`
}

function areWords(topics: unknown): topics is readonly string[] {
  return Array.isArray(topics) && topics.every((topic) => matches(WORD, topic))
}

function matches(pattern: RegExp, value: unknown): value is string {
  return typeof value === 'string' && pattern.test(value)
}
