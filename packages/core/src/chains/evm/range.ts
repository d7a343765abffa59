import type { BlockRange } from '../refusals.ts'

/** How many blocks a node is asked for at once, and what it has refused. */
export type LogRange = {
  readonly blocks: number
  /** Refused lately; null when nothing was. */
  readonly refused: number | null
  readonly successesSince: number
}

export const firstRange: LogRange = { blocks: 500, refused: null, successesSince: 0 }

const MAX_BLOCKS = 10_000
/** So often a refused number is not tried again. */
const REMEMBERED_SUCCESSES = 100

/** It grows by an eighth, up to what was refused lately. */
export function grown({ blocks, refused, successesSince }: LogRange): LogRange {
  const successes = successesSince + 1
  const ceiling = successes < REMEMBERED_SUCCESSES ? refused : null
  const most = ceiling === null ? MAX_BLOCKS : Math.max(1, ceiling - 1)
  return { blocks: Math.min(most, blocks + Math.ceil(blocks / 8)), refused: ceiling, successesSince: successes }
}

/** It halves, or becomes what the provider says would work for a question from the same block. */
export function shrunk(asked: BlockRange, suggested: BlockRange | null): LogRange {
  const blocks = asked.to - asked.from + 1
  const fits = suggested !== null && suggested.from === asked.from && suggested.to < asked.to
  const fewer = fits ? suggested.to - suggested.from + 1 : Math.floor(blocks / 2)
  return { blocks: Math.max(1, fewer), refused: blocks, successesSince: 0 }
}
