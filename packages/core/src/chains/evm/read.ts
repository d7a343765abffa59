import { CLOCK_TOLERANCE_MS, withOrdinals } from '../../domain/attribution.ts'
import type { BlockRef, ObservedTransfer, Position, Recipients, Step } from '../chain.ts'
import type { TransferLog } from './decode.ts'
import type { EvmNode } from './node.ts'

/** How many blocks near the tip are read in one step, each by its hash. */
const TIP_BLOCKS = 32
/** Of a chain this short all blocks can be read, should the node not tell what is final. */
const YOUNG_CHAIN_BLOCKS = 10_000

type Reading = { readonly position: Position & { readonly cursor: BlockRef }; readonly recipients: Recipients }

/**
 * Decides the next step of reading a chain. Blocks that can still change are read one by one by
 * their hash, so that no log of another fork slips in; final ones by range. Everything is read
 * once more when it is final.
 */
export async function nextStep(node: EvmNode, position: Position, recipients: Recipients): Promise<Step> {
  const head = await node.head()
  const final = await node.finalNumber(head)
  const { cursor } = position
  if (!cursor) return start(node, head, final, position.startTime)
  if (head.number < cursor.number) {
    throw new Error(`the node is at block ${head.number}, block ${cursor.number} was read already: waiting for it`)
  }
  const reading: Reading = { position: { ...position, cursor }, recipients }
  if (final !== null && final - position.finalNumber > TIP_BLOCKS) {
    const finalized = await finalize(node, reading, final)
    if (finalized) return finalized
  }
  if (final !== null && cursor.number < final) return readRange(node, reading, final)
  if (cursor.number < head.number) return readTip(node, reading, head)
  if (cursor.hash !== head.hash) return rewind(node, reading)
  return (final !== null && (await finalize(node, reading, final))) || { kind: 'idle' }
}

/** Begins at the final block, or as much before the first payment as the clocks may differ. */
async function start(node: EvmNode, head: BlockRef, final: number | null, time: number | null): Promise<Step> {
  if (final === null && head.number > YOUNG_CHAIN_BLOCKS) {
    throw new Error('the node can not tell yet what is final: waiting for it before reading begins')
  }
  const newest = Math.min(final ?? 0, head.number)
  const at = await requireBlock(
    node,
    time === null ? newest : await lastBefore(node, newest, time - CLOCK_TOLERANCE_MS),
  )
  return { kind: 'start', at, finalNumber: at.number }
}

/** The last block at or below `newest` that was closed before a time, by halving. */
async function lastBefore(node: EvmNode, newest: number, time: number): Promise<number> {
  let low = 0
  let high = newest
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((await requireBlock(node, middle)).time < time) low = middle
    else high = middle - 1
  }
  return low
}

async function readTip(node: EvmNode, { position, recipients }: Reading, head: BlockRef): Promise<Step> {
  const { cursor } = position
  const count = Math.min(TIP_BLOCKS, head.number - cursor.number)
  const numbers = Array.from({ length: count }, (_, index) => cursor.number + 1 + index)
  const blocks = await Promise.all(numbers.map((number) => (number === head.number ? head : node.block(number))))
  const chained = followers(cursor, blocks)
  if (chained.length === 0) return rewind(node, { position, recipients })
  const watched = await recipients()
  const logs = await Promise.all(chained.map((block) => node.logsOfBlock(block, watched)))
  return { kind: 'advance', blocks: chained, transfers: await observe(node, logs.flat(), chained) }
}

/** The blocks that follow one another from the cursor on; the node may have changed its mind in between. */
function followers(cursor: BlockRef, blocks: readonly (BlockRef | null)[]): BlockRef[] {
  const chained: BlockRef[] = []
  for (const block of blocks) {
    const parent = chained.at(-1) ?? cursor
    if (block?.number !== parent.number + 1 || block.parentHash !== parent.hash) break
    chained.push(block)
  }
  return chained
}

async function readRange(node: EvmNode, reading: Reading, final: number): Promise<Step> {
  const { cursor } = reading.position
  const canonical = await requireBlock(node, cursor.number)
  if (canonical.hash !== cursor.hash) return rewind(node, reading)
  const to = Math.min(final, cursor.number + node.range())
  const last = await requireBlock(node, to)
  const logs = await node.logsOfRange(cursor.number + 1, to, await reading.recipients())
  return { kind: 'advance', blocks: [last], transfers: await observe(node, logs, [last]) }
}

/** Goes back to the newest block that is still on the chain. Never below what was final. */
async function rewind(node: EvmNode, { position }: Reading): Promise<Step> {
  for (const known of position.ring) {
    const canonical = await node.block(known.number)
    if (canonical?.hash === known.hash) {
      return known.number === position.cursor.number ? { kind: 'idle' } : { kind: 'rewind', to: known }
    }
    if (known.number <= position.finalNumber) {
      const found = canonical ? canonical.hash : 'nothing'
      return { kind: 'halt', reason: `block ${known.number} was final as ${known.hash}, the node now has ${found}` }
    }
  }
  return { kind: 'halt', reason: `no block above ${position.finalNumber} is remembered` }
}

/** The second reading, up to the newest remembered block that is final now; null when there is none. */
async function finalize(node: EvmNode, reading: Reading, final: number): Promise<Step | null> {
  const { position } = reading
  const anchor = position.ring.find((block) => block.number <= final && block.number > position.finalNumber)
  if (!anchor) return null
  if ((await node.block(anchor.number))?.hash !== anchor.hash) return rewind(node, reading)
  const from = position.finalNumber + 1
  const logs = await node.logsOfRange(from, anchor.number, await reading.recipients())
  const transfers = await observe(node, logs, position.ring)
  const blocks = position.ring.filter((block) => block.number >= from && block.number <= anchor.number)
  return { kind: 'finalize', from, to: anchor.number, blocks, transfers }
}

/** Logs as transfers in chain order, with the times of their blocks. A log of a foreign fork is not believed. */
async function observe(
  node: EvmNode,
  logs: readonly TransferLog[],
  known: readonly BlockRef[],
): Promise<ObservedTransfer[]> {
  const blocks = new Map(known.map((block) => [block.number, block]))
  const transfers: Omit<ObservedTransfer, 'ordinal'>[] = []
  for (const log of logs) {
    let block = blocks.get(log.blockNumber)
    if (!block && log.blockTime === null) {
      block = await requireBlock(node, log.blockNumber)
      blocks.set(log.blockNumber, block)
    }
    if (block && block.hash !== log.blockHash) throw new Error(`the node mixes forks at block ${log.blockNumber}`)
    transfers.push({ ...log, blockTime: block?.time ?? log.blockTime ?? 0 })
  }
  transfers.sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
  return withOrdinals(transfers)
}

async function requireBlock(node: EvmNode, number: number): Promise<BlockRef> {
  const block = await node.block(number)
  if (!block) throw new Error(`the node does not have block ${number}`)
  return block
}
