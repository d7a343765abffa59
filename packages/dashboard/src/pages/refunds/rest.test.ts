import type { Payment, PaymentMethod, Refund } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { findRest, findSurplus } from './rest.ts'

const place = { cryptocurrency: 'USDC', network: 'polygon' } as const
const method = { ...place, cryptoAmount: '53.897096', amountReceived: '53.897096' } as PaymentMethod
const payment = { amount: 49.9, currency: 'EUR', transactions: [{ status: 'final' }] } as unknown as Payment

function createRefund(amount: number, cryptoAmount: string, more: object = {}): Refund {
  return { ...place, amount, cryptoAmount, status: 'pending', destination: null, ...more } as Refund
}

test.each([
  ['without a refund, all', [], { coins: '53.897096', price: 49.9 }],
  ['less what refunds take', [createRefund(10, '10.801022')], { coins: '43.096074', price: 39.9 }],
  ['with what a failed one has left', [createRefund(10, '10.801022', { status: 'failed' })], { price: 49.9 }],
  ['of this method alone', [createRefund(10, '10.801022', { network: 'stellar' })], { price: 49.9 }],
  ['nothing after all was refunded', [createRefund(49.9, '53.897096')], null],
])('%s can be refunded', (_, refunds, rest) => {
  const found = findRest(payment, method, refunds)
  if (rest === null) expect(found).toBeNull()
  else expect(found).toMatchObject(rest)
})

test('a cancelled refund takes nothing, unless it may have been signed', () => {
  const cancelled = { status: 'cancelled' }
  expect(findRest(payment, method, [createRefund(10, '10.801022', cancelled)])).toMatchObject({ price: 49.9 })
  expect(findRest(payment, method, [createRefund(10, '10.801022', { ...cancelled, destination: '0x1' })])).toBeNull()
})

test('money that is not final says nothing, and another amount than was asked for has no price', () => {
  const seen = { ...payment, transactions: [{ status: 'seen' }] } as unknown as Payment
  expect(findRest(seen, method, [])).toBeNull()
  expect(findRest(payment, { ...method, amountReceived: '60.000000' }, [])).toEqual({ coins: '60.000000', price: null })
})

test.each([
  ['nothing of the exact amount', '53.897096', [], null],
  ['what came too much, at the rate of the payment, rounded down', '59.897096', [], 5.55],
  ['less what went back', '59.897096', [createRefund(2, '2.160204')], 3.55],
  ['nothing after it went back', '59.897096', [createRefund(5.55, '5.994567')], null],
  ['nothing of less than a cent', '53.897099', [], null],
])('the surplus is %s', (_, amountReceived, refunds, surplus) => {
  expect(findSurplus(payment, { ...method, amountReceived }, refunds)).toBe(surplus)
})

test('a part of a dinar has three decimals', () => {
  const dinars = { ...payment, amount: 12.345, currency: 'KWD' }
  expect(findRest(dinars, method, [createRefund(1.005, '4.387617')])).toMatchObject({ price: 11.34 })
  expect(findSurplus(dinars, { ...method, amountReceived: '59.897096' }, [])).toBe(1.374)
})

test('the surplus of a payment in yen is whole yen, and in forints has decimals', () => {
  const forints = { ...payment, amount: 5_000, currency: 'HUF' }
  expect(findSurplus(forints, { ...method, amountReceived: '59.897096' }, [])).toBe(556.61)
  const yen = { ...payment, amount: 5_000, currency: 'JPY' }
  expect(findSurplus(yen, { ...method, amountReceived: '59.897096' }, [])).toBe(556)
  expect(findSurplus(yen, { ...method, amountReceived: '53.900000' }, [])).toBeNull()
})
