import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemo, parseMemo } from './memo.ts'

const random = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))

test('a memo is 16 digits that are the same as a text, as an id of 64 bits and as a number', () => {
  fc.assert(
    fc.property(random, (stream) => {
      const memo = createMemo((below) => Math.floor(stream.next().value * below))
      expect(memo).toMatch(/^[1-8]\d{15}$/)
      expect(String(Number(memo))).toBe(memo)
      expect(BigInt(memo) < 2n ** 63n).toBe(true)
      expect(parseMemo(memo)).toBe(memo)
      expect(parseMemo(` ${memo}\n`)).toBe(memo)
    }),
  )
})

test('every digit of a memo is drawn', () => {
  expect(createMemo(() => 0)).toBe('1000000000000000')
  expect(createMemo((below) => below - 1)).toBe('8999999999999999')
})

test('what is no memo of ours names nobody', () => {
  const others = [
    '',
    '123456789012345',
    '0123456789012345',
    '9123456789012345',
    '12345678901234567',
    '1234 5678 9012 3456',
  ]
  for (const text of [...others, 'order 17', 'a234567890123456']) expect(parseMemo(text)).toBeNull()
  expect(parseMemo(null)).toBeNull()
})
