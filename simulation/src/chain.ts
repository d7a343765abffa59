import {
  type ScriptedBlock,
  ScriptedNode,
  type ScriptedTransfer,
} from '../../packages/core/src/testing/scripted-node.ts'
import type { Random } from './dice.ts'
import { type Fault, injectFault, lies, troubles } from './faults.ts'

/** The fate of the transfers of blocks that a reorganisation removes. */
type Fate = 'lost' | 'again' | 'later'
export type MinedTransfer = ScriptedBlock['transfers'][number]

/**
 * A chain with its nodes: blocks, reorganisations down to the final block, and pending transactions. The checkout is
 * compared with it.
 */
export class SimulatedChain {
  readonly nodes: readonly ScriptedNode[]
  /** No reorganisation goes below this block. */
  finalNumber = 0
  /** Finality stands still. */
  stalled = false
  /** All blocks that ever existed, by their hash. */
  readonly known = new Map<string, ScriptedBlock>()
  /** Pending transactions, as the transfers in them. */
  #waiting: (readonly ScriptedTransfer[])[] = []
  readonly #dice: Random
  readonly #depth: number

  constructor(options: { chainId: number; startTime: number; nodes: number; finalAfter: number; dice: Random }) {
    const { chainId, startTime, finalAfter, dice } = options
    const first = new ScriptedNode({ chainId, startTime, finalizedDepth: 0 })
    this.nodes = [first, ...Array.from({ length: options.nodes - 1 }, () => first.mirror())]
    this.#dice = dice
    this.#depth = finalAfter
    this.known.set(first.head.hash, first.head)
  }

  get id(): string {
    return `eip155:${this.node.chainId}`
  }

  get node(): ScriptedNode {
    const [first] = this.nodes
    if (!first) throw new Error('a chain has a node')
    return first
  }

  get blocks(): readonly ScriptedBlock[] {
    return this.node.blocks
  }

  /** Sends transfers in one transaction, which then waits to be mined. */
  send(...transfers: readonly ScriptedTransfer[]): void {
    this.#waiting.push(transfers)
  }

  /** `time` in milliseconds. Some pending transactions may wait for a later block, unless `all` is set. */
  mine(time: number, all = false): void {
    const now: (readonly ScriptedTransfer[])[] = []
    const later: (readonly ScriptedTransfer[])[] = []
    for (const one of this.#waiting) (all || this.#dice.percent(80) ? now : later).push(one)
    this.#waiting = later
    this.node.mine(time, now.flat())
    const { head } = this.node
    this.known.set(head.hash, head)
    if (!this.stalled) this.finalNumber = Math.max(this.finalNumber, head.number - this.#depth)
    this.#tellFinality()
  }

  /**
   * Replaces the blocks from some height on. Returns how many were replaced. `forgets`: nodes lose the signed
   * transactions that were in them.
   */
  reorganise(time: number, forgets = false): number {
    const depth = Math.min(this.#dice.between(1, 4), this.node.head.number - this.finalNumber)
    if (depth < 1) return 0
    const own = this.blocks.slice(-depth).flatMap((block) => block.transactions.map(({ hash }) => hash))
    const transfers = this.node.drop(depth).filter(({ txHash }) => !own.includes(txHash))
    if (forgets) this.node.pool.forget()
    const dropped = [...Map.groupBy(transfers, ({ txHash }) => txHash).values()]
    const fate = this.#dice.one<Fate>(['lost', 'again', 'later'])
    if (fate === 'again') this.#waiting.unshift(...dropped.toReversed())
    // The chain that wins is longer.
    for (let block = 0; block <= depth; block++) this.mine(time)
    if (fate === 'later') this.#waiting.push(...dropped)
    return depth
  }

  /** Makes all blocks final. */
  finaliseAll(): void {
    this.stalled = false
    this.finalNumber = this.node.head.number
    this.#tellFinality()
  }

  /** Gives one of the nodes another fault from now on. */
  disturb(): Fault {
    const node = this.#dice.one(this.nodes as [ScriptedNode, ...ScriptedNode[]])
    const mayLie = this.nodes.length > 2 && node === this.nodes[1] && this.#dice.percent(60)
    const fault = mayLie ? this.#dice.one<Fault>([...lies]) : this.#dice.one<Fault>([...troubles])
    injectFault(node, fault, this.#dice)
    return fault
  }

  heal(): void {
    for (const node of this.nodes) injectFault(node, 'right', this.#dice)
  }

  /** Transfers on the chain, all or only final ones, with their block. */
  transfers(onlyFinal = false): (MinedTransfer & { readonly block: ScriptedBlock })[] {
    const blocks = onlyFinal ? this.blocks.slice(0, this.finalNumber + 1) : this.blocks
    return blocks.flatMap((block) => block.transfers.map((transfer) => ({ ...transfer, block })))
  }

  /** Tells whether a block is on the chain, and can no longer change. */
  isFinal(hash: string): boolean {
    const block = this.known.get(hash)
    return block !== undefined && block.number <= this.finalNumber && this.blocks[block.number]?.hash === hash
  }

  #tellFinality(): void {
    for (const node of this.nodes) node.finalizedDepth = this.node.head.number - this.finalNumber
  }
}
