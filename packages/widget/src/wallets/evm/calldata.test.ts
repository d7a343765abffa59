import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeBalanceCall, encodeTransfer, readNumber } from './transfer.ts'

const TO = '0x52908400098527886E0F7030069857D2E4169EE7'

test('a call is its selector and its arguments of 32 bytes each', () => {
  expect(encodeTransfer(TO, 100_004_321n)).toBe(
    '0xa9059cbb00000000000000000000000052908400098527886e0f7030069857d2e4169ee70000000000000000000000000000000000000000000000000000000005f5f1e1',
  )
  expect(encodeBalanceCall(TO)).toBe('0x70a0823100000000000000000000000052908400098527886e0f7030069857d2e4169ee7')
})

test('recipient and amount can be read back from any call', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 160n - 1n), fc.bigInt(0n, 2n ** 256n - 1n), (to, amount) => {
      const data = encodeTransfer(`0x${to.toString(16).padStart(40, '0')}`, amount)
      expect(data).toMatch(/^0xa9059cbb[0-9a-f]{128}$/)
      expect([BigInt(`0x${data.slice(10, 74)}`), BigInt(`0x${data.slice(74)}`)]).toEqual([to, amount])
    }),
  )
})

test('an answer is a number or it is none', () => {
  expect(readNumber(`0x${'0'.repeat(62)}ff`)).toBe(255n)
  for (const odd of ['0x', '', null, undefined, 255, '255', `0x${'0'.repeat(65)}`, '0xzz']) {
    expect(readNumber(odd)).toBeNull()
  }
})
