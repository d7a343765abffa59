import { CLOCK_TOLERANCE_MS } from '../../domain/attribution.ts'
import type { BlockRef, Position, Reading, Recipients, Step } from '../chain.ts'
import { NodeError } from '../node-error.ts'
import { isBusy } from '../repeat-busy.ts'
import type { EvmNode } from './node.ts'
import type { Peers } from './peer-readings.ts'
import { finalize, getLastFinal, haltAt, rewind, type Situation } from './read-again.ts'
import { readLogs, requireBlock } from './read-logs.ts'

/** The number of blocks near the tip that are read in one step, each by its hash. */
const TIP_BLOCKS = 32
/** The number of new blocks that may wait while many others are to be read a second time. */
const FRESH_BLOCKS = 4
/** A chain this short can be read from its start if the node cannot tell what is final. */
const YOUNG_CHAIN_BLOCKS = 10_000

/**
 * Decides the next step of reading a chain. Blocks that can still change are read one by one, by hash, so that no log
 * of another fork slips in. They are read again when they are final, by as many nodes as must show it. If the final
 * block is far ahead of the cursor, reading skips to it.
 */
export async function decideNextStep(
  node: EvmNode,
  peers: Peers,
  position: Position,
  recipients: Recipients,
): Promise<Reading> {
  const head = await node.head()
  const final = await node.finalNumber(head)
  const { cursor } = position
  if (!cursor) return { head, step: await start(node, peers, { head, final, time: position.startTime }) }
  if (head.number < cursor.number) {
    throw new NodeError(
      'behind',
      `the node is at block ${head.number}, block ${cursor.number} was read already: waiting for it`,
    )
  }
  const situation = { node, peers, position: { ...position, cursor }, recipients, head, final: final ?? 0 }
  return { head, step: await follow(situation) }
}

async function follow(situation: Situation): Promise<Step> {
  const { position, head, final } = situation
  const { cursor } = position
  if (final - cursor.number > TIP_BLOCKS) return leap(situation)
  const manyToFinalize = final - position.finalNumber > TIP_BLOCKS && head.number - cursor.number < FRESH_BLOCKS
  if (manyToFinalize || cursor.number === head.number) {
    if (cursor.number === head.number && cursor.hash !== head.hash) return rewind(situation)
    const finalized = await finalize(situation)
    if (finalized) return finalized
  }
  return cursor.number < head.number ? readTip(situation) : { kind: 'idle' }
}

/** Begins at the final block, or at the time when a wallet was first watched, less the clocks' possible difference. */
async function start(
  node: EvmNode,
  peers: Peers,
  { head, final, time }: { readonly head: BlockRef; readonly final: number | null; readonly time: number | null },
): Promise<Step> {
  if (final === null && head.number > YOUNG_CHAIN_BLOCKS) {
    throw new NodeError('behind', 'the node cannot tell yet what is final: waiting for it before reading begins')
  }
  const newest = Math.min(final ?? 0, head.number)
  const at = await requireBlock(
    node,
    time === null ? newest : await findNumberBefore(node, newest, time - CLOCK_TOLERANCE_MS),
  )
  await peers.agreeOn(at, null)
  if (at.number > Math.max(0, await peers.final(null))) {
    throw new NodeError(
      'behind',
      `too few nodes call block ${at.number} final yet: waiting for them before reading begins`,
    )
  }
  return { kind: 'start', at, finalNumber: at.number }
}

/** The last block up to `newest` that was closed before a time; the first one if all are later. */
export async function findBlockBefore(node: EvmNode, newest: number, time: number): Promise<BlockRef> {
  return requireBlock(node, await findNumberBefore(node, newest, time))
}

/** By binary search. */
async function findNumberBefore(node: EvmNode, newest: number, time: number): Promise<number> {
  let low = 0
  let high = newest
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((await requireBlock(node, middle)).time < time) low = middle
    else high = middle - 1
  }
  return low
}

/** Marks the blocks in between to be reread, with those that were read and are not final yet. */
async function leap(situation: Situation): Promise<Step> {
  const { node, peers, position } = situation
  const known = getLastFinal(position)
  const canonical = known && (await requireBlock(node, known.number))
  if (known && canonical && canonical.hash !== known.hash) return haltAt(known, canonical)
  const final = Math.min(situation.final, await peers.final(known))
  if (final <= position.cursor.number) return readTip(situation)
  const at = await requireBlock(node, final)
  await peers.agreeOn(at, known)
  return { kind: 'leap', at }
}

async function readTip(situation: Situation): Promise<Step> {
  const { node, position, head } = situation
  const { cursor } = position
  const count = Math.min(TIP_BLOCKS, head.number - cursor.number)
  const numbers = Array.from({ length: count }, (_, index) => cursor.number + 1 + index)
  const blocks = await whileAnswered(numbers, async (number) => (number === head.number ? head : node.block(number)))
  if (!blocks[0]) {
    throw new NodeError('behind', `the node names block ${head.number} and does not have block ${cursor.number + 1}`)
  }
  const chained = followers(cursor, blocks)
  if (chained.length === 0) return rewind(situation)
  let read = chained
  const readNamed = async (named: readonly string[] | null) => {
    const logs = await whileAnswered(chained, (block) => node.logsOfBlock(block, named))
    read = chained.slice(0, logs.length)
    return logs.flat()
  }
  const transfers = await readLogs(node, situation.recipients, readNamed, chained)
  return { kind: 'advance', blocks: read, transfers }
}

/** The answers up to the first that a busy node refused; the next step asks for the others. Throws if it is the first. */
async function whileAnswered<Q, A>(questions: readonly Q[], ask: (question: Q) => Promise<A>): Promise<A[]> {
  const outcomes = await Promise.allSettled(questions.map(ask))
  const answers: A[] = []
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') answers.push(outcome.value)
    else if (answers.length > 0 && isBusy(outcome.reason)) return answers
    else throw outcome.reason
  }
  return answers
}

/** The blocks that follow one another from the cursor. The node may have switched forks in between. */
function followers(cursor: BlockRef, blocks: readonly (BlockRef | null)[]): BlockRef[] {
  const chained: BlockRef[] = []
  for (const block of blocks) {
    const parent = chained.at(-1) ?? cursor
    if (block?.number !== parent.number + 1 || block.parentHash !== parent.hash) break
    chained.push(block)
  }
  return chained
}
