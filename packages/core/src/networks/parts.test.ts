import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BlockRef, ObservedTransfer } from '../chains/chain.ts'
import type { Change } from './apply-step.ts'
import { inParts } from './parts.ts'

const FIRST = 100
const transferIn = (blockNumber: number, logIndex: number) => ({ blockNumber, logIndex }) as ObservedTransfer
const blockAt = (number: number) => ({ number }) as BlockRef

const counts = fc.array(fc.constantFrom(0, 1, 3, 90, 260, 600), { minLength: 1, maxLength: 8 })

test('a step is divided between blocks only: its parts follow one another and hold what it held', () => {
  fc.assert(
    fc.property(counts, (transfersOfBlock) => {
      const blocks = transfersOfBlock.map((_, index) => blockAt(FIRST + index))
      const transfers = transfersOfBlock.flatMap((count, block) =>
        Array.from({ length: count }, (_, index) => transferIn(FIRST + block, index)),
      )
      const to = FIRST + blocks.length - 1
      const advance = inParts({ kind: 'advance', blocks, transfers }) as Extract<Change, { kind: 'advance' }>[]
      expect(advance.flatMap((part) => part.blocks)).toEqual(blocks)
      expect(advance.flatMap((part) => part.transfers)).toEqual(transfers)
      const finalize = inParts({ kind: 'finalize', from: FIRST, to, transfers }) as Extract<
        Change,
        { kind: 'finalize' }
      >[]
      expect(finalize.flatMap((part) => part.transfers)).toEqual(transfers)
      let next = FIRST
      for (const part of finalize) {
        expect(part.from).toBe(next)
        for (const { blockNumber } of part.transfers) {
          expect(blockNumber).toBeGreaterThanOrEqual(part.from)
          expect(blockNumber).toBeLessThanOrEqual(part.to)
        }
        const beforeLastBlock = part.transfers.filter(({ blockNumber }) => blockNumber < part.to)
        expect(beforeLastBlock.length).toBeLessThan(250)
        next = part.to + 1
      }
      expect(next).toBe(to + 1)
    }),
  )
})

test('a step without transfers is one', () => {
  expect(inParts({ kind: 'finalize', from: 1, to: 9, transfers: [] })).toEqual([
    { kind: 'finalize', from: 1, to: 9, transfers: [] },
  ])
  expect(inParts({ kind: 'rewind', to: blockAt(3) })).toHaveLength(1)
})
