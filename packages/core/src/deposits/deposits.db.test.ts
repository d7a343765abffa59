import type { Payment } from '@crypto-checkout/api-types'
import { FACTORY_ADDRESS } from '@crypto-checkout/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTransferFor,
  FakeClock,
  paymentInput,
  ScriptedNode,
  type ScriptedTransfer,
  TEST_CHAIN_ID,
  TEST_PAYER,
  TEST_TOKEN,
  TEST_WALLET,
  type TestCheckout,
  testCheckout,
} from '../testing/index.ts'
import { pickRuns } from '../testing/runs.ts'
import { addMerchant, countRows, readProblem, shareTestWallet } from '../testing/shop.ts'

const TETHER = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const KEY_ENV = 'TEST_DEPOSITS_GAS_KEY'
const SIBLING_URL = 'http://127.0.0.1:99'
const SIBLING_ID = TEST_CHAIN_ID + 1

const coins = { USDC: { address: TEST_TOKEN, decimals: 6 }, USDT: { address: TETHER, decimals: 6 } }
const rpcUrls = ['http://127.0.0.1:1']
const gasKey = { env: KEY_ENV }
const deposits = { rpcUrls, chainId: TEST_CHAIN_ID, coins, collection: 'deposit' as const, gasKey }
const direct = { rpcUrls: [SIBLING_URL], chainId: SIBLING_ID, coins }

beforeAll(() => {
  process.env[KEY_ENV] = `0x${'4c'.repeat(32)}`
})
afterAll(() => {
  delete process.env[KEY_ENV]
})

/** Ethereum gives each payment an address of its own; the other chain, Polygon, does not. */
async function openShop() {
  const clock = new FakeClock()
  const sibling = new ScriptedNode({ chainId: SIBLING_ID, startTime: clock.now() })
  for (const coin of [TEST_TOKEN, TETHER]) sibling.decimals.set(coin, 6)
  const networks = { networks: { ethereum: deposits, polygon: direct } }
  const parts = { clock, others: { [SIBLING_URL]: sibling } }
  const shop = await testCheckout({ sandbox: networks, production: { networks: {} } }, parts)
  shop.node.decimals.set(TETHER, 6)
  await shop.settle()
  return Object.assign(shop, { sibling })
}

async function mineFinal(shop: TestCheckout, transfers: readonly ScriptedTransfer[]): Promise<void> {
  shop.mine(transfers)
  for (let block = 0; block < 3; block++) shop.mine()
  await shop.settle()
}

async function unattributed(shop: TestCheckout) {
  return (await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })).data
}

/** Without bookings, which have tests of their own. */
const typesOf = async (shop: TestCheckout) =>
  (await shop.checkout.sandbox.events.list({ limit: 100 })).data
    .map((event) => event.type)
    .filter((type) => type !== 'booking.created')
    .reverse()

