import type { BlockRange } from '../refusals.ts'

/** How many blocks to request from a node at once, and which number it has refused. */
export type LogRange = {
  readonly blocks: number
  /** The number refused lately; null when there was none. */
  readonly refused: number | null
  readonly successesSince: number
}

export const firstRange: LogRange = { blocks: 500, refused: null, successesSince: 0 }

const MAX_BLOCKS = 10_000
/** A refused number is not tried again for this many successes. */
const REMEMBERED_SUCCESSES = 100

/** Grows the range by an eighth, up to the number refused lately. */
export function growRange({ blocks, refused, successesSince }: LogRange): LogRange {
  const successes = successesSince + 1
  const ceiling = successes < REMEMBERED_SUCCESSES ? refused : null
  const most = ceiling === null ? MAX_BLOCKS : Math.max(1, ceiling - 1)
  return { blocks: Math.min(most, blocks + Math.ceil(blocks / 8)), refused: ceiling, successesSince: successes }
}

/** Halves the range, or uses the provider's suggestion if it begins at the same block. */
export function shrinkRange(asked: BlockRange, suggested: BlockRange | null): LogRange {
  const blocks = asked.to - asked.from + 1
  const fits = suggested !== null && suggested.from === asked.from && suggested.to < asked.to
  const fewer = fits ? suggested.to - suggested.from + 1 : Math.floor(blocks / 2)
  return { blocks: Math.max(1, fewer), refused: blocks, successesSince: 0 }
}
