import { hash } from 'node:crypto'
import { Transaction } from 'ethers/transaction'
import { REVERTED } from '../chains/evm/call.ts'
import { encodeQuantity, encodeTopic, TRANSFER_TOPIC } from '../chains/evm/decode.ts'
import { DECIMALS_CALL } from '../chains/evm/erc20.ts'
import { DESCRIPTION, LATEST_ROUND_DATA } from '../chains/evm/prices.ts'
import { NodeError } from '../chains/node-error.ts'
import type { Rpc } from '../chains/rpc.ts'
import { type MinedTransaction, ScriptedPool } from './scripted-pool.ts'

export type ScriptedTransfer = {
  readonly token: string
  readonly from: string
  readonly to: string
  /** The token's own integer. */
  readonly rawAmount: bigint
  /** Transfers of one transaction share it. Default: a new one. */
  readonly txHash?: string
}

/** A price feed's newest round. */
export type ScriptedFeed = {
  /** In 10^-8 USD. */
  readonly price: bigint
  /** Milliseconds. */
  readonly updatedAt: number
  readonly decimals?: number
  /** Default: none. */
  readonly description?: string
}

/** Returns what a node answers instead of the truth, or throws its refusal. */
export type Distortion = (method: string, params: readonly unknown[], answer: () => unknown) => unknown

export type ScriptedBlock = {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  /** Seconds. */
  readonly timestamp: number
  readonly transfers: readonly Required<ScriptedTransfer>[]
  /** The signed transactions that were offered. */
  readonly transactions: readonly MinedTransaction[]
}

/**
 * A node with a scripted chain: tests make it mine, reorganise and finalise, and it answers JSON-RPC like a real one.
 * Its hashes derive from what happened, so runs are repeatable.
 */
export class ScriptedNode {
  readonly chainId: number
  /** The number of newest blocks that are not final. */
  finalizedDepth: number
  /** The number of newest blocks that are not safe. */
  safeDepth = 1
  /** The number of newest blocks that the node does not have yet. */
  lag = 0
  /** The price feeds on the chain, by their configured address. */
  readonly feeds = new Map<string, ScriptedFeed>()
  /** The decimals of tokens, by their configured address. */
  readonly decimals = new Map<string, number>()
  /** Other contracts' answers to calls after some blocks, by address in lower case; null: the contract refuses. */
  readonly contracts = new Map<string, (data: string, blocks: readonly ScriptedBlock[]) => string | null>()
  /** Makes the node wrong; null while it is right. */
  distortion: Distortion | null = null
  /** The code at an address, after the last of these blocks. */
  codeOf: (address: string, blocks: readonly ScriptedBlock[]) => string = () => '0x'
  /** The transactions that wait to be mined. */
  pool = new ScriptedPool()
  #blocks: ScriptedBlock[]
  /** Blocks removed from the chain: nodes still know them by their hash. */
  #dropped: ScriptedBlock[] = []
  #nonce = 0

