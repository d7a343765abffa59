import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateBlockTime, estimateFinalBlock } from './finality.ts'

const blocks = fc.integer({ min: 0, max: 1_000_000 })
const pace = fc.record({
  finalNumber: blocks,
  lag: fc.integer({ min: 0, max: 500 }),
  step: fc.integer({ min: 0, max: 500 }),
})

test('a block becomes final with a newer one, and no later one becomes final sooner', () => {
  fc.assert(
    fc.property(pace, fc.integer({ min: 1, max: 2_000 }), (how, above) => {
      const block = how.finalNumber + above
      const by = estimateFinalBlock(block, how)
      expect(by - block).toBeGreaterThanOrEqual(how.lag)
      expect(by - block).toBeLessThan(how.lag + Math.max(1, how.step))
      expect(estimateFinalBlock(block + 1, how)).toBeGreaterThanOrEqual(by)
    }),
  )
})

test('a step that made up for lost time is not taken for the usual one', () => {
  expect(estimateFinalBlock(1_001, { finalNumber: 1_000, lag: 3, step: 250 })).toBe(1_006)
})

test('blocks come at the pace of the last ones; without any there is none', () => {
  const read = { number: 110, time: 20_000, finalNumber: 100, finalTime: 0 }
  expect(estimateBlockTime(115, read)).toBe(30_000)
  expect(estimateBlockTime(110, read)).toBe(20_000)
  expect(estimateBlockTime(115, { ...read, finalNumber: 110 })).toBeNull()
})
