import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLOCK_TOLERANCE_MS } from '../../domain/attribution.ts'
import type { Finality } from '../../domain/catalog/networks.ts'
import { ScriptedNode, type ScriptedTransfer } from '../../testing/scripted-node.ts'
import type { BlockRef, ObservedTransfer, Position, Recipients, Step } from '../chain.ts'
import { NodeError } from '../node-error.ts'
import type { Rpc } from '../rpc.ts'
import { createEvmNode, type EvmNode } from './node.ts'
import type { Peers } from './peer-readings.ts'
import { decideNextStep } from './read.ts'
import { recheckRange } from './read-again.ts'

const TOKEN = `0x${'a'.repeat(40)}`
const PAYER = `0x${'b'.repeat(40)}`
const SHOP = `0x${'c'.repeat(40)}`
const START = 1_700_000_000_000
const paid = (rawAmount = 5n, to = SHOP): ScriptedTransfer => ({ token: TOKEN, from: PAYER, to, rawAmount })

function openChain(finalizedDepth = 2) {
  const node = new ScriptedNode({ chainId: 1, startTime: START, finalizedDepth })
  let seconds = 0
  const mine = (...transfers: ScriptedTransfer[]) => {
    seconds += 1
    return node.mine(START + seconds * 1_000, transfers)
  }
  const mineMany = (count: number) => {
    for (let block = 0; block < count; block++) mine()
  }
  return { node, mine, mineMany }
}

/** The peers of a single node. */
const alone = (node: EvmNode): Peers => ({
  final: async () => (await node.finalNumber(await node.head())) ?? -1,
  agreeOn: async () => {},
  others: null,
})

/** Keeps in memory what the database stores: position, and the transfers seen and final. */
function openReader(
  rpc: Rpc,
  options: { startTime?: number; finality?: Finality; recipients?: readonly string[] | null } = {},
) {
  const node = createEvmNode(rpc, [TOKEN], options.finality ?? 'finalized')
  const named = options.recipients === undefined ? [SHOP] : options.recipients
  const recipients: Recipients = { all: async () => named, intersect: async (addresses) => new Set(addresses) }
  let reread = { number: 0, missedTo: 0 }
  let position: Position = { cursor: null, finalNumber: 0, recentBlocks: [], startTime: options.startTime ?? null }
  const transfers = new Map<string, ObservedTransfer & { final: boolean }>()
  const keyOf = (one: ObservedTransfer) => [one.txHash, one.from, one.to, one.rawAmount, one.ordinal].join()

  function keepOnly(where: (one: ObservedTransfer) => boolean): void {
    for (const [key, one] of transfers) if (!where(one)) transfers.delete(key)
  }

  function move(cursor: BlockRef, ring: readonly BlockRef[]): void {
    position = { ...position, cursor, recentBlocks: [...ring].sort((a, b) => b.number - a.number) }
  }

  function apply(step: Step): void {
    if (step.kind === 'start') {
      move(step.at, [step.at])
      position = { ...position, finalNumber: step.finalNumber }
      reread = { number: step.at.number, missedTo: 0 }
    }
    if (step.kind === 'leap') {
      move(step.at, [step.at])
      position = { ...position, finalNumber: step.at.number }
      reread.missedTo = step.at.number
    }
    if (step.kind === 'advance') {
      move(step.blocks.at(-1)!, [...position.recentBlocks, ...step.blocks])
      for (const one of step.transfers) transfers.set(keyOf(one), { ...one, final: false })
    }
    if (step.kind === 'rewind') {
      keepOnly((one) => one.blockNumber <= step.to.number)
      move(
        step.to,
        position.recentBlocks.filter((block) => block.number <= step.to.number),
      )
    }
    if (step.kind === 'finalize') {
      keepOnly((one) => one.blockNumber < step.from || one.blockNumber > step.to)
      for (const one of step.views.flat()) transfers.set(keyOf(one), { ...one, final: true })
      position = {
        ...position,
        finalNumber: step.to,
        recentBlocks: position.recentBlocks.filter((block) => block.number >= step.to),
      }
    }
  }

  async function step(): Promise<Step> {
    const next = await decideNextStep(node, alone(node), position, recipients)
    apply(next.step)
    return next.step
  }

  /** Reads the blocks that were skipped. */
  async function readMissed(): Promise<void> {
    while (reread.number < reread.missedTo) {
      const from = reread.number + 1
      const final = position.recentBlocks.find((block) => block.number === position.finalNumber)!
      const range = { from, to: reread.missedTo, isMissed: true, final } as const
      const { to, views } = await recheckRange(
        node,
        { ...alone(node), others: async (work) => [await work(node)] },
        range,
        recipients,
      )
      expect(views[0]).toEqual(views[1])
      keepOnly((one) => one.blockNumber < from || one.blockNumber > to)
      for (const one of views[0] ?? []) transfers.set(keyOf(one), { ...one, final: true })
      reread.number = to
    }
  }

  return {
    step,
    /** Reads until nothing is left; returns the kinds of the steps. */
    async settle(): Promise<string[]> {
      const kinds: string[] = []
      for (;;) {
        const { kind } = await step()
        if (kind === 'idle') {
          await readMissed()
          return kinds
        }
        kinds.push(kind)
        if (kind === 'halt' || kinds.length > 2_000) return kinds
      }
    },
    get position() {
      return position
    },
    found: (final?: boolean) =>
      [...transfers.values()]
        .filter((one) => final === undefined || one.final === final)
        .map((one) => `${one.blockNumber}/${one.logIndex} ${one.rawAmount} #${one.ordinal} ${one.blockTime - START}`)
        .sort(),
  }
}

