import { expect, test } from 'vitest'
import { parseConfig } from '../../app/config.ts'
import { openNetworks } from '../../app/networks.ts'
import { type ScriptedFeed, ScriptedNode } from '../../testing/scripted-node.ts'
import { NodeError } from '../node-error.ts'
import { inspectNode } from './inspect.ts'

const NOW = Date.parse('2026-01-01T00:00:00.000Z')
const HOUR_MS = 3_600_000
const ADDRESS = '0xb49f677943BC038e9857d61E7d053CaA2C1734C1'
const euro = { price: 108_340_000n, updatedAt: NOW - 5 * HOUR_MS, description: 'EUR / USD' }

/** The findings on a production network's euro feed. */
async function findingOf(feed: ScriptedFeed | null) {
  const [network] = openNetworks(
    parseConfig({ rates: { EUR: 'chainlink' }, production: { networks: { ethereum: { rpcUrls: ['http://node'] } } } }),
    () => 0,
  )
  const node = new ScriptedNode({ chainId: 1, startTime: NOW })
  if (feed) node.feeds.set(ADDRESS, feed)
  const findings = await inspectNode(network!, node.rpc, NOW)
  return findings.find(({ text }) => text.startsWith('feed EUR/USD'))
}

test('a feed that is as it should be is named with its price and its age', async () => {
  const text = `feed EUR/USD at ${ADDRESS}: 1.08340000, updated 5 hours ago`
  expect(await findingOf(euro)).toEqual({ ok: true, text })
  const { description: _, ...silent } = euro
  expect(await findingOf({ ...silent, updatedAt: NOW - 60_000 })).toMatchObject({
    ok: true,
    text: expect.stringContaining('updated 60 seconds ago'),
  })
})

test.each([
  ['of another pair', { ...euro, description: 'USDC / USD' }, 'calls itself USDC / USD: correct its address'],
  ['of other decimals', { ...euro, decimals: 18 }, 'has 18 decimals'],
  ['that is stale', { ...euro, updatedAt: NOW - 97 * HOUR_MS }, 'updated 97 hours ago, longer than its heartbeat'],
  ['that answers nothing', { ...euro, price: 0n }, 'could not be read: answers 0'],
  ['that is not there', null, 'is no price feed: correct its address'],
])('a feed %s is found out', async (_name, feed, text) => {
  expect(await findingOf(feed)).toMatchObject({ ok: false, text: expect.stringContaining(text) })
})

test.each([
  ['POL / USD', true],
  ['MATIC / USD', true],
  ['ETH / USD', false],
  ['MATIC / ETH', false],
])('a feed of POL that calls itself %s is right: %s', async (description, ok) => {
  process.env.TEST_INSPECT_GAS_KEY = `0x${'4e'.repeat(32)}`
  const polygon = { rpcUrls: ['http://node'], gasKey: { env: 'TEST_INSPECT_GAS_KEY' } }
  const [network] = openNetworks(parseConfig({ production: { networks: { polygon } } }), () => 0)
  const node = new ScriptedNode({ chainId: 137, startTime: NOW })
  node.feeds.set('0xAB594600376Ec9fD91F8e885dADF0CE036862dE0', {
    ...{ price: 50_000_000n, updatedAt: NOW - HOUR_MS, description },
  })
  const findings = await inspectNode(network!, node.rpc, NOW)
  expect(findings.find(({ text }) => text.startsWith('feed POL/USD'))).toMatchObject({ ok })
})

/** The findings on a production network's node. */
async function findingsOf(node: ScriptedNode, now: number): Promise<{ ok: boolean; text: string }[]> {
  const [network] = openNetworks(
    parseConfig({ production: { networks: { ethereum: { rpcUrls: ['http://node'] } } } }),
    () => 0,
  )
  return inspectNode(network!, node.rpc, now)
}

test('a node that stands still, and finality that does, are found out', async () => {
  const node = new ScriptedNode({ chainId: 1, startTime: NOW })
  for (let minute = 1; minute <= 60; minute++) node.mine(NOW + minute * 60_000)
  const now = NOW + HOUR_MS + 12_000
  expect(await findingsOf(node, now)).toMatchObject([
    { ok: true, text: 'serves chain 1' },
    { ok: true, text: 'newest block 60, 12 seconds old' },
    { ok: true, text: 'finalized block 58, 2 minutes behind the newest' },
    { ok: true, text: 'answers for the logs of 10 blocks at once' },
    ...Array(6).fill(expect.anything()),
  ])
  node.finalizedDepth = 50
  expect(await findingsOf(node, now + HOUR_MS)).toMatchObject([
    { ok: true },
    { ok: false, text: expect.stringMatching(/newest block 60, 60 minutes old: .*stands still/) },
    {
      ok: false,
      text: expect.stringMatching(/finalized block 10, 50 minutes behind the newest: finality stands still/),
    },
    { ok: true },
    ...Array(6).fill(expect.anything()),
  ])
})

test.each([
  [1_000, 'answers for the logs of 300 blocks at once'],
  [100, 'refuses logs of 300 blocks, ten minutes of them, and answers for 75: reading what was missed'],
  [20, 'answers for the logs of 16 blocks at once, and 64 become final: finality takes more requests'],
])('a node that answers for the logs of %i blocks at once is found out', async (limit, text) => {
  const node = new ScriptedNode({ chainId: 1, startTime: NOW, finalizedDepth: 64 })
  for (let block = 1; block <= 400; block++) node.mine(NOW + block * 2_000)
  node.distortion = async (method, [filter], answer) => {
    const { fromBlock, toBlock } = (filter ?? {}) as { fromBlock?: string; toBlock?: string }
    if (method !== 'eth_getLogs' || Number(toBlock) - Number(fromBlock) < limit) return answer()
    throw new NodeError('refused', 'eth_getLogs: Internal error')
  }
  expect((await findingsOf(node, NOW + 801_000))[3]).toMatchObject({ ok: true, text: expect.stringContaining(text) })
})

test('a node without logs is found out', async () => {
  const node = new ScriptedNode({ chainId: 1, startTime: NOW })
  for (let block = 1; block <= 40; block++) node.mine(NOW + block * 12_000)
  node.distortion = async (method, _, answer) => {
    if (method !== 'eth_getLogs') return answer()
    throw new NodeError('refused', 'eth_getLogs: the method is not available')
  }
  expect((await findingsOf(node, NOW + 481_000))[3]).toEqual({
    ...{ ok: false, text: 'does not answer for logs (eth_getLogs): eth_getLogs: the method is not available' },
  })
})
