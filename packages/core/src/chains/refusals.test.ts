import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeStartOfJson } from './refusals.ts'

test('a small value is its JSON, a long one the start of it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 0, max: 300 }), (value, length) => {
      const text = JSON.stringify(value)
      expect(writeStartOfJson(value, 100_000)).toBe(text)
      const start = writeStartOfJson(value, length)
      expect(start.length).toBeLessThanOrEqual(length)
      // The text must match up to where it was cut.
      expect(text.startsWith(start.replace(/["\\].{0,12}$/s, ''))).toBe(true)
    }),
  )
})

test('what lies too deep is left out', () => {
  const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
  expect(writeStartOfJson({ deep }, 300)).toBe(`{"deep":${'['.repeat(7)}...${']'.repeat(7)}}`)
})
