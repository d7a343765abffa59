import { expect, test } from 'vitest'
import type { Finality } from '../../domain/catalog/networks.ts'
import { ScriptedNode } from '../../testing/scripted-node.ts'
import { NodeError } from '../node-error.ts'
import type { Rpc } from '../rpc.ts'
import { encodeTopic, TRANSFER_TOPIC } from './decode.ts'
import { createEvmNode } from './node.ts'

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

/** The node, and the log ranges requested from it. It refuses ranges wider than `limit`. */
function limited(node: ScriptedNode, limit: () => number) {
  const requests: [number, number][] = []
  const rpc: Rpc = async (method, params) => {
    const [filter] = params as [{ fromBlock?: string; toBlock?: string }]
    if (method === 'eth_getLogs' && filter.fromBlock) {
      const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)]
      requests.push([from, to])
      if (to - from + 1 > limit()) throw new NodeError('too_much', 'block range too wide')
    }
    return node.rpc(method, params)
  }
  return { requests, rpc }
}

test('a range that the node refuses is halved until it fits, and nothing is read twice or left out', async () => {
  const scripted = chainOf(900, 1, 2, 2, 63, 64, 65, 500, 900)
  const { requests, rpc } = limited(scripted, () => 64)
  const node = createEvmNode(rpc, [TOKEN], 'finalized')
  const logs = await node.logsOfRange(1, 900, [SHOP])
  expect(logs.map((log) => log.blockNumber)).toEqual([1, 2, 2, 63, 64, 65, 500, 900])
  expect(node.range()).toBeLessThanOrEqual(72)
  const served = requests.filter(([from, to]) => to - from < 64)
  expect(served[0]?.[0]).toBe(1)
  expect(served.at(-1)?.[1]).toBe(900)
  for (const [index, [from]] of served.entries()) if (index > 0) expect(from).toBe(served[index - 1]![1] + 1)
})

test('a range grows again when the node serves more', async () => {
  let limit = 3
  const { rpc } = limited(chainOf(300), () => limit)
  const node = createEvmNode(rpc, [TOKEN], 'finalized')
  await node.logsOfRange(1, 30, [SHOP])
  expect(node.range()).toBeLessThanOrEqual(5)
  limit = 10_000
  for (let times = 0; times < 400; times++) await node.logsOfRange(1, 300, [SHOP])
  expect(node.range()).toBe(10_000)
})

test('what was refused is not asked for again before a hundred answers', async () => {
  const { requests, rpc } = limited(chainOf(10), () => 10)
  const node = createEvmNode(rpc, [TOKEN], 'finalized')
  for (let times = 0; times < 500; times++) await node.logsOfRange(1, node.range(), [SHOP])
  const refused = requests.flatMap(([from, to], place) => (to - from === 10 ? [place] : []))
  expect(refused.length).toBeGreaterThan(2)
  for (const [index, place] of refused.entries())
    if (index > 0) expect(place - refused[index - 1]!).toBeGreaterThan(100)
})

test('the range that a provider suggests is asked for next, unless it is no part of what was asked', async () => {
  const requests: [number, number][] = []
  const suggestions = [{ from: 1, to: 123 }, { from: 7, to: 9 }, { from: 1, to: 61 }, null]
  const rpc: Rpc = async (_, [filter]) => {
    const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
    requests.push([Number(fromBlock), Number(toBlock)])
    const suggestedRange = suggestions.shift()
    if (suggestedRange !== undefined) throw new NodeError('too_much', 'too many results', { suggestedRange })
    return []
  }
  await createEvmNode(rpc, [TOKEN], 'finalized').logsOfRange(1, 300, [SHOP])
  expect(requests.slice(0, 5)).toEqual([
    [1, 300],
    [1, 123],
    [1, 61],
    [1, 30],
    [1, 15],
  ])
})

test('a node that runs out of time is asked for less, but not waited for again and again', async () => {
  const requests: number[] = []
  let slowFrom = 200
  const rpc: Rpc = async (_, [filter]) => {
    const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
    const blocks = Number(toBlock) - Number(fromBlock) + 1
    requests.push(blocks)
    if (blocks >= slowFrom) throw new NodeError('unreachable', 'no answer in time', { timedOut: true })
    return []
  }
  const node = createEvmNode(rpc, [TOKEN], 'finalized')
  await expect(node.logsOfRange(1, 500, [SHOP])).rejects.toThrow(/in time/)
  expect(requests).toEqual([500, 250])
  expect(await node.logsOfRange(1, 500, [SHOP])).toEqual([])
  expect(requests.slice(2, 4)).toEqual([125, 141])
  slowFrom = 0
  requests.length = 0
  await expect(node.logsOfRange(1, 500, [SHOP])).rejects.toThrow(/in time/)
  expect(requests).toHaveLength(2)
})

test('a single block that the node refuses is its failure, and so is a node that cannot be reached', async () => {
  const none = limited(chainOf(10), () => 0)
  await expect(createEvmNode(none.rpc, [TOKEN], 'finalized').logsOfRange(1, 10, [SHOP])).rejects.toThrow(/too wide/)
  let calls = 0
  const unreachable: Rpc = async () => {
    calls += 1
    throw new NodeError('unreachable', 'connection refused')
  }
  await expect(createEvmNode(unreachable, [TOKEN], 'finalized').logsOfRange(1, 10, [SHOP])).rejects.toThrow(/refused/)
  expect(calls).toBe(1)
})