describe('a payment with an address of its own', () => {
  test('needs a key that pays for sweeping', async () => {
    const { gasKey: _, ...keyless } = deposits
    const networks = { networks: { ethereum: keyless } }
    await expect(testCheckout({ sandbox: networks, production: { networks: {} } })).rejects.toThrow(
      'sandbox.networks.ethereum.gasKey: needed',
    )
  })

  test('asks for exactly its price, and no two have one address', async () => {
    const shop = await openShop()
    const payments = [await shop.create(), await shop.create(), await shop.create({ cryptocurrency: 'USDT' })]
    for (const payment of payments) {
      expect(payment).toMatchObject({ cryptoAmount: '10.000000', amountDue: '10.000000', memo: null })
      expect(payment.merchantWallet).toBe(TEST_WALLET)
      expect(payment.paymentUri).toContain(`address=${payment.address}`)
    }
    expect(new Set([TEST_WALLET, ...payments.map((payment) => payment.address)]).size).toBe(4)
  })

  test('goes on to a wallet: what comes to such an address, or to their contract, would not come to a merchant', async () => {
    const shop = await openShop()
    const { address } = await shop.create()
    for (const merchantWallet of [address, FACTORY_ADDRESS]) {
      for (const network of ['ethereum', 'polygon']) {
        const body = { ...paymentInput, network, merchantWallet }
        const answer = await shop.request('POST', '/sandbox/v1/payments', { body })
        expect(readProblem(answer)).toMatchObject({ code: 'invalid_wallet_address', param: 'merchantWallet' })
      }
    }
  })

  test('is completed by what arrives there, in parts too, and more is overpaid', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    await mineFinal(shop, [createTransferFor(payment, 4_000_000n)])
    expect(await shop.retrieve(payment)).toMatchObject({
      status: 'partially_paid',
      address: payment.address,
      cryptoAmount: '10.000000',
      amountDue: '6.000000',
    })
    shop.mine([createTransferFor(payment, 7_000_000n)])
    await shop.watch()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'processing' })
    await mineFinal(shop, [])
    expect(await shop.retrieve(payment)).toMatchObject({
      status: 'completed',
      amountReceived: '11.000000',
      exceptions: ['overpaid', 'multiple'],
    })
    expect(await typesOf(shop)).toEqual([
      'payment.created',
      'payment.partially_paid',
      'payment.processing',
      'payment.overpaid',
      'payment.completed',
    ])
  })

  test('is not unusual if it comes in parts: any number of them is fine there', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    await mineFinal(shop, [createTransferFor(payment, 4_000_000n), createTransferFor(payment, 6_000_000n)])
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', transactionCount: 2, exceptions: [] })
  })

  test('keeps what comes late, and what comes after it was cancelled', async () => {
    const shop = await openShop()
    const expired = await shop.create({ expiresIn: 60 })
    const cancelled = await shop.create()
    await shop.checkout.sandbox.payments.cancel(cancelled.id)
    shop.clock.advance(61_000)
    await mineFinal(shop, [])
    await mineFinal(shop, [createTransferFor(expired), createTransferFor(cancelled)])
    expect(await shop.retrieve(expired)).toMatchObject({ status: 'expired', exceptions: ['late'] })
    expect(await shop.retrieve(cancelled)).toMatchObject({ status: 'cancelled', exceptions: ['late'] })
    expect(await unattributed(shop)).toEqual([])
  })

  test('does not take the amount of another one of the same wallet', async () => {
    const shop = await openShop()
    const [first, second] = [await shop.create(), await shop.create()]
    await mineFinal(shop, [createTransferFor(second)])
    expect(await shop.retrieve(first)).toMatchObject({ status: 'created' })
    expect(await shop.retrieve(second)).toMatchObject({ status: 'completed' })
  })

  test("has an address that follows from its id and its wallet, whoever's payment it is", async () => {
    const shop = await openShop()
    const other = await addMerchant(shop)
    await shareTestWallet(shop, other.id)
    const ownPayment = await shop.create()
    const { body: otherPayment } = await shop.request('POST', '/sandbox/v1/payments', {
      key: other.sandbox,
      body: paymentInput,
    })
    expect(otherPayment.address).not.toBe(ownPayment.address)
    await mineFinal(shop, [createTransferFor(otherPayment)])
    expect(await shop.retrieve(ownPayment)).toMatchObject({ status: 'created' })
    const read = await shop.request('GET', `/sandbox/v1/payments/${otherPayment.id}`, { key: other.sandbox })
    expect(read.body.status).toBe('completed')
  })

  test('is told to pages as such', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    const view = await shop.request('GET', `/pay/${payment.id}/status`)
    expect(view.body).toMatchObject({ recognition: 'address', address: payment.address, amountDue: '10.000000' })
    const elsewhere = await shop.create({ network: 'polygon' })
    const other = await shop.request('GET', `/pay/${elsewhere.id}/status`)
    expect(other.body).toMatchObject({ recognition: 'amount', address: TEST_WALLET })
  })
})

describe('money at the address of a payment that it does not pay', () => {
  test('in another coin is kept with the payment named, and the payer is told', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    await mineFinal(shop, [{ ...createTransferFor(payment), token: TETHER }])
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
    const [transfer] = await unattributed(shop)
    expect(transfer).toMatchObject({ cryptocurrency: 'USDT', payment: null, suggestedPayment: payment.id })
    const view = await shop.request('GET', `/pay/${payment.id}/status`)
    expect(view.body.misdirected).toMatchObject([{ cryptocurrency: 'USDT', network: 'ethereum' }])
    const assigned = await shop.request('POST', `/sandbox/v1/transfers/${transfer?.id}/assign`, {
      body: { paymentId: payment.id },
    })
    expect(readProblem(assigned)).toMatchObject({ code: 'invalid_parameter', param: 'paymentId' })
  })

  test('on the sibling chain is kept with the payment named, whatever its amount', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    shop.clock.advance(1_000)
    shop.sibling.mine(shop.clock.now(), [createTransferFor(payment, 123n)])
    for (let block = 0; block < 3; block++) shop.sibling.mine(shop.clock.now(), [])
    await shop.settle()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
    expect(await unattributed(shop)).toMatchObject([
      { network: 'polygon', cryptocurrency: 'USDC', suggestedPayment: payment.id },
    ])
  })
})

