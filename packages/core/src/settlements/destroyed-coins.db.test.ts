import type { Payment, Settlement } from '@crypto-checkout/api-types'
import { afterEach, expect, test } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import { createTransferFor, FakeClock, TEST_CHAIN_ID, TEST_TOKEN, TEST_WALLET } from '../testing/index.ts'
import { type Distortion, ScriptedNode } from '../testing/scripted-node.ts'
import { openReady, type TestSweeping } from '../testing/sweeping.ts'
import { createReconciliation } from '../workers/reconcile.ts'

const DAY_MS = 24 * 3_600_000

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(...options: Parameters<typeof openReady>): Promise<TestSweeping> {
  const opened = await openReady(...options)
  closing.push(opened.shop.stop)
  return opened
}

/** Two completed payments whose deposits a settlement will sweep. */
async function closeTwo(opened: TestSweeping): Promise<readonly [Payment, Payment, Settlement]> {
  const [first, second] = await opened.paid([10_000_000n, 11_000_000n])
  const [settlement] = await opened.close()
  if (!first || !second || !settlement) throw new Error('there are no two payments')
  return [first, second, settlement]
}

/** Another account calls the factory, which pays the wallet. */
function sweepByOthers({ shop, held }: TestSweeping, { address }: Payment): void {
  shop.mine([{ token: TEST_TOKEN, from: address, to: TEST_WALLET, rawAmount: held(TEST_TOKEN, address) }])
}

const rowsOf = ({ shop }: TestSweeping) =>
  shop.storage.db
    .selectFrom('sweeps')
    .select(['state', 'amount', 'lost_amount'])
    .orderBy('send_id')
    .orderBy('expected')
    .execute()

async function imbalance({ shop }: TestSweeping): Promise<number> {
  const look = createReconciliation(shop.checkout.context)
  while (await look.checkSome());
  return look.state().imbalance
}

test('coins that the issuer destroyed on a deposit are not booked as paid out, and are told', async () => {
  const opened = await open()
  const { shop } = opened
  const [destroyed, swept, settlement] = await closeTwo(opened)
  opened.destroy(TEST_TOKEN, destroyed.address)
  await opened.finish()
  const done = await opened.settlement(settlement.id)
  expect(opened.held(TEST_TOKEN, TEST_WALLET)).toBe(11_000_000n)
  expect(done).toMatchObject({ status: 'completed', amount: '11.000000', paymentCount: 1, failure: null })
  expect(await shop.retrieve(destroyed)).toMatchObject({ status: 'completed', settlement: null })
  expect(await shop.retrieve(swept)).toMatchObject({ settlement: settlement.id })
  const [state] = await shop.states()
  expect(state?.troubles).toContain('lost_coins')
  expect(state?.trouble).toContain(`10.000000 USDC on the deposit of payment ${destroyed.id} are no longer there`)
  // There is nothing left to sweep.
  shop.clock.advance(2 * DAY_MS)
  expect(await opened.close()).toEqual([])
  expect(await imbalance(opened)).toBe(0)
})

test('a settlement of which everything was destroyed has failed, and says so', async () => {
  const opened = await open()
  const [first, second, settlement] = await closeTwo(opened)
  for (const { address } of [first, second]) opened.destroy(TEST_TOKEN, address)
  await opened.finish()
  expect(await opened.settlement(settlement.id)).toMatchObject({
    ...{ status: 'failed', amount: '0.000000', paymentCount: 0 },
    failure: expect.stringContaining('21.000000 USDC'),
  })
  expect(await opened.listSettlementEvents()).toEqual(['settlement.created', 'settlement.failed'])
})

test('what others swept before the rest was destroyed is booked, and no more', async () => {
  const opened = await open()
  const { shop } = opened
  const [partly, , settlement] = await closeTwo(opened)
  sweepByOthers(opened, partly)
  await opened.arrive([[partly, 3_000_000n]])
  opened.destroy(TEST_TOKEN, partly.address)
  await opened.finish()
  expect(await opened.settlement(settlement.id)).toMatchObject({ amount: '21.000000', paymentCount: 2 })
  shop.clock.advance(1)
  const [next] = await opened.close()
  await opened.finish()
  expect(await opened.settlement(next?.id ?? '')).toMatchObject({ status: 'failed', amount: '0.000000' })
  expect(await rowsOf(opened)).toMatchObject([
    { state: 'empty', amount: 10_000_000n, lost_amount: 0n },
    { state: 'swept', amount: 11_000_000n, lost_amount: 0n },
    { state: 'empty', amount: 0n, lost_amount: 3_000_000n },
  ])
})

test('what others swept between two sweeps of our own is booked once', async () => {
  const opened = await open()
  const { shop } = opened
  const [first, , settlement] = await closeTwo(opened)
  sweepByOthers(opened, first)
  shop.mine([createTransferFor(first, 3_000_000n)])
  await opened.finish()
  // The sweep found three coins, less than expected.
  expect(await opened.settlement(settlement.id)).toMatchObject({ amount: '14.000000' })
  const [next] = await opened.close()
  await opened.finish()
  expect(await opened.settlement(next?.id ?? '')).toMatchObject({ status: 'completed', amount: '10.000000' })
  expect(opened.held(TEST_TOKEN, TEST_WALLET)).toBe(24_000_000n)
  expect((await shop.states())[0]?.troubles).not.toContain('lost_coins')
  expect(await imbalance(opened)).toBe(0)
})

test('while nodes cannot tell where the coins went nothing is decided, and others are not held up', async () => {
  const opened = await open()
  const { shop } = opened
  const [destroyed, , settlement] = await closeTwo(opened)
  opened.destroy(TEST_TOKEN, destroyed.address)
  shop.node.distortion = (method, params, answer) => {
    const [filter] = params as [{ topics?: unknown[] }]
    if (method === 'eth_getLogs' && filter.topics?.[1]) throw new NodeError('unreachable', 'connection reset')
    return answer()
  }
  await opened.finish()
  expect(await opened.settlement(settlement.id)).toMatchObject({ status: 'pending' })
  shop.node.distortion = null
  await opened.send()
  expect(await opened.settlement(settlement.id)).toMatchObject({ status: 'completed', amount: '11.000000' })
})

test('one of two nodes that shows no transfer decides nothing', async () => {
  const clock = new FakeClock()
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
  const mirror = node.mirror()
  const answerAsNode: Distortion = (method, params) => node.rpc(method, params)
  mirror.distortion = answerAsNode
  const rpcUrls = ['http://127.0.0.1:1', 'http://127.0.0.1:2']
  const opened = await open({ rpcUrls }, { clock, node, mirrors: [mirror] })
  const [first, , settlement] = await closeTwo(opened)
  sweepByOthers(opened, first)
  mirror.distortion = (method, params) => {
    const [filter] = params as [{ topics?: unknown[] }]
    return method === 'eth_getLogs' && filter.topics?.[1] ? [] : node.rpc(method, params)
  }
  await opened.finish()
  expect(await opened.settlement(settlement.id)).toMatchObject({ status: 'pending' })
  mirror.distortion = answerAsNode
  await opened.send()
  expect(await opened.settlement(settlement.id)).toMatchObject({ status: 'completed', amount: '21.000000' })
})
