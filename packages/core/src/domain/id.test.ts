import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createId, idPrefixes, isId } from './id.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const prefix = fc.constantFrom(...idPrefixes)
const time = fc.integer({ min: 0, max: 2 ** 48 - 1 })
const random = fc.uint8Array({ minLength: 10, maxLength: 10 })

/** Another algorithm than the code's: one big number, digit by digit. */
function bitsOf(id: string): bigint {
  return [...id.slice(-26)].reduce((bits, letter) => bits * 32n + BigInt(ALPHABET.indexOf(letter)), 0n)
}

test('an id is its prefix and 26 characters that nobody confuses', () => {
  fc.assert(
    fc.property(prefix, time, random, (name, now, bytes) => {
      const id = createId(name, now, bytes)
      expect(id).toMatch(new RegExp(`^${name}_[0-7][0-9a-hjkmnp-tv-z]{25}$`))
      expect(isId(name, id)).toBe(true)
    }),
  )
})

test('an id is a UUIDv7: its time, its version, its variant and 74 random bits can be read back', () => {
  fc.assert(
    fc.property(time, random, (now, bytes) => {
      const bits = bitsOf(createId('pay', now, bytes))
      expect(bits >> 128n).toBe(0n)
      expect(bits >> 80n).toBe(BigInt(now))
      expect((bits >> 76n) & 15n).toBe(7n)
      expect((bits >> 62n) & 3n).toBe(2n)
      const value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
      const mask = (1n << 80n) - 1n - (15n << 76n) - (3n << 62n)
      expect(bits & mask).toBe(value & mask)
    }),
  )
})

test('later ids sort after earlier ones', () => {
  fc.assert(
    fc.property(time, time, random, random, (one, other, bytes, more) => {
      fc.pre(one < other)
      expect(createId('evt', one, bytes) < createId('evt', other, more)).toBe(true)
    }),
  )
})

test('what is no id of the kind asked for is told apart', () => {
  const id = createId('pay', 1, new Uint8Array(10))
  for (const wrong of [id.toUpperCase(), id.slice(1), `${id}0`, id.slice(0, -1), `${id.slice(0, -1)}u`, `${id}\n`, ''])
    expect(isId('pay', wrong)).toBe(false)
  expect(isId('re', id)).toBe(false)
})

test('an id with one character changed, taken away or added is no id, unless the change is to another valid character', () => {
  const letter = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })
  fc.assert(
    fc.property(prefix, time, random, fc.nat(40), letter, (name, now, bytes, place, other) => {
      const id = createId(name, now, bytes)
      const at = place % id.length
      expect(isId(name, id.slice(0, at) + id.slice(at + 1))).toBe(false)
      expect(isId(name, id.slice(0, at) + other + id.slice(at))).toBe(false)
      const changed = id.slice(0, at) + other + id.slice(at + 1)
      const valid = at > name.length ? ALPHABET.includes(other) : changed === id
      expect(isId(name, changed)).toBe(valid)
    }),
    { numRuns: 1_000 },
  )
})

test('an id is of one kind only', () => {
  fc.assert(
    fc.property(prefix, prefix, time, random, (name, other, now, bytes) => {
      expect(isId(other, createId(name, now, bytes))).toBe(name === other)
    }),
  )
})
