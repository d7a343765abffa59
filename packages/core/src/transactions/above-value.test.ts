import { afterEach, describe, expect, test } from 'vitest'
import { FakeClock, ScriptedNode } from '../testing/index.ts'
import { finish, openWithRefundKey } from '../testing/refund-key.ts'
import { REFUND_TO } from '../testing/refunding.ts'
import { openRelaying } from '../testing/relaying.ts'
import { readProblem } from '../testing/shop.ts'
import { openReady } from '../testing/sweeping.ts'

const GWEI = 1_000_000_000n
const SEPOLIA = 11_155_111
const ETH_FEED = '0x694AA1769357215DE4FAC081bf1f309aDC325306'
/** Ether at 4,000 USD: 50,000 gas, with a limit of 62,500, cost 0.25 USD at 1 gwei. */
const nativeUsd = 4_000
/** At 101 gwei a transaction may cost 25.25 USD. */
const DEAR = 100n * GWEI

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function openRefunds(network: object = { nativeUsd }, parts: object = {}) {
  const opened = await openWithRefundKey({}, parts, network)
  closing.push(opened.shop.stop)
  const { shop, refunds, payment } = opened
  return {
    ...opened,
    create: (amount: number) => refunds().create({ paymentId: payment.id, destination: REFUND_TO, amount }),
    setBaseFee: (wei: bigint) => {
      shop.node.pool.baseFee = wei
      shop.clock.advance(15_000)
    },
    /** The troubles that keep the key from sending. */
    kinds: async () => (await shop.states())[0]?.sending?.[0]?.troubles.map(({ kind }) => kind),
    mostPaid: () => shop.node.transactions().map(({ gasUsed, gasPrice }) => gasUsed * gasPrice),
  }
}

describe('a refund whose network fee would be worth more than the refund', () => {
  test('waits, is told, and is paid once gas is cheaper', async () => {
    const opened = await openRefunds()
    const { refunds, mined } = opened
    opened.setBaseFee(DEAR)
    const refund = await opened.create(4)
    expect(await finish(opened)).toContain(
      `gas for refund ${refund.id} costs more than the coins that it moves are worth`,
    )
    expect(await opened.kinds()).toEqual(['fee_above_value'])
    expect(mined()).toEqual([])
    expect((await refunds().retrieve(refund.id)).status).toBe('pending')
    opened.setBaseFee(GWEI)
    expect(await finish(opened)).toBe('')
    expect(mined()).toEqual([{ to: REFUND_TO.toLowerCase(), rawAmount: 4_000_000n }])
    expect((await refunds().retrieve(refund.id)).status).toBe('completed')
  })

  test('is paid at once where the operator allows it, or where nothing says what the chain’s own coin is worth', async () => {
    for (const network of [{ nativeUsd, feesAboveValue: true }, {}]) {
      const opened = await openRefunds(network)
      opened.setBaseFee(DEAR)
      await opened.create(4)
      expect(await finish(opened)).toBe('')
      expect(opened.mined()).toHaveLength(1)
    }
  })

  test('goes on once the operator allows it', async () => {
    const opened = await openRefunds()
    opened.setBaseFee(DEAR)
    const refund = await opened.create(4)
    await finish(opened)
    const { clock, node, storage } = opened.shop
    const again = await openRefunds({ nativeUsd, feesAboveValue: true }, { clock, node, storage })
    again.setBaseFee(DEAR)
    expect(await finish(again)).toBe('')
    expect((await again.refunds().retrieve(refund.id)).status).toBe('completed')
  })

  test('is told apart from one that the ceiling of fees keeps from being raised', async () => {
    const opened = await openRefunds({ nativeUsd, maxFeePerGasGwei: 5 })
    await opened.create(8)
    await opened.send()
    opened.setBaseFee(20n * GWEI)
    expect(await opened.send()).toContain('maxFeePerGasGwei of sandbox ethereum allows 5')
    expect(await opened.kinds()).toEqual(['fee_too_high'])
    const tip = await openRefunds({ nativeUsd, maxPriorityFeePerGasGwei: 1 })
    await tip.create(8)
    for (let pass = 0; pass < 10; pass++) {
      await tip.send()
      tip.setBaseFee(GWEI)
    }
    expect(await tip.send()).not.toContain('worth')
  })

  test('can be cancelled while it waits', async () => {
    const opened = await openRefunds()
    opened.setBaseFee(DEAR)
    const refund = await opened.create(4)
    await finish(opened)
    expect((await opened.refunds().cancel(refund.id)).status).toBe('cancelled')
    opened.setBaseFee(GWEI)
    expect(await finish(opened)).toBe('')
    expect(opened.mined()).toEqual([])
  })

  test('holds up no refund that is worth its fee', async () => {
    const opened = await openRefunds()
    opened.setBaseFee(20n * GWEI)
    await opened.create(1)
    const worthIt = await opened.create(8)
    await finish(opened)
    expect(opened.mined()).toEqual([{ to: REFUND_TO.toLowerCase(), rawAmount: 8_000_000n }])
    expect((await opened.refunds().retrieve(worthIt.id)).status).toBe('completed')
  })

  test('gives up its nonce where it was signed before and others wait, and is paid once', async () => {
    const opened = await openRefunds()
    const { shop, send, signer } = opened
    const small = await opened.create(1)
    await send()
    opened.setBaseFee(20n * GWEI)
    shop.mine()
    const large = await opened.create(8)
    expect(await send()).toContain(`gas for refund ${small.id} costs more`)
    expect(shop.node.pool.waiting).toMatchObject([{ nonce: 0, to: signer.toLowerCase(), data: '0x' }, { nonce: 1 }])
    await finish(opened)
    expect((await opened.refunds().retrieve(large.id)).status).toBe('completed')
    opened.setBaseFee(GWEI / 10n)
    await finish(opened)
    expect((await opened.refunds().retrieve(small.id)).status).toBe('completed')
    const paid = shop.node.transfers().filter(({ from }) => from.toLowerCase() === signer.toLowerCase())
    expect(paid.map(({ rawAmount }) => rawAmount)).toEqual([8_000_000n, 1_000_000n])
  })
})

