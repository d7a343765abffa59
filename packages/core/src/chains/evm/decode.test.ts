import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBlock, decodeTransferLog, encodeQuantity, encodeTopic, TRANSFER_TOPIC } from './decode.ts'

const hex = (digits: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: digits, maxLength: digits })
const word = hex(64).map((digits) => `0x${digits}`)
const address = hex(40).map((digits) => `0x${digits}`)
const quantity = fc.integer({ min: 0, max: 2 ** 40 })

const good = {
  address: `0x${'a'.repeat(40)}`,
  topics: [TRANSFER_TOPIC, encodeTopic(`0x${'b'.repeat(40)}`), encodeTopic(`0x${'c'.repeat(40)}`)],
  data: `0x${'f'.padStart(64, '0')}`,
  transactionHash: `0x${'1'.repeat(64)}`,
  blockHash: `0x${'2'.repeat(64)}`,
  blockNumber: '0x10',
  logIndex: '0x0',
}

test('a Transfer log is taken apart as it was put together, in lower case', () => {
  fc.assert(
    fc.property(
      address,
      address,
      address,
      word,
      word,
      quantity,
      quantity,
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      (...args) => {
        const [token, from, to, txHash, blockHash, blockNumber, logIndex, amount] = args
        const log = {
          address: token,
          topics: [TRANSFER_TOPIC, encodeTopic(from), encodeTopic(to)],
          data: `0x${amount.toString(16).padStart(64, '0')}`,
          transactionHash: txHash,
          blockHash,
          blockNumber: encodeQuantity(blockNumber),
          logIndex: encodeQuantity(logIndex),
        }
        const expected = { token, from, to, txHash, blockHash }
        const lower = Object.fromEntries(Object.entries(expected).map(([name, text]) => [name, text.toLowerCase()]))
        const rest = { rawAmount: amount, logIndex, blockNumber }
        expect(decodeTransferLog(log)).toEqual({ ...lower, ...rest })
      },
    ),
  )
})

test('a log that was removed does not count', () => {
  expect(decodeTransferLog({ ...good, removed: false })).not.toBeNull()
  expect(decodeTransferLog({ ...good, removed: true })).toBeNull()
})

test.each([
  ['a pending log without a block', { blockHash: null, blockNumber: null }],
  ['an NFT, whose number is a topic', { topics: [...good.topics, good.data], data: '0x' }],
  ['a token that does not index its addresses', { topics: good.topics.slice(0, 1), data: `0x${'0'.repeat(192)}` }],
  ['another event', { topics: [`0x${'d'.repeat(64)}`, ...good.topics.slice(1)] }],
  [
    'an address with something before it',
    { topics: [TRANSFER_TOPIC, good.topics[1], `0x1${good.topics[2]?.slice(3)}`] },
  ],
  ['a short amount', { data: '0xf' }],
  ['a long amount', { data: `${good.data}00` }],
  ['no amount', { data: '0x' }],
  ['an amount that is no hex', { data: `0x${'g'.repeat(64)}` }],
  ['a number instead of a quantity', { logIndex: 0 }],
  ['an address that is too short', { address: '0xaa' }],
  ['a hash that is none', { transactionHash: '0x1' }],
  ['no topics', { topics: null }],
])('%s is no transfer', (_, wrong) => {
  expect(decodeTransferLog({ ...good, ...wrong })).toBeNull()
})

test('whatever a node sends as a log is a transfer or nothing, never an error', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(good), 'removed'), (junk, name) => {
      expect(decodeTransferLog(junk)).toBeNull()
      const decoded = decodeTransferLog({ ...good, [name]: junk })
      if (decoded) expect(decoded).toMatchObject({ rawAmount: 15n })
    }),
  )
})

test('a block is read strictly, and one that the node does not have is told apart from nonsense', () => {
  const block = { number: '0x10', hash: `0x${'A'.repeat(64)}`, parentHash: `0x${'B'.repeat(64)}`, timestamp: '0x65' }
  expect(decodeBlock(block)).toEqual({
    number: 16,
    hash: `0x${'a'.repeat(64)}`,
    parentHash: `0x${'b'.repeat(64)}`,
    time: 101_000,
  })
  expect(decodeBlock(null)).toBeNull()
  for (const name of Object.keys(block))
    for (const wrong of [undefined, null, 16, 'x', '0x', '0xzz', {}])
      expect(() => decodeBlock({ ...block, [name]: wrong })).toThrow(/malformed/)
  // Too large for a number, and too large for a date.
  for (const wrong of [{ number: `0x${'f'.repeat(16)}` }, { timestamp: '0xfffffffffff' }])
    expect(() => decodeBlock({ ...block, ...wrong })).toThrow(/malformed/)
  for (const wrong of [undefined, 'block', 7, true]) expect(() => decodeBlock(wrong)).toThrow(/no block/)
})
