import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findKey, isWithin, type Key, pressKey, toAmount } from './keypad.ts'

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const pressIn = (currency: string, ...keys: Key[]) => keys.reduce((typed, key) => pressKey(typed, key, currency), 0)
const press = (...keys: Key[]) => pressIn('EUR', ...keys)

test('digits move to the left', () => {
  expect(press('1', '2', '5', '0')).toBe(1250)
  expect(press('5', '00')).toBe(500)
  expect(press('0', '00')).toBe(0)
  expect(press('1', '2', 'back')).toBe(1)
  expect(press('1', '2', 'clear', '7')).toBe(7)
})

test('the last digits are the decimals of the currency', () => {
  const amounts = ['EUR', 'JPY', 'KWD'].map((currency) => toAmount(pressIn(currency, '4', '5', '0'), currency))
  expect(amounts).toEqual([4.5, 450, 0.45])
})

test('whatever is pressed, the amount is one that the API takes, and each digit can be taken back', () => {
  const keys = fc.array(fc.constantFrom<Key>(...digits, '00', 'back', 'clear'), { maxLength: 40 })
  fc.assert(
    fc.property(
      fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'),
      keys,
      fc.constantFrom<Key>(...digits),
      (currency, before, digit) => {
        const typed = pressIn(currency, ...before)
        expect(Number.isSafeInteger(typed) && typed >= 0 && toAmount(typed, currency) <= 999_999_999.99).toBe(true)
        const next = pressKey(typed, digit, currency)
        if (next !== typed) expect(pressKey(next, 'back', currency)).toBe(typed)
      },
    ),
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
  expect([0, 4.99, 5, 10, 10.01].map((amount) => isWithin(amount, bounds))).toEqual([false, false, true, true, false])
  expect([0, 0.01].map((amount) => isWithin(amount, { minimum: null, maximum: null }))).toEqual([false, true])
})
