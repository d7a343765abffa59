import type { Payment, Transfer } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPayable, sortByAmount } from './match.ts'

const WALLET = '0xAbCd'
const transfer = { amount: '10.000000', cryptocurrency: 'USDC', network: 'polygon', to: '0xabcd' } as Transfer

function createPayment(id: string, cryptoAmount: string, more: object = {}, amountReceived = '0.000000'): Payment {
  const method = { cryptocurrency: 'USDC', network: 'polygon', address: WALLET, ...more }
  return {
    id,
    cryptoAmount,
    amountReceived,
    methods: [{ ...method, address: null, network: 'stellar' }, method],
  } as unknown as Payment
}

test.each([
  ['the same wallet', {}, true],
  ['another wallet', { address: '0xother' }, false],
  ['another coin', { cryptocurrency: 'DAI' }, false],
  ['another network', { network: 'ethereum' }, false],
  ['a method without terms yet', { address: null }, false],
])('a payment at %s can be paid: %s', (_, more, payable) => {
  expect(isPayable(createPayment('pay_1', '10.000000', more), transfer)).toBe(payable)
})

test('the nearest amounts come first, and those that cannot be paid are left out', () => {
  const payments = [
    createPayment('far', '99.000000'),
    createPayment('less', '9.999999'),
    createPayment('same', '10.000000'),
    createPayment('never', '10.000000', { network: 'ethereum' }),
    createPayment('more', '10.000002'),
  ]
  expect(sortByAmount(payments, transfer).map(({ id }) => id)).toEqual(['same', 'less', 'more', 'far'])
})

test('a payment that has its money comes last, also if it came late, and part of it counts', () => {
  const payments = [
    createPayment('paid', '10.000000', {}, '10.000000'),
    createPayment('far', '99.000000'),
    createPayment('part', '30.000000', {}, '20.000000'),
  ]
  expect(sortByAmount(payments, transfer).map(({ id }) => id)).toEqual(['part', 'far', 'paid'])
})

test('amounts beyond the digits of a number are compared exactly', () => {
  const big = fc.bigInt({ min: 1n, max: 10n ** 17n })
  const format = (millionths: bigint) =>
    `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, '0')}`
  fc.assert(
    fc.property(big, big, big, (of, one, other) => {
      const sorted = sortByAmount([createPayment('one', format(one)), createPayment('other', format(other))], {
        ...transfer,
        amount: format(of),
      })
      const far = (value: bigint) => (value > of ? value - of : of - value)
      expect(sorted[0]?.id).toBe(far(one) <= far(other) ? 'one' : 'other')
    }),
  )
})
