import type { Payment } from '@crypto-checkout/api-types'
import { EVENT_TOPICS, FACTORY_ADDRESS, FACTORY_DEPLOYMENT } from '@crypto-checkout/contracts'
import { describe, expect, test } from 'vitest'
import { createTransferFor, TEST_TOKEN, TEST_WALLET } from '../testing/index.ts'
import { openReady, openSweeping, type TestSweeping } from '../testing/sweeping.ts'
import { createReconciliation } from '../workers/reconcile.ts'
import { createSettleJob } from '../workers/settle.ts'

const DAY_MS = 24 * 3_600_000

/** Closes the period now, which makes exactly one settlement. */
async function closeOne(opened: TestSweeping) {
  const [settlement, ...others] = await opened.close()
  if (!settlement || others.length > 0) throw new Error('that is not one settlement')
  return settlement
}

const only = (payments: readonly Payment[]): Payment => {
  const [payment] = payments
  if (!payment) throw new Error('there is no payment')
  return payment
}

const inWallet = ({ held }: TestSweeping) => held(TEST_TOKEN, TEST_WALLET)

describe('a settlement of deposits', () => {
  test('sweeps every balance to the wallet, and is completed when that is final', async () => {
    const opened = await openReady()
    const { shop } = opened
    const payments = await opened.paid([10_000_000n, 12_000_000n, 4_000_000n])
    const settlement = await closeOne(opened)
    expect(settlement).toMatchObject({
      status: 'pending',
      method: 'deposit',
      amount: '26.000000',
      feeCurrency: 'ETH',
      destination: TEST_WALLET,
      paymentCount: 2,
      transactions: [],
      completedAt: null,
    })
    expect(await opened.listSettlementEvents()).toEqual(['settlement.created'])
    await opened.send()
    shop.mine()
    await shop.watch()
    await opened.send()
    expect((await opened.settlement(settlement.id)).status).toBe('pending')
    await opened.finish()
    const done = await opened.settlement(settlement.id)
    const sent = shop.node.transactions().at(-1)
    expect(done).toMatchObject({ status: 'completed', amount: '26.000000', failure: null, paymentCount: 2 })
    expect(done.transactions).toEqual([sent?.hash])
    // 201,000 gas at 2 gwei
    expect(done.feeAmount).toBe('0.000402')
    expect(await opened.listSettlementEvents()).toEqual(['settlement.created', 'settlement.completed'])
    expect(inWallet(opened)).toBe(26_000_000n)
    const listed = await shop.checkout.sandbox.payments.list({ settlement: settlement.id })
    expect(listed.data.map(({ id }) => id).sort()).toEqual(
      payments
        .slice(0, 2)
        .map(({ id }) => id)
        .sort(),
    )
    expect(await opened.close()).toEqual([])
  })

  test('lists a payment that is completed after a part of it was swept where the rest of it is', async () => {
    const opened = await openReady()
    const payment = only(await opened.paid([4_000_000n]))
    const first = await closeOne(opened)
    await opened.finish()
    expect(await opened.settlement(first.id)).toMatchObject({
      status: 'completed',
      amount: '4.000000',
      paymentCount: 0,
    })
    await opened.arrive([[payment, 6_000_000n]])
    const second = await closeOne(opened)
    await opened.finish()
    expect(await opened.settlement(second.id)).toMatchObject({
      status: 'completed',
      amount: '6.000000',
      paymentCount: 1,
    })
    expect(await opened.shop.retrieve(payment)).toMatchObject({ status: 'completed', settlement: second.id })
  })

  test('lists a payment that is accepted after all it got was swept where that was', async () => {
    const opened = await openReady()
    const { shop } = opened
    const payment = only(await opened.paid([4_000_000n]))
    const settlement = await closeOne(opened)
    await opened.finish()
    const accepted = await shop.checkout.sandbox.payments.accept(payment.id)
    expect(accepted).toMatchObject({ status: 'completed', settlement: settlement.id })
    expect(await opened.settlement(settlement.id)).toMatchObject({ amount: '4.000000', paymentCount: 1 })
    expect(await opened.close()).toEqual([])
  })

  test('lists a payment that is accepted while a part of it waits where that part is swept', async () => {
    const opened = await openReady()
    const { shop } = opened
    const payment = only(await opened.paid([4_000_000n]))
    const first = await closeOne(opened)
    await opened.finish()
    await opened.arrive([[payment, 2_000_000n]])
    expect(await shop.checkout.sandbox.payments.accept(payment.id)).toMatchObject({ settlement: null })
    const second = await closeOne(opened)
    await opened.finish()
    expect(await opened.settlement(first.id)).toMatchObject({ paymentCount: 0 })
    expect(await opened.settlement(second.id)).toMatchObject({ amount: '2.000000', paymentCount: 1 })
  })

  test('adds up where parts of millionths do', async () => {
    const opened = await openReady({ coins: { DAI: { address: TEST_TOKEN, decimals: 18 } } })
    const { shop } = opened
    const payment = await shop.create({ cryptocurrency: 'DAI' })
    const half = 5n * 10n ** 18n + 600_000_000_000n
    await opened.arrive([
      [payment, half],
      [payment, half],
    ])
    const settlement = await closeOne(opened)
    await opened.finish()
    expect(await opened.settlement(settlement.id)).toMatchObject({ status: 'completed', amount: '10.000001' })
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', amountReceived: '10.000000' })
    const look = createReconciliation(shop.checkout.context)
    while (await look.checkSome());
    expect(look.state()).toMatchObject({ imbalance: 0, wrong: [] })
  })

  test('takes along what arrives while it is under way, and books it once', async () => {
    const opened = await openReady()
    const payment = only(await opened.paid([4_000_000n]))
    const settlement = await closeOne(opened)
    opened.shop.mine([createTransferFor(payment, 6_000_000n)])
    await opened.finish()
    expect(await opened.settlement(settlement.id)).toMatchObject({ amount: '10.000000', paymentCount: 1 })
    expect((await opened.shop.retrieve(payment)).settlement).toBe(settlement.id)
    opened.shop.clock.advance(1)
    expect(await opened.close()).toEqual([])
  })

  test('keeps late money too, and waits for less than is worth its gas', async () => {
    const opened = await openReady({ minSweep: 5 })
    const { shop } = opened
    const expired = await shop.create({ expiresIn: 60 })
    shop.clock.advance(61_000)
    await opened.arrive([[expired, 4_999_999n]])
    expect(await opened.close()).toEqual([])
    await opened.arrive([[expired, 1n]])
    const settlement = await closeOne(opened)
    await opened.finish()
    expect(await opened.settlement(settlement.id)).toMatchObject({ amount: '5.000000', paymentCount: 0 })
    expect(await shop.retrieve(expired)).toMatchObject({ status: 'expired', settlement: null })
  })

  test('sweeps at most fifty in a transaction, however many are in a settlement', async () => {
    const opened = await openReady()
    const payments = await opened.paid(Array.from({ length: 120 }, () => 10_000_000n))
    const settlement = await closeOne(opened)
    const before = opened.shop.node.transactions().length
    await opened.finish()
    expect(opened.shop.node.transactions().length - before).toBe(3)
    const done = await opened.settlement(settlement.id)
    expect(done).toMatchObject({ status: 'completed', amount: '1200.000000', paymentCount: 120 })
    expect(done.transactions).toHaveLength(3)
    expect(new Set(opened.timesSwept(payments))).toEqual(new Set([1]))
  })

  test('is made by the schedule, and its deposits are in no other one while it is under way', async () => {
    const opened = await openReady()
    const { shop } = opened
    await opened.paid([10_000_000n])
    const runSchedule = async () => {
      const job = createSettleJob(shop.checkout.context)
      while ((await job.run()).more);
    }
    for (let day = 0; day < 3; day++) {
      shop.clock.advance(DAY_MS)
      await runSchedule()
    }
    const { data } = await shop.checkout.sandbox.settlements.list()
    expect(data).toMatchObject([{ status: 'pending', periodEnd: '2026-01-02T00:00:00.000Z' }])
    await opened.finish()
    expect(await opened.listSettlementEvents()).toEqual(['settlement.created', 'settlement.completed'])
  })
})

