import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each([
  'password1234',
  'Passw0rd!2026',
  'P@ssw0rdP@ssw0rd',
  '123456789012',
  '098765432109',
  'qwertyuiop12',
  'QWERTZuiop!!',
  '1qaz2wsx3edc',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'abcdefghijkl',
  'iloveyou1234',
  'administrator',
  'letmein-2026',
  'Summer2026!!',
  'welcome_welcome',
  'superman1999',
  'dragon-monkey',
  'xyxyxyxyxyxy',
  'ann.miller.1',
  'BeansAndCo2026',
  'beans&co-checkout',
])('%s is common', (password) => {
  expect(isCommonPassword(password, ['ann.miller@example.com', 'Beans & Co', 'beansandco'])).toBe(true)
})

test.each([
  'correct horse battery staple',
  'tr0ub4dor&3x',
  'nK7!vq2Lm#pX',
  'Blaues Fahrrad im Regen',
  'wyvern-gluten-9-otter',
  'пароль-для-магазина-лес',
])('%s is not', (password) => {
  expect(isCommonPassword(password, ['ann@example.com', 'Beans & Co'])).toBe(false)
})

test('random passwords are never called common', () => {
  const letters = fc.constantFrom(...'bcdfghjkmnpqrtvwxyz2346789')
  const random = fc.string({ unit: letters, minLength: 20, maxLength: 30 }).filter((text) => new Set(text).size > 10)
  fc.assert(fc.property(random, (password) => !isCommonPassword(password, ['ann@example.com'])))
})