  /** `blocks`: a chain that another node has mined. */
  constructor(options: {
    chainId: number
    startTime: number
    finalizedDepth?: number
    blocks?: readonly ScriptedBlock[]
  }) {
    this.chainId = options.chainId
    this.finalizedDepth = options.finalizedDepth ?? 2
    const timestamp = Math.floor(options.startTime / 1_000)
    const genesis = { number: 0, hash: this.#digest('genesis'), parentHash: word('0'), timestamp }
    this.#blocks = options.blocks ? [...options.blocks] : [{ ...genesis, transfers: [], transactions: [] }]
    // Higher than those of the node that mined these blocks.
    if (options.blocks) this.#nonce = 1_000_000 * options.blocks.length
  }

  /** Another node of the same chain, with faults of its own. */
  mirror(): ScriptedNode {
    const mirror = new ScriptedNode({ ...this, startTime: 0 })
    mirror.#blocks = this.#blocks
    mirror.#dropped = this.#dropped
    mirror.pool = this.pool
    return mirror
  }

  /** A node whose chain was the same until now. */
  fork(): ScriptedNode {
    const fork = this.mirror()
    fork.#blocks = [...this.#blocks]
    fork.#nonce = 1_000_000
    fork.pool = new ScriptedPool()
    return fork
  }

  get head(): ScriptedBlock {
    const head = this.#blocks.at(-1)
    if (!head) throw new Error('a chain has a first block')
    return head
  }

  get finalizedNumber(): number {
    return Math.max(0, this.head.number - this.finalizedDepth)
  }

  /**
   * Mines a block with these transfers and the pending transactions. Returns the transfers' hashes. `time` in
   * milliseconds.
   */
  mine(time: number, transfers: readonly ScriptedTransfer[] = []): string[] {
    const parent = this.head
    const complete = transfers.map((one) => ({ ...one, txHash: one.txHash ?? this.#digest('transaction') }))
    const transactions = this.pool.take((from) => this.#account(this.#blocks, from).nonce)
    const moved = transactions.flatMap((one) => one.transfers.map((transfer) => ({ ...transfer, txHash: one.hash })))
    this.#blocks.push({
      number: parent.number + 1,
      hash: this.#digest(`block ${parent.hash}`),
      parentHash: parent.hash,
      timestamp: Math.max(parent.timestamp, Math.floor(time / 1_000)),
      transfers: [...complete, ...moved],
      transactions,
    })
    return complete.map((one) => one.txHash)
  }

  /** Removes the newest blocks from the chain, and returns their transfers, oldest first. */
  drop(depth: number): Required<ScriptedTransfer>[] {
    const dropped = this.#blocks.splice(Math.max(1, this.#blocks.length - depth))
    this.#dropped.push(...dropped)
    this.pool.putBack(dropped.flatMap((block) => block.transactions))
    return dropped.flatMap((block) => block.transfers)
  }

  /** The blocks of the chain, oldest first. */
  get blocks(): readonly ScriptedBlock[] {
    return this.#blocks
  }

  /** All signed transactions on the chain, oldest first. */
  transactions(): MinedTransaction[] {
    return this.#blocks.flatMap((block) => block.transactions)
  }

  /** All transfers on the chain, oldest first. */
  transfers(): Required<ScriptedTransfer>[] {
    return this.#blocks.flatMap((block) => block.transfers)
  }

  readonly rpc: Rpc = async (method, params) => {
    const answer = () => this.#answer(method, params)
    return this.distortion ? this.distortion(method, params, answer) : answer()
  }

  #answer(method: string, params: readonly unknown[]): unknown {
    const [first, second] = params
    const account = (address: string) => this.#account(this.#known, address)
    if (method === 'eth_chainId') return encodeQuantity(this.chainId)
    if (method === 'eth_getBlockByNumber') return this.#blockByNumber(String(first), second === true)
    if (method === 'eth_getTransactionByHash') return this.#transaction(String(first))
    if (method === 'eth_getLogs') return this.#logs(first as LogFilter)
    if (method === 'eth_getTransactionReceipt') return this.#receipt(String(first))
    if (method === 'eth_call') return this.#call(first as { to: string; data: string }, second)
    if (method === 'eth_getTransactionCount') return encodeQuantity(this.#nonceAt(String(first), String(second)))
    if (method === 'eth_getCode') return this.codeOf(String(first), this.#stateAt(String(second)))
    if (method === 'eth_getBalance') return this.pool.balanceOf(String(first), account(String(first)).gasCost)
    if (method === 'eth_feeHistory') return this.pool.feeHistory(Number(first), this.#known.length - 1)
    if (method === 'eth_estimateGas') return this.pool.estimate(first as { from: string; to: string; data: string })
    if (method === 'eth_sendRawTransaction') return this.pool.offer(String(first), this.chainId, account)
    throw new NodeError('refused', `the scripted node does not know ${method}`)
  }

  #blockByNumber(tag: string, full: boolean): object | null {
    const head = this.#known.length - 1
    const depths: Readonly<Record<string, number>> = { latest: 0, safe: this.safeDepth, finalized: this.finalizedDepth }
    const depth = depths[tag]
    const number = depth === undefined ? Number(tag) : Math.max(0, head - depth)
    const block = this.#known[number]
    if (!block) return null
    const { hash: blockHash, parentHash, timestamp } = block
    const header = { number: encodeQuantity(number), hash: blockHash, parentHash, timestamp: encodeQuantity(timestamp) }
    return full ? { ...header, transactions: block.transactions.map((one) => signedJson(one, block)) } : header
  }

  #transaction(hash: string): object | null {
    for (const block of this.#known) {
      const found = block.transactions.find((one) => one.hash === hash)
      if (found) return signedJson(found, block)
    }
    return null
  }

  #logs(filter: LogFilter): object[] {
    const blocks = filter.blockHash ? this.#byHash(filter.blockHash) : this.#byRange(filter)
    return blocks.flatMap(logsOf).filter((log) => matches(log, filter))
  }

  #receipt(transactionHash: string): object | null {
    const isIt = (one: { readonly txHash: string } | { readonly hash: string }) =>
      ('hash' in one ? one.hash : one.txHash) === transactionHash
    const block = this.#known.find(({ transfers, transactions }) => transfers.some(isIt) || transactions.some(isIt))
    if (!block) return null
    const logs = logsOf(block).filter((log) => log.transactionHash === transactionHash)
    const { succeeded = true, gasUsed = 21_000n, gasPrice = 0n } = block.transactions.find(isIt) ?? {}
    return {
      transactionHash,
      status: succeeded ? '0x1' : '0x0',
      blockHash: block.hash,
      blockNumber: encodeQuantity(block.number),
      gasUsed: `0x${gasUsed.toString(16)}`,
      effectiveGasPrice: `0x${gasPrice.toString(16)}`,
      logs,
    }
  }

  /** Counts the transactions that an account has sent on a chain, and sums what it paid for gas. */
  #account(blocks: readonly ScriptedBlock[], address: string): { nonce: number; gasCost: bigint } {
    const own = blocks.flatMap((block) => block.transactions.filter(({ from }) => from === address.toLowerCase()))
    const gasCost = own.reduce((sum, { gasUsed, gasPrice }) => sum + gasUsed * gasPrice, 0n)
    return { nonce: own.length, gasCost }
  }