test('reading begins at the final block when nobody waits', async () => {
  const { node, mineMany } = openChain()
  mineMany(10)
  const reader = openReader(node.rpc)
  expect(await reader.step()).toMatchObject({ kind: 'start', at: { number: 8 }, finalNumber: 8 })
})

test('reading begins before the first payment, and sees what it was paid', async () => {
  const { node, mine, mineMany } = openChain()
  mineMany(400)
  mine(paid())
  mineMany(400)
  const reader = openReader(node.rpc, { startTime: START + 401_000 + CLOCK_TOLERANCE_MS })
  expect(await reader.step()).toMatchObject({ kind: 'start', at: { number: 400 }, finalNumber: 400 })
  await reader.settle()
  expect(reader.found()).toEqual(['401/0 5 #0 401000'])
})

test('a chain whose clock is behind loses no payment: reading begins as much earlier as clocks may differ', async () => {
  const { node, mine, mineMany } = openChain()
  mine(paid())
  mineMany(20)
  // By the server's clock the payment was made long after the block that pays it was closed.
  const reader = openReader(node.rpc, { startTime: START + 5_000 })
  await reader.settle()
  expect(reader.found(true)).toEqual(['1/0 5 #0 1000'])
})

test('reading never begins above the final block, however late the first payment is', async () => {
  const { node, mineMany } = openChain()
  mineMany(1_000)
  const reader = openReader(node.rpc, { startTime: START + 999_000_000 })
  expect(await reader.step()).toMatchObject({ kind: 'start', at: { number: 998 } })
})

test('a young chain that has nothing final is read from its first block, an old one only once it can tell', async () => {
  const { node, mine, mineMany } = openChain()
  mine(paid())
  node.distortion = (_, [tag], answer) => (tag === 'finalized' ? null : answer())
  const young = openReader(node.rpc)
  expect(await young.step()).toMatchObject({ kind: 'start', at: { number: 0 }, finalNumber: 0 })
  await young.settle()
  expect(young.found(false)).toHaveLength(1)
  mineMany(20_000)
  const old = openReader(node.rpc)
  await expect(old.step()).rejects.toThrow(/final/)
  node.distortion = null
  expect(await old.step()).toMatchObject({ kind: 'start', at: { number: 19_999 } })
})

test('near the tip blocks are read as they come, and once more when they are final', async () => {
  const { node, mine } = openChain()
  const reader = openReader(node.rpc)
  await reader.settle()
  mine(paid(), paid(), paid(7n))
  expect(await reader.settle()).toEqual(['advance'])
  expect(reader.found(false)).toEqual(['1/0 5 #0 1000', '1/1 5 #0 1000', '1/2 7 #0 1000'])
  mine()
  expect(await reader.settle()).toEqual(['advance'])
  expect(reader.found(true)).toEqual([])
  mine()
  expect(await reader.settle()).toEqual(['advance', 'finalize'])
  expect(reader.found(true)).toHaveLength(3)
})

test('equal transfers of one transaction are told apart', async () => {
  const { node, mine, mineMany } = openChain()
  const reader = openReader(node.rpc)
  await reader.settle()
  const txHash = `0x${'9'.repeat(64)}`
  mine({ ...paid(), txHash }, { ...paid(), txHash }, { ...paid(6n), txHash })
  mineMany(2)
  await reader.settle()
  expect(reader.found(true)).toEqual(['1/0 5 #0 1000', '1/1 5 #1 1000', '1/2 6 #0 1000'])
})

