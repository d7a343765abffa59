import fc from 'fast-check'
import { expect, test } from 'vitest'
import { samplePayment } from '../../testing/sample-payment.ts'
import { formatRawAmount, parseTransfer } from './transfer.ts'

const TOKEN = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'
const OTHER = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const payment = samplePayment()
const uri = (change: { token?: string; chain?: string; address?: string; raw?: string; tail?: string } = {}) => {
  const { token = TOKEN, chain = '137', address = payment.address, raw = '100004321', tail = '' } = change
  return `ethereum:${token}@${chain}/transfer?address=${address}&uint256=${raw}${tail}`
}
const main = { id: 137, hasValue: true }
const read = (paymentUri: string, shown = '100.004321', chain = main) =>
  parseTransfer({ ...payment, paymentUri }, shown, chain)

test('the transfer is the one that the payment describes', () => {
  expect(read(uri())).toEqual({
    chainId: 137,
    token: TOKEN,
    to: payment.address,
    rawAmount: 100_004_321n,
    decimals: 6,
  })
})

test('a coin of 18 decimals has its own integer for the same amount', () => {
  expect(read(uri({ raw: '100004321000000000000' }))).toMatchObject({
    rawAmount: 100_004_321n * 10n ** 12n,
    decimals: 18,
  })
})

test.each([
  ['another address', uri({ address: OTHER })],
  ['another amount', uri({ raw: '100004322' })],
  ['ten times the amount', uri({ raw: '1000043210' })],
  ['no amount', uri({ raw: '0' })],
  ['another network', uri({ chain: '1' })],
  ['the token itself as who is paid', uri({ token: payment.address })],
  ['a parameter more', uri({ tail: '&gas=1' })],
  ['two amounts', uri({ tail: '&uint256=1' })],
  ['an exponent', uri({ raw: '100004321e0' })],
  ['another function', uri().replace('/transfer?', '/approve?')],
  ['coins of the network itself', `ethereum:${payment.address}@137?value=1`],
  ['Stellar', 'web+stellar:pay?destination=G'],
  ['nothing', ''],
])('%s is refused', (_, paymentUri) => {
  expect(read(paymentUri)).toBeNull()
})

test('what is shown must be the amount of the transfer, to the last digit', () => {
  for (const shown of ['100.004320', '100.00432', '100', '', '1e2', '100.0043210', '-100.004321']) {
    expect(read(uri(), shown)).toBeNull()
  }
})

test('coins with a value are never paid in test mode', () => {
  const local = { ...payment, paymentUri: uri({ chain: '31338' }), livemode: false }
  expect(parseTransfer(local, '100.004321', { id: 31_338, hasValue: false })).not.toBeNull()
  expect(parseTransfer({ ...payment, paymentUri: uri(), livemode: false }, '100.004321', main)).toBeNull()
})

test('any amount comes through as it was, and none but it', () => {
  const millionths = fc.bigInt({ min: 1n, max: 10n ** 15n })
  fc.assert(
    fc.property(
      millionths,
      fc.constantFrom(6, 18),
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      (amount, decimals, off) => {
        const shown = formatRawAmount(amount, 6)
        const raw = amount * 10n ** BigInt(decimals - 6)
        expect(read(uri({ raw: String(raw) }), shown)).toMatchObject({ rawAmount: raw, decimals })
        expect(read(uri({ raw: String(raw + off) }), shown)).toBeNull()
      },
    ),
  )
})

test('amounts have six digits and are rounded up, so that nobody is told too little', () => {
  expect(formatRawAmount(1n, 6)).toBe('0.000001')
  expect(formatRawAmount(1n, 18)).toBe('0.000001')
  expect(formatRawAmount(1_000_000_000_001n, 18)).toBe('0.000002')
  expect(formatRawAmount(12_345_678n, 6)).toBe('12.345678')
})
