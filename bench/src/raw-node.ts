import { createHash } from 'node:crypto'
import { CHAIN_ID, TOKEN } from './setup.ts'

const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const PAYER = `0x${'b'.repeat(40)}`

export type RawTransfer = { readonly to: string; readonly amount: number }
type Block = {
  readonly header: string
  readonly hash: string
  readonly logs: string
  readonly count: number
}

/** The answer of every contract: how many decimals the coin has, and that it blocks nobody. */
const SIX = `"0x${'6'.padStart(64, '0')}"`

type Filter = { readonly blockHash?: string; readonly fromBlock?: string; readonly toBlock?: string }

/**
 * Answers as a node sends them: JSON text. `spentMs` counts the time to build the answers separately, because a real
 * node would spend it.
 */
export class RawNode {
  readonly #blocks: Block[] = []
  readonly #byHash = new Map<string, Block>()
  readonly #finalDepth: number
  readonly #chainId: number
  spentMs = 0
  /** Transfers in all answers so far. */
  served = 0
  /** Called before each answer with transfers is built. */
  onServed: (() => void) | null = null

  /** `time`: the first block's time in milliseconds. `finalDepth`: how many blocks after the final one may change. */
  constructor(time: number, finalDepth = 0, chainId = CHAIN_ID) {
    this.#finalDepth = finalDepth
    this.#chainId = chainId
    this.mine(time, [])
  }

  get head(): number {
    return this.#blocks.length - 1
  }

  mine(time: number, transfers: readonly RawTransfer[]): void {
    const number = this.#blocks.length
    const timestamp = quantity(Math.floor(time / 1_000))
    const hash = digest(`block ${number}`)
    const parentHash = this.#blocks.at(-1)?.hash ?? word(0)
    const place = { blockNumber: quantity(number), blockHash: hash, blockTimestamp: timestamp, removed: false }
    const logs = transfers.map((one, index) =>
      JSON.stringify({
        address: TOKEN.toLowerCase(),
        topics: [TRANSFER_TOPIC, topic(PAYER), topic(one.to)],
        data: word(one.amount),
        transactionHash: digest(`transaction ${number} ${index}`),
        transactionIndex: quantity(index),
        logIndex: quantity(index),
        ...place,
      }),
    )
    const header = JSON.stringify({ number: quantity(number), hash, parentHash, timestamp })
    const block = { header, hash, logs: logs.join(), count: logs.length }
    this.#blocks.push(block)
    this.#byHash.set(hash, block)
  }

  readonly rpc = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const startedAt = performance.now()
    const text = `{"jsonrpc":"2.0","id":1,"result":${this.#resultOf(method, params[0])}}`
    // V8 joins the text on first access: do that within the measured time.
    text.charCodeAt(text.length - 1)
    this.spentMs += performance.now() - startedAt
    return JSON.parse(text).result
  }

  #resultOf(method: string, first: unknown): string {
    if (method === 'eth_chainId') return `"${quantity(this.#chainId)}"`
    if (method === 'eth_getBlockByNumber') {
      return this.#blocks[this.#numberOf(first)]?.header ?? 'null'
    }
    if (method === 'eth_getLogs') return `[${this.#logsOf(first as Filter)}]`
    if (method === 'eth_call') return SIX
    throw new Error(`the bench knows no ${method}`)
  }

  #numberOf(tag: unknown): number {
    if (tag === 'latest') return this.head
    return tag === 'finalized' ? Math.max(0, this.head - this.#finalDepth) : Number(tag)
  }

  #logsOf({ blockHash, fromBlock, toBlock }: Filter): string {
    const blocks =
      blockHash === undefined
        ? this.#blocks.slice(Number(fromBlock), Number(toBlock) + 1)
        : [this.#byHash.get(blockHash)].flatMap((block) => block ?? [])
    for (const block of blocks) this.served += block.count
    this.onServed?.()
    return blocks
      .map((block) => block.logs)
      .filter((logs) => logs)
      .join()
  }
}

function quantity(number: number): string {
  return `0x${number.toString(16)}`
}

function word(number: number): string {
  return `0x${number.toString(16).padStart(64, '0')}`
}

function topic(address: string): string {
  return `0x${address.slice(2).padStart(64, '0')}`
}

function digest(text: string): string {
  return `0x${createHash('sha256').update(text).digest('hex')}`
}