describe('a sweep', () => {
  /** A transfer from the payment's address to the merchant's wallet. */
  const sweepOf = (payment: Payment, rawAmount: bigint): ScriptedTransfer => ({
    token: TEST_TOKEN,
    from: payment.address,
    to: TEST_WALLET,
    rawAmount,
  })

  test('pays nobody, even where its amount is that of a payment to the same wallet', async () => {
    const shop = await openShop()
    const deposit = await shop.create()
    const waiting = await shop.create({ network: 'polygon' })
    const due = BigInt(waiting.amountDue.replace('.', ''))
    const before = await countRows(shop)
    shop.clock.advance(1_000)
    shop.sibling.mine(shop.clock.now(), [sweepOf(deposit, due)])
    for (let block = 0; block < 3; block++) shop.sibling.mine(shop.clock.now(), [])
    await shop.settle()
    expect(await shop.retrieve(waiting)).toMatchObject({ status: 'created' })
    expect(await unattributed(shop)).toEqual([])
    const { blocks: _, ...rows } = await countRows(shop)
    expect({ ...rows, blocks: before.blocks }).toEqual(before)
  })
})

test('whatever arrives where and in whatever parts, each payment has what came to its address in its coin', async () => {
  const arrival = fc.record({
    to: fc.integer({ min: 0, max: 4 }),
    amount: fc.constantFrom(1n, 4_000_000n, 5_999_999n, 6_000_000n, 10_000_000n, 10_000_001n),
    tether: fc.boolean(),
    from: fc.constantFrom('payer', 'deposit'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(arrival, { maxLength: 3 }), { maxLength: 6 }), async (blocks) => {
      const shop = await openShop()
      const payments = []
      for (let index = 0; index < 4; index++) payments.push(await shop.create())
      const addresses = [...payments.map((payment) => payment.address), TEST_WALLET]
      const got = new Map<string, bigint>()
      for (const block of blocks) {
        shop.mine(
          block.map(({ to, amount, tether, from }) => ({
            token: tether ? TETHER : TEST_TOKEN,
            from: from === 'payer' ? TEST_PAYER : (addresses[(to + 1) % 4] ?? TEST_PAYER),
            to: addresses[to] ?? TEST_WALLET,
            rawAmount: amount,
          })),
        )
        for (const { to, amount, tether, from } of block) {
          const address = addresses[to] ?? ''
          if (!tether && from === 'payer') got.set(address, (got.get(address) ?? 0n) + amount)
        }
        await shop.watch()
      }
      await mineFinal(shop, [])
      for (const payment of payments) {
        const sum = got.get(payment.address) ?? 0n
        const few = sum >= 10_000n ? 'partially_paid' : 'created'
        const { status, amountReceived } = await shop.retrieve(payment)
        expect(BigInt(amountReceived.replace('.', ''))).toBe(sum)
        expect(status).toBe(sum >= 10_000_000n ? 'completed' : few)
      }
      shop.stop()
    }),
    { numRuns: pickRuns({ full: 40, quick: 10 }) },
  )
})

test('another coin than that of its account is not swept there', async () => {
  const shop = await openShop()
  const payment = await shop.create({ cryptocurrency: 'USDT' })
  await mineFinal(shop, [{ ...createTransferFor(payment), token: TETHER }])
  const { db } = shop.checkout.context
  const chain = `eip155:${TEST_CHAIN_ID}`
  const [place, to] = [{ network: 'ethereum', token: TEST_TOKEN.toLowerCase() }, TEST_WALLET.toLowerCase()]
  const { merchant_id, livemode } = await db.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
  await db.insertInto('factories').values({ chain, deployed_at: 0 }).execute()
  await db
    .insertInto('conversion_accounts')
    .values({
      ...{ ...place, merchant_id, livemode, chain, account: to, wallet: to, terms: '{}', read_until: 0, read_once: 0 },
      ...{ to_network: 'polygon', to_chain: `eip155:${SIBLING_ID}`, to_token: place.token, recipient: to },
      ...{ due_at: 0, created_at: 0 },
    })
    .execute()
  expect((await shop.checkout.sandbox.settlements.create()).data).toEqual([])
  await db.deleteFrom('conversion_accounts').execute()
  expect((await shop.checkout.sandbox.settlements.create()).data).toMatchObject([{ cryptocurrency: 'USDT' }])
})
