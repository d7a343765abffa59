import type { MinedTransaction } from '../../packages/core/src/testing/scripted-pool.ts'
import { listUsed, ScriptedUsdc } from '../../packages/core/src/testing/scripted-usdc.ts'
import type { SimulatedChain } from './chain.ts'

/** Something that a program has signed. */
export type Signature = {
  /** The account and its nonce: the token takes each once. */
  readonly key: string
  /** The number of the account. */
  readonly account: number
  /** The content of `PAYMENT-SIGNATURE`. */
  readonly payload: { readonly accepted: { readonly extra: object }; readonly payload: object }
  /** The call by which anybody may use it. */
  readonly call: { readonly to: string; readonly data: string }
  /** By true time, in milliseconds. */
  readonly validBefore: number
}

/** Programs that pay by x402, and strangers who send what they see of it. */
export class Programs {
  readonly chain: SimulatedChain
  /** In the order in which they were signed. */
  readonly signatures: Signature[] = []
  /** The payment that each signature was stored for first. */
  readonly owners = new Map<string, string>()
  /** Transactions of the checkout that a backup, which was put back, does not know. */
  readonly forgotten = new Set<string>()
  #strangers = 0

  constructor(chain: SimulatedChain, token: string) {
    this.chain = chain
    const { pool, contracts } = chain.node
    const refunds = pool.effect
    const usdc = new ScriptedUsdc(chain.node, token)
    const asked = contracts.get(token.toLowerCase())
    for (const node of chain.nodes) if (asked) node.contracts.set(token.toLowerCase(), asked)
    pool.effect = (call, earlier) => (call.data.startsWith(TRANSFER) ? refunds(call) : usdc.do(call.data, earlier))
  }

  /** Tells whether a program signs with this account. */
  hasAccount(address: string): boolean {
    return this.signatures.some(({ key }) => key.startsWith(address.toLowerCase()))
  }

  nextStranger(): number {
    this.#strangers += 1
    return this.#strangers
  }

  /** Lists the signatures used on the chain, with their transactions. */
  used(): Map<string, MinedTransaction> {
    return new Map(this.chain.node.transactions().flatMap((one) => listUsed(one).map((key) => [key, one])))
  }

  /** Finds the signature that a transaction in a block used; null for others. The block may have been replaced. */
  usedIn(blockHash: string, hash: string): { readonly key: string; readonly from: string } | null {
    const one = this.chain.known.get(blockHash)?.transactions.find((mined) => mined.hash === hash)
    const [key] = one ? listUsed(one) : []
    return one && key !== undefined ? { key, from: one.from } : null
  }
}

/** `transfer(address,uint256)`, by which refunds are paid. */
const TRANSFER = '0xa9059cbb'
