import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evmNetworkNames, networks } from '../../domain/catalog/networks.ts'
import { type ScriptedFeed, ScriptedNode } from '../../testing/scripted-node.ts'
import { NodeError } from '../node-error.ts'
import { parseEvmAddress } from './address.ts'
import { decodeRound, decodeText, LATEST_ROUND_DATA, readFeed } from './prices.ts'

const FEED = '0xb49f677943BC038e9857d61E7d053CaA2C1734C1'
const TIME = 1_767_225_600_000

const word = (value: bigint) => BigInt.asUintN(256, value).toString(16).padStart(64, '0')
const round = (answer: bigint, updatedAt: bigint) =>
  `0x${[(6n << 64n) | 5n, answer, updatedAt - 9n, updatedAt, 5n].map(word).join('')}`

function nodeWith(feed: ScriptedFeed): ScriptedNode {
  const node = new ScriptedNode({ chainId: 1, startTime: TIME })
  node.feeds.set(FEED, feed)
  return node
}

test('a round is the price and the second of its update', () => {
  expect(decodeRound(round(108_340_000n, 1_767_225_600n))).toEqual({ price: 108_340_000n, updatedAt: TIME })
})

test.each([
  ['zero', round(0n, 1n)],
  ['negative', round(-108_340_000n, 1n)],
  ['less than a millionth of a USD', round(99n, 1n)],
  ['more than a million USD', round(10n ** 14n + 1n, 1n)],
  ['the largest integer', round((1n << 255n) - 1n, 1n)],
  ['never updated', round(108_340_000n, 0n)],
  ['updated beyond all times', round(108_340_000n, 1n << 200n)],
  ['nothing', '0x'],
  ['too short', round(108_340_000n, 1n).slice(0, -64)],
  ['too long', `${round(108_340_000n, 1n)}${word(0n)}`],
  ['no hexadecimal', `0x${'z'.repeat(320)}`],
  ['no text', 'null'],
])('a round that is %s is not believed', (_name, data) => {
  expect(() => decodeRound(data)).toThrow()
})

test('whatever a node answers is a sane price or a failure', () => {
  const words = fc.array(fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }), { minLength: 5, maxLength: 5 })
  fc.assert(
    fc.property(words, (input) => {
      try {
        const { price, updatedAt } = decodeRound(`0x${input.map(word).join('')}`)
        expect(price > 0n && Number.isSafeInteger(updatedAt)).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
    }),
  )
})

test('a feed is read with its decimals; another number of them, and another contract, is not believed', async () => {
  const feed = { price: 99_990_000n, updatedAt: TIME }
  await expect(readFeed(nodeWith(feed).rpc, FEED)).resolves.toEqual(feed)
  await expect(readFeed(nodeWith({ ...feed, decimals: 18 }).rpc, FEED)).rejects.toThrow('18 decimals, not 8')
  const other = nodeWith(feed)
  other.distortion = (_method, [callParams], answer) => {
    if ((callParams as { data: string }).data === LATEST_ROUND_DATA)
      throw new NodeError('refused', 'execution reverted')
    return answer()
  }
  await expect(readFeed(other.rpc, FEED)).rejects.toThrow('refuses to answer')
  await expect(readFeed(nodeWith(feed).rpc, `0x${'1'.repeat(40)}`)).rejects.toThrow('no price feed')
})

test('a round that is not even bytes is the node’s fault, so that another is asked', async () => {
  const answered = (garbage: unknown) => {
    const node = nodeWith({ price: 99_990_000n, updatedAt: TIME })
    node.distortion = (_method, [callParams], answer) =>
      (callParams as { data: string }).data === LATEST_ROUND_DATA ? garbage : answer()
    return readFeed(node.rpc, FEED)
  }
  for (const garbage of [null, 7, {}, '', 'x', '0x0', '<html>']) {
    await expect(answered(garbage)).rejects.toMatchObject({ kind: 'malformed' })
  }
  for (const garbage of ['0x', '0x00', `0x${'f'.repeat(320)}`]) {
    await expect(answered(garbage)).rejects.not.toBeInstanceOf(NodeError)
  }
})

test('a text of a contract is read, and what is none is none', () => {
  const text = (offset: bigint, length: bigint, words: string) => `0x${word(offset)}${word(length)}${words}`
  const bytes = Buffer.from('EUR / USD').toString('hex').padEnd(64, '0')
  expect(decodeText(text(32n, 9n, bytes))).toBe('EUR / USD')
  expect(decodeText(text(32n, 33n, bytes))).toBeNull()
  expect(decodeText(text(64n, 9n, bytes))).toBeNull()
  expect(decodeText('0x')).toBeNull()
})

test('the feeds of the catalogue are addresses with a right checksum, and only of public networks', () => {
  for (const { feeds = {} } of evmNetworkNames.map((name) => networks.production[name])) {
    expect(Object.keys(feeds)).toEqual(expect.arrayContaining(['EUR', 'USDC']))
    for (const { address } of Object.values(feeds)) expect(parseEvmAddress(address)).toBe(address)
  }
  for (const name of evmNetworkNames) expect(networks.sandbox[name].feeds).toBeUndefined()
})
