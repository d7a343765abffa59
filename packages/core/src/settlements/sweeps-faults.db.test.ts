import { afterEach, expect, test } from 'vitest'
import { offerForeign } from '../testing/foreign.ts'
import { createTransferFor, TEST_TOKEN, TEST_WALLET, testCheckout } from '../testing/index.ts'
import { REFUND_TO } from '../testing/refunding.ts'
import { openReady } from '../testing/sweeping.ts'
import { releaseKey } from '../transactions/hold.ts'
import { createSettleJob } from '../workers/settle.ts'

const DAY_MS = 24 * 3_600_000
const MINUTE = 60_000

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(...options: Parameters<typeof openReady>) {
  const opened = await openReady(...options)
  closing.push(opened.shop.stop)
  const { shop } = opened
  const gas = shop.checkout.context.network('sandbox', 'ethereum')?.sending?.gas
  if (!gas) throw new Error('the test checkout has no key')
  return {
    ...opened,
    gas,
    list: async () => (await shop.checkout.sandbox.settlements.list()).data,
    /** Closes the day's period by the schedule, and runs its work within ten minutes. */
    async day(): Promise<void> {
      shop.clock.advance(DAY_MS)
      const job = createSettleJob(shop.checkout.context)
      while ((await job.run()).more);
      await opened.finish()
      shop.clock.advance(10 * MINUTE)
      await opened.finish()
    },
  }
}

test('a settlement of which one transaction was replaced pays out the others, and the next one has what is left', async () => {
  const opened = await open()
  const { shop, gas } = opened
  const payments = await opened.paid(Array.from({ length: 60 }, () => 10_000_000n))
  const [first] = await opened.close()
  await opened.send()
  const [fifty, ten] = shop.node.pool.waiting
  shop.node.pool.forget()
  // The sweep of fifty loses its nonce; the sweep of ten keeps the next one.
  await offerForeign(shop.node, gas, fifty?.nonce ?? 0)
  await opened.finish()
  shop.clock.advance(5_000)
  await opened.finish()
  expect((await opened.settlement(first?.id ?? '')).status).toBe('pending')
  expect(await opened.close()).toEqual([])
  shop.clock.advance(10 * MINUTE)
  await opened.finish()
  await releaseKey(shop.checkout.context, gas.address)
  await opened.finish()
  const done = await opened.settlement(first?.id ?? '')
  expect(done).toMatchObject({ status: 'completed', amount: '100.000000', paymentCount: 10, failure: null })
  // Its fees were raised once the key sent again.
  const mined = shop.node.transactions().find(({ from, nonce }) => from === ten?.from && nonce === ten.nonce)
  expect(done.transactions).toEqual([mined?.hash])
  const [second] = await opened.close()
  await opened.finish()
  expect(await opened.settlement(second?.id ?? '')).toMatchObject({
    ...{ status: 'completed', amount: '500.000000', paymentCount: 50 },
  })
  expect(new Set(opened.timesSwept(payments))).toEqual(new Set([1]))
})

test('a wallet that stays blocked makes one failed settlement a period, which costs no gas, and then has it all', async () => {
  const opened = await open()
  const { shop, blocked } = opened
  const payments = [...(await opened.paid([10_000_000n, 11_000_000n]))]
  const before = shop.node.transactions().length
  blocked.add(TEST_WALLET.toLowerCase())
  for (let day = 1; day <= 3; day++) {
    await opened.day()
    const settlements = await opened.list()
    expect(settlements).toHaveLength(day)
    expect(settlements[0]).toMatchObject({
      ...{ status: 'failed', amount: '0.000000', feeAmount: '0.000000', paymentCount: 0, transactions: [] },
      failure: expect.stringContaining('blocked by its issuer'),
    })
    payments.push(...(await opened.paid([12_000_000n])))
  }
  expect(shop.node.transactions()).toHaveLength(before)
  blocked.clear()
  await opened.day()
  expect((await opened.list())[0]).toMatchObject({ status: 'completed', amount: '57.000000', paymentCount: 5 })
  expect(opened.timesSwept(payments)).toEqual([1, 1, 1, 1, 1])
})

test('deposits that somebody else has emptied, all of them, are settled', async () => {
  const opened = await open()
  const { shop } = opened
  const payments = await opened.paid([10_000_000n, 11_000_000n])
  const [settlement] = await opened.close()
  shop.mine(
    payments.map(({ address, amountReceived }) => {
      return { token: TEST_TOKEN, from: address, to: TEST_WALLET, rawAmount: BigInt(amountReceived.replace('.', '')) }
    }),
  )
  await opened.finish()
  expect(await opened.settlement(settlement?.id ?? '')).toMatchObject({ status: 'completed', amount: '21.000000' })
  expect(opened.timesSwept(payments)).toEqual([1, 1])
})