describe('a sweep that does not move the money', () => {
  test('of one blocked deposit leaves that for the next settlement, with its payment', async () => {
    const opened = await openReady()
    const payments = await opened.paid([10_000_000n, 11_000_000n])
    const [blocked, other] = payments
    opened.blocked.add(only(payments).address.toLowerCase())
    const settlement = await closeOne(opened)
    expect(settlement.paymentCount).toBe(2)
    await opened.finish()
    expect(await opened.settlement(settlement.id)).toMatchObject({
      ...{ status: 'completed', amount: '11.000000', paymentCount: 1, failure: null },
    })
    expect((await opened.shop.retrieve(other as Payment)).settlement).toBe(settlement.id)
    expect((await opened.shop.retrieve(blocked as Payment)).settlement).toBeNull()
    opened.blocked.clear()
    opened.shop.clock.advance(DAY_MS)
    const next = await closeOne(opened)
    await opened.finish()
    expect(await opened.settlement(next.id)).toMatchObject({ amount: '10.000000', paymentCount: 1 })
    expect(opened.timesSwept(payments)).toEqual([1, 1])
  })

  test.each([
    ['a coin that is paused meanwhile', TEST_TOKEN],
    ['a wallet that is blocked meanwhile', TEST_WALLET],
  ])('of %s fails the settlement with a reason, and the next one has it all', async (_, blocked) => {
    const opened = await openReady()
    const payment = only(await opened.paid([10_000_000n]))
    const settlement = await closeOne(opened)
    await opened.send()
    opened.blocked.add(blocked.toLowerCase())
    await opened.finish()
    const failed = await opened.settlement(settlement.id)
    expect(failed).toMatchObject({ status: 'failed', amount: '0.000000', paymentCount: 0, completedAt: null })
    expect(failed.failure).toContain('moved nothing')
    expect(await opened.listSettlementEvents()).toEqual(['settlement.created', 'settlement.failed'])
    opened.blocked.clear()
    opened.shop.clock.advance(DAY_MS)
    const next = await closeOne(opened)
    await opened.finish()
    expect(await opened.settlement(next.id)).toMatchObject({ status: 'completed', amount: '10.000000' })
    expect((await opened.shop.retrieve(payment)).settlement).toBe(next.id)
  })

  test('of what moves nothing beside others is tried once a day, however often the period is closed: it costs gas', async () => {
    const opened = await openReady()
    const { shop } = opened
    const blocked = only(await opened.paid([10_000_000n]))
    opened.blocked.add(blocked.address.toLowerCase())
    for (let closed = 0; closed < 6; closed++) {
      await opened.paid([10_000_000n])
      await opened.close()
      await opened.finish()
      shop.clock.advance(DAY_MS / 4)
    }
    const logs = shop.node.transactions().flatMap((transaction) => transaction.logs)
    expect(logs.filter(({ topics }) => topics[0] === EVENT_TOPICS.swept)).toHaveLength(6)
    expect(logs.filter(({ topics }) => topics[0] === EVENT_TOPICS.notSwept)).toHaveLength(2)
  })

  test('because it reverted fails the settlement, whose fee was paid all the same', async () => {
    const opened = await openReady()
    await opened.paid([10_000_000n])
    const { pool } = opened.shop.node
    const { effect } = pool
    const settlement = await closeOne(opened)
    pool.effect = () => ({ succeeded: false, gasUsed: 100_000n })
    await opened.finish()
    pool.effect = effect
    const failed = await opened.settlement(settlement.id)
    expect(failed).toMatchObject({ status: 'failed', feeAmount: '0.000200', transactions: [] })
    expect(failed.failure).toContain('reverted')
    const next = await closeOne(opened)
    await opened.finish()
    expect(await opened.settlement(next.id)).toMatchObject({ status: 'completed', amount: '10.000000' })
  })

  test('because somebody else was faster is settled: the money can only have gone to the wallet', async () => {
    const opened = await openReady()
    const { shop } = opened
    const payments = await opened.paid([10_000_000n, 11_000_000n])
    const first = only(payments)
    const settlement = await closeOne(opened)
    shop.mine([{ token: TEST_TOKEN, from: first.address, to: TEST_WALLET, rawAmount: 10_000_000n }])
    await opened.finish()
    expect(await opened.settlement(settlement.id)).toMatchObject({
      ...{ status: 'completed', amount: '21.000000', paymentCount: 2 },
    })
    expect(inWallet(opened)).toBe(21_000_000n)
    expect(opened.timesSwept(payments)).toEqual([1, 1])
    expect(await opened.close()).toEqual([])
  })

  test('because the key has nothing for gas waits, and an operator is told', async () => {
    const opened = await openReady()
    const { shop } = opened
    await opened.paid([10_000_000n])
    const key = shop.checkout.context.network('sandbox', 'ethereum')?.sending?.gas?.address.toLowerCase() ?? ''
    shop.node.pool.balances.set(key, 150_000_000_000_000n)
    const settlement = await closeOne(opened)
    expect(await opened.finish()).toContain('send it some')
    expect((await opened.settlement(settlement.id)).status).toBe('pending')
    shop.node.pool.balances.delete(key)
    await opened.finish()
    expect((await opened.settlement(settlement.id)).status).toBe('completed')
  })

  test('because a reorganisation took it back is done again, and told once', async () => {
    const opened = await openReady()
    const { shop } = opened
    const payments = await opened.paid([10_000_000n])
    const settlement = await closeOne(opened)
    await opened.send()
    shop.mine()
    await shop.watch()
    await opened.send()
    shop.node.drop(1)
    shop.node.pool.forget()
    shop.mine()
    await shop.watch()
    expect(opened.timesSwept(payments)).toEqual([0])
    await opened.finish()
    shop.clock.advance(60_000)
    await opened.finish()
    expect(opened.timesSwept(payments)).toEqual([1])
    expect(await opened.settlement(settlement.id)).toMatchObject({ status: 'completed', amount: '10.000000' })
    expect(await opened.listSettlementEvents()).toEqual(['settlement.created', 'settlement.completed'])
  })
})

