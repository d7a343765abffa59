/** Nodes that answer `eth_getLogs` for a few blocks only, and refuse more in words, codes and statuses of their own. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  createHttpRpc,
  createTransferFor,
  FakeClock,
  ScriptedNode,
  TEST_CHAIN_ID,
  type TestCheckout,
  testCheckout,
} from '../testing/index.ts'
import { isQuickRun } from '../testing/runs.ts'

/** The answer of a node to a range that is too wide for it. */
type Refusal = { readonly status: number; readonly body: string }

const refuse = (code: number, message: string, status = 200): Refusal => ({
  status,
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } }),
})

const refusals: readonly Refusal[] = [
  refuse(35, 'ranges over 100 blocks are not supported on freetier', 400),
  refuse(-32_005, 'limit exceeded'),
  refuse(-32_005, 'please limit the query to at most 100 blocks'),
  refuse(-32_603, 'Internal error'),
  refuse(-32_000, 'block not found'),
  refuse(-32_000, 'rate limit exceeded'),
  refuse(-32_602, 'invalid block range params', 500),
  { status: 400, body: 'Bad Request' },
  { status: 413, body: '' },
  { status: 429, body: '' },
  { status: 503, body: 'upstream failed' },
  { status: 504, body: '' },
  { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: 1, result: 'too many' }) },
]

let refusing = ''
let refusal: Refusal = { status: 200, body: '' }

/** Starts nodes whose refusals come over HTTP, as those of real nodes do. */
beforeAll(async () => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(refusal.status, { 'content-type': 'application/json' }).end(refusal.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  refusing = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return () => {
    server.closeAllConnections()
    server.close()
  }
})

/** Lets a node refuse ranges over more blocks than its limit. */
function limitNode(node: ScriptedNode, limit: number): void {
  const ask = createHttpRpc(refusing)
  node.distortion = (method, params, answer) => {
    const [filter] = params as [{ fromBlock?: string; toBlock?: string }?]
    const blocks = Number(filter?.toBlock) - Number(filter?.fromBlock) + 1
    return method === 'eth_getLogs' && blocks > limit ? ask(method, params) : answer()
  }
}

/** A shop whose nodes have these limits. */
async function openShop(...limits: readonly number[]) {
  const clock = new FakeClock()
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
  const mirrors = limits.slice(1).map(() => node.mirror())
  const shop = await testCheckout({}, { clock, node, mirrors, pause: async (ms) => clock.advance(ms) })
  for (const [index, one] of [node, ...mirrors].entries()) limitNode(one, limits[index] ?? 1)
  return {
    shop: Object.assign(shop, { mirrors }),
    finalise: (blocks: number) => mineMany(shop, blocks, [node, ...mirrors]),
  }
}

/** Mines blocks; all but the last two become final at once, as on a roll-up. */
function mineMany(shop: TestCheckout, count: number, nodes: readonly ScriptedNode[]): void {
  for (const node of nodes) node.finalizedDepth = 2
  for (let block = 0; block < count; block++) shop.mine()
}

/** Halving 200 blocks at a busy node takes the most passes, between which it rests for longer and longer. */
const PATIENCE = 60

/** Reads the network again and again, as the server does, until the payment is completed or it takes too long. */
async function readUntilPaid(shop: TestCheckout, payment: { readonly id: string }): Promise<void> {
  for (let tries = 0; tries < PATIENCE; tries++) {
    await shop.settle().catch(() => undefined)
    if ((await shop.retrieve(payment)).status === 'completed') break
    shop.clock.advance(2_000)
  }
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: [] })
}

async function completesPayment(limits: readonly number[], step: number): Promise<void> {
  const { shop, finalise } = await openShop(...limits)
  const payment = await shop.create({ expiresIn: 100_000 })
  shop.mine([createTransferFor(payment)])
  finalise(step + 2)
  await readUntilPaid(shop, payment)
  // A payment that was seen before becomes final by the second reading.
  const next = await shop.create({ amount: 11, expiresIn: 100_000 })
  shop.mine([createTransferFor(next)])
  await shop.watch().catch(() => undefined)
  finalise(step + 2)
  await readUntilPaid(shop, next)
  await shop.stop()
}

test.each(refusals)('a node that answers for seven blocks and refuses more with $status $body', async (said) => {
  refusal = said
  await completesPayment([7], 190)
})

test('several nodes, whatever their limits', async () => {
  for (const said of refusals) {
    refusal = said
    await completesPayment([100, 10, 1], 60)
  }
})

test('a thousand missed blocks', async () => {
  for (const said of isQuickRun() ? refusals.slice(0, 2) : refusals) {
    refusal = said
    await completesPayment([40], 1_000)
  }
})

test('any limit, words, code, status and step of finality', async () => {
  const anyRefusal = fc.record({
    status: fc.oneof(fc.constant(200), fc.integer({ min: 400, max: 599 })).filter((status) => status !== 401),
    body: fc.oneof(
      fc.string(),
      fc.record({ code: fc.integer(), message: fc.string() }).map(({ code, message }) => refuse(code, message).body),
    ),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 250 }), { minLength: 1, maxLength: 3 }),
      fc.oneof(fc.constantFrom(...refusals), anyRefusal),
      fc.constantFrom(1, 30, 200),
      async (limits, said, step) => {
        refusal = said
        await completesPayment(limits, step)
      },
    ),
    { numRuns: isQuickRun() ? 15 : 150 },
  )
})

test('health names the nodes whose limit is below what becomes final at a time', async () => {
  refusal = { status: 400, body: 'Bad Request' }
  const { shop, finalise } = await openShop(1_000, 50)
  const payment = await shop.create({ expiresIn: 100_000 })
  const shortRanges = async () => (await shop.states())[0]?.nodes.map(({ shortRange }) => shortRange)
  shop.mine([createTransferFor(payment)])
  await shop.settle()
  expect(await shortRanges()).toEqual([null, null])
  // All are read before they become final, as on a roll-up.
  for (const node of [shop.node, ...shop.mirrors]) node.finalizedDepth = 200
  for (let block = 0; block < 190; block++) shop.mine()
  await shop.settle()
  finalise(2)
  await readUntilPaid(shop, payment)
  expect(await shortRanges()).toEqual([
    null,
    expect.stringMatching(/^answers for the logs of \d\d blocks at once, and 19\d become/),
  ])
})

test('a node that refuses its caller is asked once', async () => {
  const { shop, finalise } = await openShop(0)
  await shop.create({ expiresIn: 100_000 })
  refusal = { status: 401, body: '' }
  let asked = 0
  const distortion = shop.node.distortion
  shop.node.distortion = (method, params, answer) => {
    const [filter] = params as [{ fromBlock?: string }?]
    asked += method === 'eth_getLogs' && filter?.fromBlock ? 1 : 0
    return distortion?.(method, params, answer) ?? answer()
  }
  finalise(20)
  await expect(shop.watch()).rejects.toThrow(/answered 401/)
  expect(asked).toBe(1)
})