test('a payment that is accepted while its money is swept is listed with that', async () => {
  const opened = await open()
  const [payment] = await opened.paid([4_000_000n])
  const [settlement] = await opened.close()
  await opened.send()
  await opened.shop.checkout.sandbox.payments.accept(payment?.id ?? '')
  await opened.finish()
  expect(await opened.settlement(settlement?.id ?? '')).toMatchObject({ amount: '4.000000', paymentCount: 1 })
  expect(await opened.close()).toEqual([])
})

test('a transfer that is read after it was swept along completes its payment, which is listed where that was', async () => {
  const opened = await open()
  const { shop } = opened
  const [payment] = await opened.paid([4_000_000n])
  if (!payment) throw new Error('there is no payment')
  const [settlement] = await opened.close()
  shop.mine([createTransferFor(payment, 6_000_000n)])
  shop.node.distortion = (method, _, answer) => (method === 'eth_getLogs' ? [] : answer())
  for (let block = 0; block < 4; block++) {
    await opened.send()
    shop.mine()
    await shop.watch()
  }
  await opened.send()
  expect(await opened.settlement(settlement?.id ?? '')).toMatchObject({ amount: '10.000000', paymentCount: 0 })
  shop.node.distortion = null
  await shop.reread()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', settlement: settlement?.id })
  expect(await opened.settlement(settlement?.id ?? '')).toMatchObject({ amount: '10.000000', paymentCount: 1 })
  expect(await opened.close()).toEqual([])
  await opened.finish()
  expect(opened.timesSwept([payment])).toEqual([1])
})

test.each([
  ['nothing that a sweep answers', '0x1234'],
  ['that it moves nothing, and balances that are none', `0x${[32, 1, 32, 1, 0].map(word).join('')}`],
])('a node that says %s makes nobody sign, and nobody give up', async (_, nonsense) => {
  const opened = await open()
  const { shop } = opened
  await opened.paid([10_000_000n])
  shop.node.distortion = (method, params, answer) => {
    if (method !== 'eth_call') return answer()
    const [{ to }] = params as [{ to: string }]
    return to.toLowerCase() === TEST_TOKEN.toLowerCase() ? '0x12' : nonsense
  }
  const [settlement] = await opened.close()
  await opened.send()
  shop.clock.advance(20 * MINUTE)
  await opened.finish()
  expect(await opened.settlement(settlement?.id ?? '')).toMatchObject({ status: 'pending' })
  expect(shop.node.pool.waiting).toEqual([])
  shop.node.distortion = null
  await opened.finish()
  expect(await opened.settlement(settlement?.id ?? '')).toMatchObject({ status: 'completed', amount: '10.000000' })
})

function word(number: number): string {
  return number.toString(16).padStart(64, '0')
}

test('a payment that is refunded by a key while it is settled goes both ways once', async () => {
  process.env.TEST_REFUND_WHILE_SETTLING = `0x${'6e'.repeat(32)}`
  const { clock, node, storage, checkout } = await testCheckout()
  const { id: merchant } = await checkout.merchant.retrieve()
  const key = { env: 'TEST_REFUND_WHILE_SETTLING', merchant, wallets: [TEST_WALLET], maxPerDay: 100 }
  const opened = await open({ refundKey: key }, { clock, node, storage })
  const { sandbox } = opened.shop.checkout
  const { effect } = node.pool
  node.pool.effect = (call) => {
    if (!call.data.startsWith('0xa9059cbb')) return effect(call)
    const rawAmount = BigInt(`0x${call.data.slice(74)}`)
    return { transfers: [{ token: call.to, from: call.from, to: `0x${call.data.slice(34, 74)}`, rawAmount }] }
  }
  const payments = await opened.paid([10_000_000n, 10_000_000n])
  const [first, second] = payments
  const refund = (paymentId = '') => sandbox.refunds.create({ paymentId, destination: REFUND_TO })
  const before = await refund(first?.id)
  const [settlement] = await opened.close()
  await opened.send()
  const during = await refund(second?.id)
  await opened.finish()
  await opened.finish()
  expect(await opened.settlement(settlement?.id ?? '')).toMatchObject({ status: 'completed', amount: '20.000000' })
  for (const { id } of [before, during]) expect((await sandbox.refunds.retrieve(id)).status).toBe('completed')
  const paidTo = (address: string) => node.transfers().filter(({ to }) => to.toLowerCase() === address.toLowerCase())
  expect([paidTo(TEST_WALLET).length, paidTo(REFUND_TO).length]).toEqual([2, 2])
  for (const { id } of payments) {
    expect(await sandbox.payments.retrieve(id)).toMatchObject({
      settlement: settlement?.id,
      amountRefunded: '10.000000',
    })
  }
})
