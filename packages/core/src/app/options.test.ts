/** What a program in plain JavaScript may misspell. No compiler has looked at these calls. */
import { expect, test } from 'vitest'
import { openShop } from '../testing/shop.ts'
import { createCheckout } from './checkout.ts'

const noop = () => {}

test.each([
  ['a misspelt event', ['payment.complete', noop], /payment\.complete.*did you mean payment\.completed\?/],
  ['an event that is none', ['order.shipped', noop], /order\.shipped.*payment\.completed/],
  ['a pattern', ['payment.*', noop], /payment\.\*/],
  ['no event', [undefined, noop], /undefined/],
  ['no handler', ['payment.completed'], /payment\.completed.*must be a function/],
  ['a handler that is no function', ['payment.completed', {}], /payment\.completed.*must be a function/],
  ['a misspelt option', ['payment.completed', noop, { nmae: 'ship' }], /nmae.*did you mean name\?/],
  ['an empty name', ['payment.completed', noop, { name: '' }], /name must be/],
  ['a name in place of options', ['payment.completed', noop, 'ship'], /options.*name/],
])('checkout.on refuses %s at once', async (_, given, message) => {
  const { checkout } = await openShop()
  for (const operations of [checkout, checkout.sandbox, checkout.as('mer_1').sandbox]) {
    const on = operations.on as (...given: unknown[]) => void
    expect(() => on(...given)).toThrow(message)
    expect(() => on(...given)).toThrow(TypeError)
  }
})

test.each([
  [{ log: 'console' }, /log: must be a function/],
  [{ observer: noop }, /observer: must be an object/],
  [{ assets: {} }, /assets: must be a list/],
  [{ testPayer: 'anvil' }, /testPayer: must be an object/],
  [{ migrations: 'never' }, /migrations: must be run or refuse/],
  [{ by: 'me' }, /by: must be in_process or command_line/],
  [{ lgo: noop }, /lgo: there is no such key; did you mean log\?/],
])('createCheckout refuses %j', (options, message) => {
  const given = { publicUrl: 'http://localhost/', database: 'sqlite::memory:', ...(options as object) }
  expect(() => createCheckout(given)).toThrow(message)
})

test('createCheckout refuses to be called without options', () => {
  expect(() => (createCheckout as (options?: object) => unknown)()).toThrow(/publicUrl/)
})