describe('the contract that sweeps', () => {
  test('is deployed once, by the key for gas, and nothing is settled before it is there for good', async () => {
    const opened = await openSweeping()
    const { shop } = opened
    await opened.paid([10_000_000n])
    expect(await opened.close()).toEqual([])
    await opened.lookAfterFactory()
    await opened.lookAfterFactory()
    await opened.send()
    shop.mine()
    await shop.watch()
    await opened.lookAfterFactory()
    expect(await opened.close()).toEqual([])
    await opened.finish()
    await opened.lookAfterFactory()
    expect(shop.node.transactions().map(({ data }) => data)).toEqual([FACTORY_DEPLOYMENT.data])
    expect(await opened.close()).toHaveLength(1)
  })

  test('is not deployed again and again where that reverts', async () => {
    const opened = await openSweeping()
    const { shop } = opened
    await opened.paid([10_000_000n])
    shop.node.pool.effect = () => ({ succeeded: false })
    shop.node.codeOf = (address) => (address === FACTORY_ADDRESS ? '0x' : '0x60')
    for (let hour = 0; hour < 36; hour++) {
      await opened.lookAfterFactory()
      await opened.finish()
      shop.clock.advance(DAY_MS / 24)
    }
    expect(shop.node.transactions()).toHaveLength(2)
    expect(await opened.lookAfterFactory()).toContain('was reverted')
  })

  test('that others have deployed is found', async () => {
    const opened = await openReady()
    const again = await openSweeping({}, { node: opened.shop.node, clock: opened.shop.clock })
    await again.lookAfterFactory()
    await again.paid([10_000_000n])
    expect(await again.close()).toHaveLength(1)
    expect(again.shop.node.transactions()).toHaveLength(1)
  })

  test.each([
    ['no deterministic deployer', '0x'],
    ['other code', '0x6001'],
  ])('is told where the chain has %s', async (reason, code) => {
    const opened = await openSweeping()
    opened.shop.node.codeOf = (address) => (address === FACTORY_ADDRESS ? code : '0x')
    expect(await opened.lookAfterFactory()).toContain(reason)
    await opened.send()
    expect(opened.shop.node.transactions()).toEqual([])
  })
})