test('a node that answers logs in any order, and some twice, changes nothing', async () => {
  const { node, mine, mineMany } = openChain()
  const reader = openReader(node.rpc)
  await reader.settle()
  const txHash = `0x${'9'.repeat(64)}`
  mine({ ...paid(), txHash }, { ...paid(), txHash }, paid(6n))
  node.distortion = (method, _, answer) => {
    const honest = answer()
    return method === 'eth_getLogs' ? [...(honest as object[]), ...(honest as object[])].reverse() : honest
  }
  mineMany(2)
  await reader.settle()
  expect(reader.found(true)).toEqual(['1/0 5 #0 1000', '1/1 5 #1 1000', '1/2 6 #0 1000'])
})

test('what a node left out at first is found when its block is final', async () => {
  const { node, mine, mineMany } = openChain()
  const reader = openReader(node.rpc)
  await reader.settle()
  mine(paid())
  node.distortion = (method, _, answer) => (method === 'eth_getLogs' ? [] : answer())
  await reader.settle()
  expect(reader.found()).toEqual([])
  node.distortion = null
  mineMany(2)
  await reader.settle()
  expect(reader.found(true)).toEqual(['1/0 5 #0 1000'])
})

test('a node that is behind what was read is not believed, and changes nothing', async () => {
  const { node, mine, mineMany } = openChain()
  mineMany(5)
  mine(paid())
  const reader = openReader(node.rpc)
  await reader.settle()
  const before = reader.position
  node.lag = 3
  await expect(reader.step()).rejects.toThrow(/block 3, block 6 was read already/)
  expect(reader.position).toEqual(before)
  node.lag = 0
  expect(await reader.step()).toEqual({ kind: 'idle' })
})

test('a reorganisation is noticed at the same height, and above it', async () => {
  for (const more of [0, 1, 5]) {
    const { node, mine, mineMany } = openChain(5)
    mineMany(10)
    const reader = openReader(node.rpc)
    mine(paid(5n))
    mineMany(2)
    await reader.settle()
    expect(reader.found(false)).toEqual(['11/0 5 #0 11000'])
    node.drop(3)
    mine()
    mine(paid(6n))
    mineMany(1 + more)
    expect(await reader.step()).toMatchObject({ kind: 'rewind', to: { number: 10 } })
    await reader.settle()
    expect(reader.found()).toEqual(['12/0 6 #0 15000'])
  }
})

test('a shorter chain is waited for until it has grown as far as what was read', async () => {
  const { node, mine, mineMany } = openChain(5)
  mineMany(10)
  const reader = openReader(node.rpc)
  mine(paid())
  await reader.settle()
  node.drop(2)
  await expect(reader.settle()).rejects.toThrow(/waiting/)
  mineMany(2)
  expect(await reader.settle()).toEqual(['rewind', 'advance'])
  expect(reader.found()).toEqual([])
})

test('a node that has lost its blocks is waited for: nothing contradicts what was final', async () => {
  const chain = openChain()
  const reader = openReader(chain.node.rpc)
  chain.mineMany(9)
  await reader.settle()
  chain.mineMany(3)
  chain.node.distortion = (method, [tag], answer) =>
    method === 'eth_getBlockByNumber' && String(tag).startsWith('0x') ? null : answer()
  await expect(reader.step()).rejects.toMatchObject({ kind: 'behind' })
  chain.node.distortion = null
  expect(await reader.settle()).not.toContain('halt')
})

test('when a final block changes everything halts, whatever the node says next', async () => {
  for (const depth of [3, 4, 6]) {
    const { node, mineMany } = openChain(2)
    mineMany(10)
    const reader = openReader(node.rpc)
    await reader.settle()
    mineMany(1)
    await reader.settle()
    expect(reader.position.finalNumber).toBe(9)
    node.drop(depth)
    mineMany(depth)
    expect(await reader.step()).toMatchObject({ kind: 'halt', reason: expect.stringContaining('block 9 was final') })
    mineMany(700)
    expect(await reader.step()).toMatchObject({ kind: 'halt' })
  }
})

test('a reorganisation down to the final block, and not below, is followed', async () => {
  const { node, mine, mineMany } = openChain(2)
  mineMany(10)
  const reader = openReader(node.rpc)
  await reader.settle()
  node.drop(2)
  mine(paid())
  mineMany(3)
  expect(await reader.step()).toMatchObject({ kind: 'rewind', to: { number: 8 } })
  await reader.settle()
  expect(reader.found(true)).toEqual(['9/0 5 #0 11000'])
})

