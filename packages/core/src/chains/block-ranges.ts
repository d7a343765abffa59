/**
 * The number of blocks that a node answers for at once: asked for more, nodes refuse in any words, codes and statuses.
 */
import { NodeError } from './node-error.ts'
import type { BlockRange } from './refusals.ts'

/** One node's ranges. It remembers the size that the node answered for. */
export type RangeReader = {
  /** Reads a range in parts that the node answers for. */
  readAll<T>(range: BlockRange, ask: (part: BlockRange) => Promise<readonly T[]>): Promise<T[]>
  /** Reads the first part of a range that the node answers for. */
  readFirst<T>(range: BlockRange, ask: (part: BlockRange) => Promise<T>): Promise<{ part: BlockRange; found: T }>
  /** The number of blocks requested at once. */
  size(): number
}

type Options = {
  /** The number of blocks requested at first. */
  readonly first: number
  /** The node's newest block. It is asked only after a refusal. */
  readonly findHead: () => Promise<number>
}

/** After this many timeouts, or refusals of a busy node, a reading gives up. The next one asks for fewer blocks. */
const MAX_SILENCES = 2

/**
 * Halves a range until the node answers, whatever it says: only its refusal of a single block is a refusal. A busy node
 * must refuse the same range twice, because throttles and limits on ranges share their words.
 */
export function createRangeReader({ first, findHead }: Options): RangeReader {
  let size: RangeSize = { blocks: first, refused: null, successesSince: 0 }
  let answered = size
  let throttledAt: number | null = null

  /** Throws the node's error if fewer blocks would not help. */
  async function shrink(part: BlockRange, error: unknown, silences: number): Promise<void> {
    if (!mayBeTooMuch(error)) throw error
    const wasThrottled = throttledAt === part.from
    if (error.kind === 'busy') throttledAt = part.from
    if (part.from === part.to) {
      size = answered
      throw error
    }
    if (error.kind === 'busy' && !wasThrottled) throw error
    if (error.kind === 'refused' || error.kind === 'malformed') await requireHead(part.to, error)
    size = shrinkSize(part, error.suggestedRange)
    if (silences + countSilence(error) >= MAX_SILENCES) throw error
  }

  /** Throws if the node does not have the block yet. */
  async function requireHead(number: number, cause: NodeError): Promise<void> {
    const head = await findHead().catch(() => number)
    if (head < number) throw new NodeError('behind', `the node is at block ${head}: ${cause.message}`)
  }

  async function readFirst<T>(range: BlockRange, ask: (part: BlockRange) => Promise<T>) {
    let silences = 0
    while (true) {
      const part = { from: range.from, to: Math.min(range.to, range.from + size.blocks - 1) }
      try {
        const found = await ask(part)
        size = growSize(size)
        answered = size
        throttledAt = null
        return { part, found }
      } catch (error) {
        await shrink(part, error, silences)
        silences += countSilence(error)
      }
    }
  }

  return {
    readFirst,
    async readAll<T>(range: BlockRange, ask: (part: BlockRange) => Promise<readonly T[]>): Promise<T[]> {
      const all: T[] = []
      for (let from = range.from; from <= range.to; ) {
        const { part, found } = await readFirst({ from, to: range.to }, ask)
        all.push(...found)
        from = part.to + 1
      }
      return all
    },
    size: () => size.blocks,
  }
}

/** Describes a node that answers for fewer blocks than become final at a time, for an operator; null if it suffices. */
export function describeShortRange(answered: number, needed: number): string | null {
  if (answered >= needed) return null
  return `answers for the logs of ${answered} blocks at once, and ${needed} become final: finality takes more requests`
}

const UNAUTHORIZED = 401

/** Errors that fewer blocks may remove: all that the node answered, but for those that name another cause. */
export function mayBeTooMuch(error: unknown): error is NodeError {
  if (!(error instanceof NodeError) || error.status === UNAUTHORIZED) return false
  if (error.kind === 'unreachable') return error.timedOut || error.status !== null
  return error.kind === 'too_much' || error.kind === 'refused' || error.kind === 'malformed' || error.kind === 'busy'
}

function countSilence(error: unknown): number {
  return error instanceof NodeError && (error.timedOut || error.kind === 'busy') ? 1 : 0
}

/** The number of blocks to request at once, and the number that was refused. */
type RangeSize = {
  readonly blocks: number
  /** The number refused lately; null when there was none. */
  readonly refused: number | null
  readonly successesSince: number
}

const MAX_BLOCKS = 10_000
/** A refused number is not tried again for this many successes. */
const REMEMBERED_SUCCESSES = 100

/** Grows the size by an eighth, up to the number refused lately. */
function growSize({ blocks, refused, successesSince }: RangeSize): RangeSize {
  const successes = successesSince + 1
  const ceiling = successes < REMEMBERED_SUCCESSES ? refused : null
  const most = ceiling === null ? MAX_BLOCKS : Math.max(1, ceiling - 1)
  return { blocks: Math.min(most, blocks + Math.ceil(blocks / 8)), refused: ceiling, successesSince: successes }
}

/** Halves the size, or uses the provider's suggestion if it begins at the same block. */
function shrinkSize(asked: BlockRange, suggested: BlockRange | null): RangeSize {
  const blocks = asked.to - asked.from + 1
  const fits = suggested !== null && suggested.from === asked.from && suggested.to < asked.to
  const fewer = fits ? suggested.to - suggested.from + 1 : Math.floor(blocks / 2)
  return { blocks: Math.max(1, fewer), refused: blocks, successesSince: 0 }
}