  #nonceAt(address: string, tag: string): number {
    if (tag !== 'pending') return this.#account(this.#stateAt(tag), address).nonce
    return this.pool.pendingNonce(address, this.#account(this.#known, address).nonce)
  }

  /** The blocks up to one. */
  #stateAt(tag: string): readonly ScriptedBlock[] {
    const known = this.#known
    const blocks = tag === 'latest' ? known.length : Number(tag) + 1
    if (blocks > known.length) throw new NodeError('refused', 'header not found')
    return known.slice(0, blocks)
  }

  #byHash(blockHash: string): ScriptedBlock[] {
    const block = [...this.#known, ...this.#dropped].find((one) => one.hash === blockHash)
    if (!block) throw new NodeError('refused', 'unknown block')
    return [block]
  }

  #byRange(filter: LogFilter): ScriptedBlock[] {
    return this.#known.slice(Number(filter.fromBlock), Number(filter.toBlock) + 1)
  }

  #call({ to, data }: { to: string; data: string }, tag: unknown): string {
    const decimals = this.decimals.get(to)
    if (decimals !== undefined && data === DECIMALS_CALL) return word(decimals.toString(16))
    const contract = this.contracts.get(to.toLowerCase())
    if (contract) {
      const answer = contract(data, tag === undefined ? this.#known : this.#stateAt(String(tag)))
      if (answer !== null) return answer
      throw new NodeError('refused', 'execution reverted', { rpcCode: REVERTED })
    }
    const feed = this.feeds.get(to)
    if (!feed) return '0x'
    if (data === DECIMALS_CALL) return word((feed.decimals ?? 8).toString(16))
    if (data === LATEST_ROUND_DATA) return roundOf(feed)
    if (data === DESCRIPTION && feed.description) return encodeText(feed.description)
    throw new NodeError('refused', 'execution reverted', { rpcCode: REVERTED })
  }

  /** The blocks that the node has. */
  get #known(): readonly ScriptedBlock[] {
    return this.lag === 0 ? this.#blocks : this.#blocks.slice(0, Math.max(1, this.#blocks.length - this.lag))
  }

  #digest(text: string): string {
    this.#nonce += 1
    return `0x${hash('sha256', `${this.chainId} ${this.#nonce} ${text}`)}`
  }
}