test('a reorganisation while blocks are asked for is told by their parents: no block of another fork slips in', async () => {
  const { node, mine, mineMany } = openChain(8)
  mineMany(10)
  const reader = openReader(node.rpc)
  await reader.settle()
  mineMany(2)
  mine(paid(5n))
  mineMany(2)
  let requestCount = 0
  node.distortion = (method, [tag], answer) => {
    if (method === 'eth_getBlockByNumber' && tag !== 'latest' && tag !== 'finalized' && ++requestCount === 3) {
      node.drop(3)
      mine(paid(6n))
      mineMany(4)
    }
    return answer()
  }
  const first = await reader.step()
  if (first.kind !== 'advance') throw new Error('there is something to read')
  const canonical = node.blocks.map((block) => block.hash)
  expect(first.blocks.map((block) => block.number)).toEqual([11, 12, 13, 14])
  expect(canonical).toEqual(expect.arrayContaining(first.blocks.map((block) => block.hash)))
  await reader.settle()
  expect(reader.found()).toEqual(['13/0 6 #0 16000'])
})

test('logs under the hash of another block are not believed', async () => {
  const { node, mine } = openChain(8)
  const reader = openReader(node.rpc)
  await reader.settle()
  mine(paid())
  node.distortion = (method, [filter], answer) => {
    const honest = answer()
    if (method !== 'eth_getLogs' || !(filter as { blockHash?: string }).blockHash) return honest
    return (honest as object[]).map((log) => ({ ...log, blockHash: `0x${'e'.repeat(64)}` }))
  }
  await reader.settle()
  expect(reader.found()).toEqual([])
})

test('a second reading that mixes forks is not believed', async () => {
  const { node, mine, mineMany } = openChain()
  const reader = openReader(node.rpc)
  await reader.settle()
  mine(paid())
  mineMany(2)
  node.distortion = (method, [filter], answer) => {
    const honest = answer()
    if (method !== 'eth_getLogs' || (filter as { blockHash?: string }).blockHash) return honest
    return (honest as object[]).map((log) => ({ ...log, blockHash: `0x${'e'.repeat(64)}` }))
  }
  await expect(reader.settle()).rejects.toThrow(/mixes forks at block 1/)
  expect(reader.found(true)).toEqual([])
  node.distortion = null
  await reader.settle()
  expect(reader.found(true)).toHaveLength(1)
})

test('a node that does not know a block it just spoke of is asked again later', async () => {
  const { node, mine, mineMany } = openChain()
  const reader = openReader(node.rpc)
  await reader.settle()
  mine(paid())
  mineMany(1)
  node.distortion = (method, [tag], answer) => (method === 'eth_getBlockByNumber' && tag === '0x1' ? null : answer())
  await reader.step().catch(() => {})
  expect(reader.found()).toEqual([])
  node.distortion = null
  await reader.settle()
  expect(reader.found()).toHaveLength(1)
})

test('while finality stalls blocks are read on, and nothing becomes final', async () => {
  const { node, mine, mineMany } = openChain()
  const reader = openReader(node.rpc)
  await reader.settle()
  node.distortion = (_, [tag], answer) => {
    if (tag === 'finalized') throw new NodeError('refused', 'no milestone')
    return answer()
  }
  mine(paid())
  mineMany(100)
  await reader.settle()
  expect(reader.position.cursor?.number).toBe(101)
  expect(reader.found(true)).toEqual([])
  node.distortion = null
  await reader.settle()
  expect(reader.found(true)).toHaveLength(1)
})

test('finality that goes back takes nothing back', async () => {
  const { node, mine, mineMany } = openChain(2)
  const reader = openReader(node.rpc)
  await reader.settle()
  mine(paid())
  mineMany(5)
  await reader.settle()
  node.finalizedDepth = 6
  expect(await reader.settle()).toEqual([])
  expect(reader.position.finalNumber).toBe(4)
  expect(reader.found(true)).toHaveLength(1)
})

test('finality may be a number of confirmations', async () => {
  const { node, mine, mineMany } = openChain()
  const reader = openReader(node.rpc, { finality: { confirmations: 4 } })
  await reader.settle()
  mine(paid())
  mineMany(3)
  await reader.settle()
  expect(reader.found(true)).toEqual([])
  mineMany(1)
  await reader.settle()
  expect(reader.found(true)).toHaveLength(1)
})

test('after a long absence final blocks are read by range, the rest one by one', async () => {
  const { node, mine, mineMany } = openChain(40)
  const reader = openReader(node.rpc)
  await reader.settle()
  const blocks: number[] = []
  for (let pause = 0; pause < 30; pause++) {
    mineMany(83)
    mine(paid(BigInt(1_000 + pause)), paid(1n, PAYER))
    blocks.push(node.head.number)
  }
  let calls = 0
  node.distortion = (_, __, answer) => {
    calls += 1
    return answer()
  }
  const kinds = await reader.settle()
  expect(reader.found()).toEqual(blocks.map((number, index) => `${number}/0 ${1_000 + index} #0 ${number}000`).sort())
  expect(reader.found(true)).toHaveLength(blocks.filter((number) => number <= node.finalizedNumber).length)
  expect(kinds.length).toBeLessThan(25)
  expect(calls).toBeLessThan(250)
})