test.each([1n, 3n, 15n, 20n, 31n, 40n, 60n])('at %i gwei no refund costs more than it is worth', async (gwei) => {
  const opened = await openRefunds()
  opened.setBaseFee(gwei * GWEI)
  for (const amount of [0.3, 1, 3, 5]) await opened.create(amount)
  await finish(opened)
  const worth = opened.mined().map(({ rawAmount }) => (rawAmount * 10n ** 12n) / BigInt(nativeUsd))
  for (const [index, paid] of opened.mostPaid().entries()) expect(paid).toBeLessThanOrEqual(worth[index] ?? 0n)
})

describe('the price of the chain’s own coin from its feed', () => {
  async function openFed() {
    const clock = new FakeClock()
    const node = new ScriptedNode({ chainId: SEPOLIA, startTime: clock.now() })
    const setPrice = (usd: number) => {
      node.feeds.set(ETH_FEED, { price: BigInt(usd * 1e8), updatedAt: clock.now() })
      node.mine(clock.now())
    }
    return { ...(await openRefunds({ chainId: SEPOLIA }, { clock, node })), setPrice }
  }

  test('bounds what a refund may cost as it was read last, however long ago', async () => {
    const opened = await openFed()
    const { shop } = opened
    opened.setPrice(nativeUsd)
    await shop.readRates()
    opened.setBaseFee(DEAR)
    const refund = await opened.create(4)
    expect(await finish(opened)).toContain(`gas for refund ${refund.id} costs more`)
    shop.clock.advance(30 * 86_400_000)
    shop.mine()
    expect(await finish(opened)).toContain(`gas for refund ${refund.id} costs more`)
    expect(shop.checkout.feeds()).toMatchObject([{ pair: 'ETH/USD', stale: true }])
    opened.setPrice(400)
    for (let reading = 0; reading < 5; reading += 1) await shop.readRates()
    shop.clock.advance(15_000)
    expect(await finish(opened)).toBe('')
    expect(opened.mined()).toHaveLength(1)
  })

  test('is waited for before it was read', async () => {
    const opened = await openFed()
    const refund = await opened.create(4)
    expect(await finish(opened)).toContain(`the price of ETH is not known: refund ${refund.id} waits`)
    expect(await opened.kinds()).toEqual(['unpriced'])
    opened.setPrice(nativeUsd)
    await opened.shop.readRates()
    opened.shop.clock.advance(15_000)
    expect(await finish(opened)).toBe('')
    expect(opened.mined()).toHaveLength(1)
  })

  test('prices no payment', async () => {
    const opened = await openFed()
    opened.setPrice(nativeUsd)
    await opened.shop.readRates()
    await expect(opened.shop.create({ currency: 'ETH' })).rejects.toMatchObject({ code: 'unsupported_currency' })
  })
})

test('a sweep waits while its fee would be worth more than all that it sweeps', async () => {
  const opened = await openReady({ nativeUsd })
  closing.push(opened.shop.stop)
  const { shop } = opened
  await opened.paid([2_000_000n, 3_000_000n])
  shop.node.pool.baseFee = DEAR
  const [settlement] = await opened.close()
  expect(await opened.finish()).toContain(`gas for settlement ${settlement?.id} costs more than the coins`)
  expect((await opened.settlement(settlement?.id ?? '')).status).toBe('pending')
  shop.node.pool.baseFee = GWEI
  shop.clock.advance(15_000)
  expect(await opened.finish()).toBe('')
  expect(await opened.settlement(settlement?.id ?? '')).toMatchObject({ status: 'completed', amount: '5.000000' })
})

describe('a payment without gas', () => {
  const gasless = { maxFeePerPayment: 0.1, maxFeePerDay: 10 }

  test('is neither offered nor taken while relaying it would cost more than it pays', async () => {
    const opened = await openRelaying({ nativeUsd, gasless })
    const { shop, authorize, offered } = opened
    closing.push(shop.stop)
    const payment = await shop.create()
    shop.node.pool.baseFee = DEAR
    expect(readProblem(await authorize(payment))).toMatchObject({ code: 'relay_unavailable' })
    expect(await offered(payment)).toBeNull()
    const large = await shop.create({ amount: 100 })
    expect((await authorize(large)).status).toBe(200)
  })

  test('waits where that happens after it was taken, and is relayed once gas is cheaper', async () => {
    const opened = await openRelaying({ nativeUsd, gasless })
    const { shop, authorize, finish: finishAll } = opened
    closing.push(shop.stop)
    const payment = await shop.create()
    expect((await authorize(payment)).status).toBe(200)
    shop.node.pool.baseFee = DEAR
    expect(await opened.send()).toContain('gas')
    expect(shop.node.pool.waiting).toEqual([])
    shop.node.pool.baseFee = GWEI
    shop.clock.advance(15_000)
    await finishAll()
    expect((await shop.retrieve(payment)).status).toBe('completed')
  })
})
