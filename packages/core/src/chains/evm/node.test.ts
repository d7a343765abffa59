import { expect, test } from 'vitest'
import { ScriptedNode } from '../../testing/scripted-node.ts'
import { TRANSFER_TOPIC, toTopic } from './decode.ts'
import { evmNode } from './node.ts'
import { NodeError, type Rpc } from './rpc.ts'

const TOKEN = `0x${'A'.repeat(40)}`
const PAYER = `0x${'b'.repeat(40)}`
const SHOP = `0x${'c'.repeat(40)}`
const START = 1_000_000

function chainOf(blocks: number, ...paidIn: number[]): ScriptedNode {
  const node = new ScriptedNode({ chainId: 1, startTime: START })
  for (let number = 1; number <= blocks; number++) {
    const count = paidIn.filter((one) => one === number).length
    node.mine(START + number * 1_000, Array(count).fill({ token: TOKEN, from: PAYER, to: SHOP, rawAmount: 5n }))
  }
  return node
}

/** The node, and which ranges of logs it was asked for; wider ones than `limit` it refuses. */
function limited(node: ScriptedNode, limit: () => number) {
  const asked: [number, number][] = []
  const rpc: Rpc = async (method, params) => {
    const [filter] = params as [{ fromBlock?: string; toBlock?: string }]
    if (method === 'eth_getLogs' && filter.fromBlock) {
      const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)]
      asked.push([from, to])
      if (to - from + 1 > limit()) throw new NodeError('too_much', 'block range too wide')
    }
    return node.rpc(method, params)
  }
  return { asked, rpc }
}

test('a range that the node refuses is halved until it fits, and nothing is read twice or left out', async () => {
  const scripted = chainOf(900, 1, 2, 2, 63, 64, 65, 500, 900)
  const { asked, rpc } = limited(scripted, () => 64)
  const node = evmNode(rpc, [TOKEN], 'finalized')
  const logs = await node.logsOfRange(1, 900, [SHOP])
  expect(logs.map((log) => log.blockNumber)).toEqual([1, 2, 2, 63, 64, 65, 500, 900])
  expect(node.range()).toBeLessThanOrEqual(72)
  const served = asked.filter(([from, to]) => to - from < 64)
  expect(served[0]?.[0]).toBe(1)
  expect(served.at(-1)?.[1]).toBe(900)
  for (const [index, [from]] of served.entries()) if (index > 0) expect(from).toBe(served[index - 1]![1] + 1)
})

test('a range grows again when the node serves more', async () => {
  let limit = 3
  const { rpc } = limited(chainOf(300), () => limit)
  const node = evmNode(rpc, [TOKEN], 'finalized')
  await node.logsOfRange(1, 30, [SHOP])
  expect(node.range()).toBeLessThanOrEqual(5)
  limit = 10_000
  for (let times = 0; times < 400; times++) await node.logsOfRange(1, 300, [SHOP])
  expect(node.range()).toBe(10_000)
})

test('a single block that the node refuses is its failure, and so is a node that can not be reached', async () => {
  const none = limited(chainOf(10), () => 0)
  await expect(evmNode(none.rpc, [TOKEN], 'finalized').logsOfRange(1, 10, [SHOP])).rejects.toThrow(/too wide/)
  let calls = 0
  const unreachable: Rpc = async () => {
    calls += 1
    throw new Error('connection refused')
  }
  await expect(evmNode(unreachable, [TOKEN], 'finalized').logsOfRange(1, 10, [SHOP])).rejects.toThrow(/refused/)
  expect(calls).toBe(1)
})

test('a node is asked for the tokens and wallets that are watched, and for nothing where there are none', async () => {
  const filters: unknown[] = []
  const rpc: Rpc = async (_, [filter]) => {
    filters.push(filter)
    return []
  }
  const node = evmNode(rpc, [TOKEN], 'finalized')
  await node.logsOfRange(1, 2, [SHOP])
  await node.logsOfRange(1, 2, null)
  await node.logsOfRange(1, 2, [])
  await evmNode(rpc, [], 'finalized').logsOfRange(1, 2, null)
  const common = { fromBlock: '0x1', toBlock: '0x2', address: [TOKEN.toLowerCase()] }
  expect(filters).toEqual([
    { ...common, topics: [TRANSFER_TOPIC, null, [toTopic(SHOP)]] },
    { ...common, topics: [TRANSFER_TOPIC] },
  ])
})

test('foreign, malformed, removed, worthless and repeated logs in an answer do not count', async () => {
  const scripted = chainOf(2, 1, 1, 2)
  const [first, second, third] = (await scripted.rpc('eth_getLogs', [
    { fromBlock: '0x1', toBlock: '0x2', address: [TOKEN.toLowerCase()], topics: [TRANSFER_TOPIC] },
  ])) as object[]
  scripted.distortion = (method, _, answer) =>
    method === 'eth_getLogs'
      ? [
          ...[
            third,
            third,
            null,
            'nonsense',
            second,
            { ...first, address: PAYER, logIndex: '0x7' },
            { ...first, removed: true },
          ],
          ...[
            { ...first, topics: [TRANSFER_TOPIC, toTopic(PAYER), toTopic(PAYER)], logIndex: '0x8' },
            { ...first, data: '0x' },
          ],
          ...[{ ...first, data: `0x${'0'.repeat(64)}`, logIndex: '0x9' }, first, second],
        ]
      : answer()
  const node = evmNode(scripted.rpc, [TOKEN], 'finalized')
  const keys = (logs: { blockNumber: number; logIndex: number }[]) =>
    logs.map((log) => `${log.blockNumber}/${log.logIndex}`).sort()
  expect(keys(await node.logsOfRange(1, 2, [SHOP]))).toEqual(['1/0', '1/1', '2/0'])
  expect(keys(await node.logsOfBlock((await node.block(1))!, [SHOP]))).toEqual(['1/0', '1/1'])
})

test('an answer that is no list is no answer', async () => {
  for (const wrong of [null, {}, 'x', 7]) {
    const node = evmNode(async () => wrong, [TOKEN], 'finalized')
    await expect(node.logsOfRange(1, 2, null)).rejects.toThrow(/no list/)
  }
})

test('finality is what the node says, or a number of confirmations, and unknown where the node refuses', async () => {
  const scripted = chainOf(10)
  const finalOf = async (finality: 'finalized' | { confirmations: number }) => {
    const node = evmNode(scripted.rpc, [TOKEN], finality)
    return node.finalNumber(await node.head())
  }
  expect(await finalOf('finalized')).toBe(8)
  expect(await finalOf({ confirmations: 3 })).toBe(7)
  expect(await finalOf({ confirmations: 100 })).toBe(0)
  scripted.distortion = (_, [tag], answer) => {
    if (tag === 'finalized') throw new NodeError('refused', 'finalized block not found')
    return answer()
  }
  expect(await finalOf('finalized')).toBeNull()
  scripted.distortion = (_, [tag], answer) => (tag === 'finalized' ? null : answer())
  expect(await finalOf('finalized')).toBeNull()
  scripted.distortion = (_, [tag], answer) => {
    if (tag === 'finalized') throw new Error('connection reset')
    return answer()
  }
  await expect(finalOf('finalized')).rejects.toThrow(/reset/)
})

test('a node without a newest block is not believed', async () => {
  await expect(evmNode(async () => null, [TOKEN], 'finalized').head()).rejects.toThrow(/newest block/)
})
