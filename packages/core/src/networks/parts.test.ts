import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BlockRef, ObservedTransfer } from '../chains/chain.ts'
import type { Change, Piece } from './apply-step.ts'
import { inParts } from './parts.ts'

const FIRST = 100
const transferIn = (blockNumber: number, logIndex: number) => ({ blockNumber, logIndex }) as ObservedTransfer
const blockAt = (number: number) => ({ number }) as BlockRef

const counts = fc.array(fc.constantFrom(0, 1, 3, 90, 260, 600), { minLength: 1, maxLength: 8 })

const MOST = 100

test('the parts of a step follow one another, hold what it held in its order, and none holds too much', () => {
  fc.assert(
    fc.property(counts, (transfersOfBlock) => {
      const blocks = transfersOfBlock.map((_, index) => blockAt(FIRST + index))
      const transfers = transfersOfBlock.flatMap((count, block) =>
        Array.from({ length: count }, (_, index) => transferIn(FIRST + block, index)),
      )
      const to = FIRST + blocks.length - 1
      const advance = inParts({ kind: 'advance', blocks, transfers })
      expect(advance.flatMap((part) => ('blocks' in part ? part.blocks : []))).toEqual(blocks)
      const finalize = inParts({ kind: 'finalize', from: FIRST, to, transfers })
      let next = FIRST
      for (const part of finalize) {
        if (part.kind !== 'finalize') continue
        expect(part.from).toBe(next)
        next = part.to + 1
      }
      expect(next).toBe(to + 1)
      for (const [parts, state] of [
        [advance, 'seen'],
        [finalize, 'final'],
      ] as const) {
        expect(parts.flatMap(transfersOf)).toEqual(transfers)
        expect(Math.max(...parts.map((part) => transfersOf(part).length))).toBeLessThanOrEqual(MOST)
        for (const part of parts) if (part.kind === 'piece') expect(part.state).toBe(state)
        // What is of later blocks comes after the part that ends with an earlier one.
        const ends = parts.map((part) =>
          'blocks' in part ? (part.blocks.at(-1)?.number ?? 0) : 'to' in part ? part.to : 0,
        )
        for (const [index, part] of parts.entries()) {
          const read = Math.max(FIRST - 1, ...ends.slice(0, index).map(Number))
          for (const { blockNumber } of transfersOf(part)) expect(blockNumber).toBeGreaterThan(read)
        }
      }
    }),
  )
})

function transfersOf(part: Change | Piece): readonly ObservedTransfer[] {
  return 'transfers' in part ? part.transfers : []
}

test('a step without transfers is one', () => {
  expect(inParts({ kind: 'finalize', from: 1, to: 9, transfers: [] })).toEqual([
    { kind: 'finalize', from: 1, to: 9, transfers: [] },
  ])
  expect(inParts({ kind: 'rewind', to: blockAt(3) })).toHaveLength(1)
})