test('the network that stopped being the one that was read halts after a long absence too', async () => {
  const { node, mineMany } = openChain(2)
  mineMany(10)
  const reader = openReader(node.rpc)
  await reader.settle()
  node.drop(9)
  mineMany(3_000)
  expect(await reader.step()).toMatchObject({ kind: 'halt' })
})

test('recipients that are too many to name are all read', async () => {
  const { node, mine, mineMany } = openChain()
  const reader = openReader(node.rpc, { recipients: null })
  await reader.settle()
  mine(paid(5n), paid(6n, `0x${'d'.repeat(40)}`))
  mineMany(2)
  await reader.settle()
  expect(reader.found(true)).toHaveLength(2)
})

test('recipients are asked for after the head is known, so that whoever is paid from now on is among them', async () => {
  const { node, mine } = openChain()
  const order: string[] = []
  node.distortion = (method, [tag], answer) => {
    order.push(method === 'eth_getBlockByNumber' ? String(tag) : method)
    return answer()
  }
  const evm = createEvmNode(node.rpc, [TOKEN], 'finalized')
  const recipients: Recipients = {
    all: async () => {
      order.push('recipients')
      return [SHOP]
    },
    intersect: async (addresses) => new Set(addresses),
  }
  const next = async (position: Position) => (await decideNextStep(evm, alone(evm), position, recipients)).step
  const start = await next({ cursor: null, finalNumber: 0, recentBlocks: [], startTime: null })
  if (start.kind !== 'start') throw new Error('it has to begin')
  mine(paid())
  order.length = 0
  await next({ cursor: start.at, finalNumber: 0, recentBlocks: [start.at], startTime: null })
  expect(order).toEqual(['latest', 'finalized', 'recipients', 'eth_getLogs'])
})

const happening = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('mine' as const), pay: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reorganise' as const),
      depth: fc.integer({ min: 1, max: 6 }),
      keep: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('read' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lag' as const), blocks: fc.integer({ min: 0, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('omit' as const), logs: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('sprint' as const), blocks: fc.integer({ min: 30, max: 900 }) }),
  },
)

test('whatever the chain and the node do, in the end exactly the transfers of the chain are final', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 60 }), async (steps) => {
      const { node, mine, mineMany } = openChain(6)
      const reader = openReader(node.rpc)
      await reader.settle()
      let finalNumber = 0
      let amount = 0n
      const step = () =>
        reader.step().catch((error: Error) => {
          expect(error.message).toMatch(/waiting for it|does not have block/)
        })
      for (const one of steps) {
        if (one.do === 'mine') mine(...(one.pay ? [paid(++amount), paid(amount)] : []))
        if (one.do === 'sprint') mineMany(one.blocks)
        if (one.do === 'lag') node.lag = one.blocks
        if (one.do === 'omit') {
          // First readings only: they ask by the block's hash.
          const byHash = (filter: unknown) => (filter as { blockHash?: string }).blockHash !== undefined
          node.distortion = one.logs
            ? (method, [filter], answer) => (method === 'eth_getLogs' && byHash(filter) ? [] : answer())
            : null
        }
        if (one.do === 'reorganise') {
          const dropped = node.drop(Math.min(one.depth, node.head.number - finalNumber))
          mine(...(one.keep ? dropped.reverse() : []))
          mineMany(one.depth)
        }
        finalNumber = Math.max(finalNumber, node.finalizedNumber)
        if (one.do === 'read') {
          const step_ = await step()
          expect(step_?.kind).not.toBe('halt')
        }
        const canonical = new Set(node.blocks.map((block) => block.number))
        for (const key of reader.found(true)) expect(canonical.has(Number(key.split('/')[0]))).toBe(true)
      }
      node.lag = 0
      node.distortion = null
      mineMany(8)
      expect(await reader.settle()).not.toContain('halt')
      const expected = node.blocks.flatMap((block) =>
        block.transfers.map(
          (one, index) => `${block.number}/${index} ${one.rawAmount} #0 ${block.timestamp * 1_000 - START}`,
        ),
      )
      expect(reader.found(true)).toEqual(expected.sort())
      expect(reader.found(false)).toEqual([])
    }),
    { numRuns: 150 },
  )
})