/** A mined transaction in JSON-RPC's form. */
function signedJson({ raw, hash: txHash, from }: MinedTransaction, block: ScriptedBlock): object {
  const { nonce, to, data, value, gasLimit, maxFeePerGas, maxPriorityFeePerGas, chainId, signature } =
    Transaction.from(raw)
  const [gas, fee, tip, amount, chain] = [gasLimit, maxFeePerGas ?? 0n, maxPriorityFeePerGas ?? 0n, value, chainId].map(
    (one) => `0x${one.toString(16)}`,
  )
  return {
    ...{
      type: '0x2',
      chainId: chain,
      hash: txHash,
      from,
      to,
      input: data,
      value: amount,
      nonce: encodeQuantity(nonce),
      gas,
    },
    ...{ maxFeePerGas: fee, maxPriorityFeePerGas: tip, accessList: [] },
    ...{ r: signature?.r, s: signature?.s, v: encodeQuantity(signature?.yParity ?? 0) },
    ...{ blockNumber: encodeQuantity(block.number), blockHash: block.hash },
  }
}

type LogFilter = {
  readonly blockHash?: string
  readonly fromBlock?: string
  readonly toBlock?: string
  readonly address: readonly string[]
  readonly topics: readonly (string | readonly string[] | null)[]
}

type Log = { readonly address: string; readonly topics: readonly string[]; readonly transactionHash: string }

function logsOf(block: ScriptedBlock): Log[] {
  const transfers = block.transfers.map((transfer) => ({
    address: transfer.token.toLowerCase(),
    topics: [TRANSFER_TOPIC, encodeTopic(transfer.from.toLowerCase()), encodeTopic(transfer.to.toLowerCase())],
    data: word(transfer.rawAmount.toString(16)),
    transactionHash: transfer.txHash,
  }))
  const others = block.transactions.flatMap(({ hash: transactionHash, logs }) =>
    logs.map((log) => ({ ...log, address: log.address.toLowerCase(), transactionHash })),
  )
  return [...transfers, ...others].map((log, index) => ({
    ...log,
    logIndex: encodeQuantity(index),
    blockNumber: encodeQuantity(block.number),
    blockHash: block.hash,
  }))
}

function matches(log: Log, filter: LogFilter): boolean {
  const byAddress = filter.address.includes(log.address)
  return (
    byAddress &&
    filter.topics.every((wanted, index) => {
      const topic = log.topics[index] ?? ''
      return wanted === null || (Array.isArray(wanted) ? wanted.includes(topic) : wanted === topic)
    })
  )
}

function roundOf({ price, updatedAt }: ScriptedFeed): string {
  const time = BigInt(Math.floor(updatedAt / 1_000))
  const words = [1n, BigInt.asUintN(256, price), time, time, 1n]
  return `0x${words.map((one) => word(one.toString(16)).slice(2)).join('')}`
}

/** Encodes a string as a contract's answer (Solidity's ABI). */
export function encodeText(text: string): string {
  const bytes = Buffer.from(text).toString('hex')
  const words = ['20', (bytes.length / 2).toString(16)].map((one) => word(one).slice(2))
  return `0x${words.join('')}${bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')}`
}

function word(hex: string): string {
  return `0x${hex.padStart(64, '0')}`
}
