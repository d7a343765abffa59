import type { BlockRef, Position, Step } from '../chain.ts'
import type { Situation } from './read.ts'
import { requireBlock } from './read-logs.ts'

/** Goes back to the newest block that is still on the chain, never below the final one. */
export async function rewind({ node, position }: Pick<Situation, 'node' | 'position'>): Promise<Step> {
  for (const known of position.recentBlocks) {
    const canonical = await requireBlock(node, known.number)
    if (canonical.hash === known.hash) {
      return known.number === position.cursor.number ? { kind: 'idle' } : { kind: 'rewind', to: known }
    }
    if (known.number <= position.finalNumber) return haltAt(known, canonical)
  }
  return { kind: 'halt', reason: `no block above ${position.finalNumber} is remembered` }
}

/** A final block has changed: a person must decide. */
export function haltAt(known: BlockRef, found: BlockRef): Step {
  return { kind: 'halt', reason: `block ${known.number} was final as ${known.hash}, the node now has ${found.hash}` }
}

/** The last final block; null when it is not remembered. */
export function getLastFinal(position: Position): BlockRef | null {
  return position.recentBlocks.find((block) => block.number === position.finalNumber) ?? null
}