test('a node is asked for the tokens and wallets that are watched, and for nothing where there are none', async () => {
  const filters: unknown[] = []
  const rpc: Rpc = async (_, [filter]) => {
    filters.push(filter)
    return []
  }
  const node = createEvmNode(rpc, [TOKEN], 'finalized')
  await node.logsOfRange(1, 2, [SHOP])
  await node.logsOfRange(1, 2, null)
  await node.logsOfRange(1, 2, [])
  await createEvmNode(rpc, [], 'finalized').logsOfRange(1, 2, null)
  const common = { fromBlock: '0x1', toBlock: '0x2', address: [TOKEN.toLowerCase()] }
  expect(filters).toEqual([
    { ...common, topics: [TRANSFER_TOPIC, null, [encodeTopic(SHOP)]] },
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
            { ...first, topics: [TRANSFER_TOPIC, encodeTopic(PAYER), encodeTopic(PAYER)], logIndex: '0x8' },
            { ...first, data: '0x' },
          ],
          ...[{ ...first, data: `0x${'0'.repeat(64)}`, logIndex: '0x9' }, first, second],
        ]
      : answer()
  const node = createEvmNode(scripted.rpc, [TOKEN], 'finalized')
  const keys = (logs: { blockNumber: number; logIndex: number }[]) =>
    logs.map((log) => `${log.blockNumber}/${log.logIndex}`).sort()
  expect(keys(await node.logsOfRange(1, 2, [SHOP]))).toEqual(['1/0', '1/1', '2/0'])
  expect(keys(await node.logsOfBlock((await node.block(1))!, [SHOP]))).toEqual(['1/0', '1/1'])
})

test('logs of other blocks than those asked for do not count', async () => {
  const all = (await chainOf(9, 2, 5, 8).rpc('eth_getLogs', [
    { fromBlock: '0x0', toBlock: '0x9', address: [TOKEN.toLowerCase()], topics: [] },
  ])) as { blockHash: string; blockNumber: string }[]
  const node = createEvmNode(async () => all, [TOKEN], 'finalized')
  expect((await node.logsOfRange(4, 7, null)).map((log) => log.blockNumber)).toEqual([5])
  const block = { number: 5, hash: all[1]!.blockHash, parentHash: '', time: 0 }
  expect(await node.logsOfBlock(block, null)).toHaveLength(1)
  expect(await node.logsOfBlock({ ...block, number: 6 }, null)).toEqual([])
})

test('logs that cannot be read are counted, those taken back are not', async () => {
  const [log] = (await chainOf(1, 1).rpc('eth_getLogs', [
    { fromBlock: '0x1', toBlock: '0x1', address: [TOKEN.toLowerCase()], topics: [] },
  ])) as object[]
  const answers = [null, { ...log, data: '0x' }, { ...log, removed: true }, log]
  const node = createEvmNode(async () => answers, [TOKEN], 'finalized')
  expect(await node.logsOfRange(1, 1, null)).toHaveLength(1)
  expect(node.malformedLogs()).toBe(2)
})

test('a block under the number of another one is not believed', async () => {
  const scripted = chainOf(3)
  const node = createEvmNode(async (method) => scripted.rpc(method, ['0x1', false]), [TOKEN], 'finalized')
  expect((await node.block(1))?.number).toBe(1)
  await expect(node.block(2)).rejects.toMatchObject({ kind: 'malformed' })
})

test('a receipt shows a transfer only in its block, and each of equal transfers for itself', async () => {
  const scripted = chainOf(0)
  const paid = { token: TOKEN, from: PAYER, to: SHOP, rawAmount: 5n, txHash: `0x${'7'.repeat(64)}` }
  scripted.mine(START, [paid, paid, { ...paid, rawAmount: 6n }])
  const node = createEvmNode(scripted.rpc, [TOKEN], 'finalized')
  const transfer = { ...paid, token: TOKEN.toLowerCase(), blockHash: scripted.head.hash, ordinal: 0 }
  expect(await node.receiptShows(transfer)).toBe(true)
  expect(await node.receiptShows({ ...transfer, ordinal: 1 })).toBe(true)
  expect(await node.receiptShows({ ...transfer, rawAmount: 6n })).toBe(true)
  for (const other of [
    { ordinal: 2 },
    { rawAmount: 7n },
    { to: PAYER },
    { from: SHOP },
    { token: PAYER },
    { blockHash: `0x${'0'.repeat(64)}` },
    { txHash: `0x${'8'.repeat(64)}` },
  ])
    expect(await node.receiptShows({ ...transfer, ...other })).toBe(false)
  const changed = (fields: object) => {
    scripted.distortion = (_, __, answer) => ({ ...(answer() as object), ...fields })
    return node.receiptShows(transfer)
  }
  expect(await changed({ status: '0x0' })).toBe(false)
  for (const wrong of [{ transactionHash: `0x${'8'.repeat(64)}` }, { logs: null }, { status: 1 }, { blockHash: null }])
    await expect(changed(wrong)).rejects.toMatchObject({ kind: 'malformed' })
})

test('an answer that is no list is no answer', async () => {
  for (const wrong of [null, {}, 'x', 7]) {
    const node = createEvmNode(async () => wrong, [TOKEN], 'finalized')
    await expect(node.logsOfRange(1, 2, null)).rejects.toThrow(/no list/)
  }
})

test('finality is what the node says, or a number of confirmations, and unknown where the node refuses', async () => {
  const scripted = chainOf(10)
  const finalOf = async (finality: Finality) => {
    const node = createEvmNode(scripted.rpc, [TOKEN], finality)
    return node.finalNumber(await node.head())
  }
  expect(await finalOf('finalized')).toBe(8)
  expect(await finalOf('safe')).toBe(9)
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
    if (tag === 'finalized') throw new NodeError('unreachable', 'connection reset')
    return answer()
  }
  await expect(finalOf('finalized')).rejects.toThrow(/reset/)
})

test('a node without a newest block is not believed', async () => {
  await expect(createEvmNode(async () => null, [TOKEN], 'finalized').head()).rejects.toThrow(/newest block/)
})
