import { Transaction } from 'ethers/transaction'
import { encodeQuantity } from '../chains/evm/decode.ts'
import { NodeError } from '../chains/node-error.ts'
import { max, min } from '../domain/money.ts'
import type { ScriptedTransfer } from './scripted-node.ts'

export type ScriptedTransaction = {
  readonly hash: string
  /** Lower case, as is the next. */
  readonly from: string
  readonly to: string
  readonly data: string
  readonly nonce: number
  readonly gasLimit: bigint
  /** In wei, as are the next. */
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** The bytes that were offered. */
  readonly raw: string
}

/** The effect of a transaction when it is mined. */
export type ScriptedEffect = {
  /** Default: true. */
  readonly succeeded?: boolean
  /** Default: 50,000. */
  readonly gasUsed?: bigint
  /** Token transfers. They are on the chain like others, with the transaction's hash. */
  readonly transfers?: readonly Omit<ScriptedTransfer, 'txHash'>[]
  /** Other events. */
  readonly logs?: readonly { readonly address: string; readonly topics: readonly string[]; readonly data: string }[]
}

export type MinedTransaction = ScriptedTransaction & {
  readonly succeeded: boolean
  readonly gasUsed: bigint
  readonly gasPrice: bigint
  readonly logs: NonNullable<ScriptedEffect['logs']>
  readonly transfers: NonNullable<ScriptedEffect['transfers']>
}

const GWEI = 1_000_000_000n
const GAS_USED = 50_000n
/** The default balance of an account, in wei. */
const RICH = 10n ** 21n

/** The pending transactions of a scripted chain, and its market for gas. All nodes of the chain share it. */
export class ScriptedPool {
  /** In wei, as is the next. */
  baseFee = GWEI
  /** The payment of recent blocks. */
  priorityFee = GWEI
  /** Balances given to accounts, in wei, by address in lower case. */
  readonly balances = new Map<string, bigint>()
  /**
   * The effect of each transaction; null: the contract refuses it, also in a call beforehand. `earlier`: what was mined
   * before it in the same block.
   */
  effect: (
    transaction: Pick<ScriptedTransaction, 'from' | 'to' | 'data'>,
    earlier?: readonly MinedTransaction[],
  ) => ScriptedEffect | null = () => ({})
  #waiting: ScriptedTransaction[] = []
  readonly #decoded = new Map<string, ScriptedTransaction>()

  get waiting(): readonly ScriptedTransaction[] {
    return this.#waiting
  }

  /** Forgets all, as nodes do that are restarted or have too much to remember. */
  forget(): void {
    this.#waiting = []
  }

  /** Takes a signed transaction by Geth's rules, and returns its hash. */
  offer(raw: string, chainId: number, account: (from: string) => { nonce: number; gasCost: bigint }): string {
    // Recovering the signer takes long, and an unanswered transaction is offered again and again.
    const offered = this.#decoded.get(raw) ?? decode(raw, chainId)
    this.#decoded.set(raw, offered)
    const { nonce, gasCost } = account(offered.from)
    const left = (this.balances.get(offered.from) ?? RICH) - gasCost
    if (this.#waiting.some(({ hash }) => hash === offered.hash)) throw refusal('already known')
    if (offered.nonce < nonce) throw refusal(`nonce too low: next nonce ${nonce}, tx nonce ${offered.nonce}`)
    const cost = offered.gasLimit * offered.maxFeePerGas
    if (cost > left) {
      throw refusal(`insufficient funds for gas * price + value: balance ${left}, tx cost ${cost}`)
    }
    const rival = this.#waiting.find((one) => one.from === offered.from && one.nonce === offered.nonce)
    if (rival && !outbids(offered, rival)) throw refusal('replacement transaction underpriced')
    this.#waiting = [...this.#waiting.filter((one) => one !== rival), offered]
    return offered.hash
  }

  /** Removes the transactions that fit the next block: in the order of their nonces, if they pay the base fee. */
  take(nonceOf: (from: string) => number): MinedTransaction[] {
    const next = new Map<string, number>()
    const mined: MinedTransaction[] = []
    for (const one of [...this.#waiting].sort((a, b) => a.nonce - b.nonce)) {
      const nonce = next.get(one.from) ?? nonceOf(one.from)
      if (one.nonce !== nonce || one.maxFeePerGas < this.baseFee) continue
      next.set(one.from, nonce + 1)
      mined.push(this.#mined(one, mined))
    }
    this.#waiting = this.#waiting.filter((one) => one.nonce >= (next.get(one.from) ?? nonceOf(one.from)))
    return mined
  }

  /** Transactions that a reorganisation removes are pending again. */
  putBack(transactions: readonly ScriptedTransaction[]): void {
    this.#waiting.push(...transactions)
  }

  /** Counts the transactions that an account has sent, including pending ones that can be mined. */
  pendingNonce(address: string, mined: number): number {
    const waiting = this.#waiting.filter(({ from }) => from === address.toLowerCase()).map(({ nonce }) => nonce)
    let next = mined
    while (waiting.includes(next)) next += 1
    return next
  }

  balanceOf(address: string, gasCost: bigint): string {
    return `0x${max(0n, (this.balances.get(address.toLowerCase()) ?? RICH) - gasCost).toString(16)}`
  }

  feeHistory(blocks: number, head: number): object {
    return {
      oldestBlock: encodeQuantity(Math.max(0, head - blocks + 1)),
      baseFeePerGas: Array.from({ length: blocks + 1 }, () => `0x${this.baseFee.toString(16)}`),
      reward: Array.from({ length: blocks }, () => [`0x${this.priorityFee.toString(16)}`]),
    }
  }

  estimate(call: Pick<ScriptedTransaction, 'from' | 'to' | 'data'>): string {
    const effect = this.effect(call)
    if (!effect) throw refusal('execution reverted')
    return `0x${(effect.gasUsed ?? GAS_USED).toString(16)}`
  }

  #mined(one: ScriptedTransaction, earlier: readonly MinedTransaction[]): MinedTransaction {
    const effect = this.effect(one, earlier)
    const { succeeded = effect !== null, gasUsed = GAS_USED, logs = [], transfers = [] } = effect ?? {}
    const gasPrice = min(this.baseFee + one.maxPriorityFeePerGas, one.maxFeePerGas)
    const done = succeeded ? { logs, transfers } : { logs: [], transfers: [] }
    return { ...one, ...done, succeeded, gasUsed, gasPrice }
  }
}

function decode(raw: string, chainId: number): ScriptedTransaction {
  const transaction = Transaction.from(raw)
  const { hash, from, to, data, nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = transaction
  if (!hash || !from || !to || maxFeePerGas === null || maxPriorityFeePerGas === null) throw refusal('invalid sender')
  if (transaction.chainId !== BigInt(chainId)) throw refusal('invalid chain id for signer')
  const addresses = { from: from.toLowerCase(), to: to.toLowerCase() }
  return { hash, ...addresses, data, nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas, raw }
}

/** A tenth more of both. */
function outbids(offered: ScriptedTransaction, rival: ScriptedTransaction): boolean {
  return (
    offered.maxFeePerGas * 10n >= rival.maxFeePerGas * 11n &&
    offered.maxPriorityFeePerGas * 10n >= rival.maxPriorityFeePerGas * 11n
  )
}

function refusal(message: string): NodeError {
  return new NodeError('refused', message, { rpcCode: -32_000 })
}
