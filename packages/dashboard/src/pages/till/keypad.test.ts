import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findKey, isWithin, type Key, pressKey } from './keypad.ts'

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const press = (...keys: Key[]) => keys.reduce(pressKey, 0)

test('digits move to the left', () => {
  expect(press('1', '2', '5', '0')).toBe(1250)
  expect(press('5', '00')).toBe(500)
  expect(press('0', '00')).toBe(0)
  expect(press('1', '2', 'back')).toBe(1)
  expect(press('1', '2', 'clear', '7')).toBe(7)
})

test('whatever is pressed, the amount is one that the API takes, and each digit can be taken back', () => {
  const keys = fc.array(fc.constantFrom<Key>(...digits, '00', 'back', 'clear'), { maxLength: 40 })
  fc.assert(
    fc.property(keys, fc.constantFrom<Key>(...digits), (before, digit) => {
      const cents = press(...before)
      expect(Number.isSafeInteger(cents) && cents >= 0 && cents <= 99_999_999_999).toBe(true)
      const next = pressKey(cents, digit)
      if (next !== cents) expect(pressKey(next, 'back')).toBe(cents)
    }),
  )
})

test('keys of a keyboard', () => {
  expect(['7', 'Backspace', 'Delete', 'Escape', 'a', 'F1', '10'].map(findKey)).toEqual([
    '7',
    'back',
    'clear',
    'clear',
    null,
    null,
    null,
  ])
})

test('limits include their ends, and nothing is no amount', () => {
  const bounds = { minimum: 5, maximum: 10 }
  expect([0, 499, 500, 1000, 1001].map((cents) => isWithin(cents, bounds))).toEqual([false, false, true, true, false])
  expect([0, 1].map((cents) => isWithin(cents, { minimum: null, maximum: null }))).toEqual([false, true])
})
