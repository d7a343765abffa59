import type { Payment, PublicPayment } from '@crypto-checkout/api-types'
import { describe, expect, test } from 'vitest'
import { CLOCK_TOLERANCE_MS, listAmounts, QUARANTINE_MS } from '../../domain/attribution.ts'
import { shareWallet } from '../../merchants/wallets/share.ts'
import { findPublicPayment } from '../../pages/public-view.ts'
import {
  createTransferFor,
  paymentInput,
  ScriptedNode,
  type ScriptedTransfer,
  TEST_PAYER,
  TEST_TOKEN,
  TEST_WALLET,
  testCheckout,
} from '../../testing/index.ts'
import { explainQueries } from '../../testing/plans.ts'
import { addMerchant } from '../../testing/shop.ts'
import { isOnPostgres } from '../../testing/storage.ts'
import { requireAnyPayment } from '../find.ts'
import { findTransfersMeantFor } from './misdirected.ts'

const POLYGON_URL = 'http://127.0.0.1:9'
const USDT = '0x0000000000000000000000000000000000000abc'
const ON_POLYGON = '0x0000000000000000000000000000000000000def'

/** A shop with two coins on Ethereum and one on Polygon, whose chain the test writes too. */
async function openShop({ isRead = true } = {}) {
  const polygonNode = new ScriptedNode({ chainId: 31_338, startTime: Date.parse('2026-01-01T00:00:00.000Z') })
  polygonNode.decimals.set(ON_POLYGON, 6)
  const coins = { USDC: { address: TEST_TOKEN, decimals: 6 }, USDT: { address: USDT, decimals: 6 } }
  const ethereum = { rpcUrls: ['http://127.0.0.1:1'], chainId: 31_337, coins }
  const polygon = {
    rpcUrls: [POLYGON_URL],
    chainId: 31_338,
    coins: { USDC: { address: ON_POLYGON, decimals: 6 } },
  }
  const networks = { networks: { ethereum, polygon } }
  const shop = await testCheckout(
    { sandbox: networks, production: { networks: {} } },
    { others: { [POLYGON_URL]: polygonNode } },
  )
  if (isRead) await shop.settle()
  const minePolygon = (transfers: readonly ScriptedTransfer[] = []) => polygonNode.mine(shop.clock.now(), transfers)
  return Object.assign(shop, { polygonNode, minePolygon })
}
type Shop = Awaited<ReturnType<typeof openShop>>

const viewOf = async (shop: Pick<Shop, 'request'>, { id }: Pick<Payment, 'id'>): Promise<PublicPayment> =>
  (await shop.request('GET', `/pay/${id}/status`, { key: null })).body
const misdirectedOf = async (shop: Shop, payment: Payment) => (await viewOf(shop, payment)).misdirected

const inUsdt = (payment: Payment, rawAmount?: bigint) => ({ ...createTransferFor(payment, rawAmount), token: USDT })
const onPolygon = (payment: Payment, rawAmount?: bigint) => ({
  ...createTransferFor(payment, rawAmount),
  token: ON_POLYGON,
})

describe('money that went astray is told to its payer', () => {
  test('in another coin of the network, to the last digit', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    const due = createTransferFor(payment).rawAmount
    const [hash] = shop.mine([inUsdt(payment), inUsdt(payment, due + 1n), { ...inUsdt(payment), to: TEST_PAYER }])
    await shop.settle()
    expect(await misdirectedOf(shop, payment)).toEqual([
      {
        hash,
        from: TEST_PAYER.toLowerCase(),
        amount: payment.cryptoAmount,
        cryptocurrency: 'USDT',
        network: 'ethereum',
        networkTitle: 'Ethereum',
        explorerUrl: null,
        provable: false,
      },
    ])
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', transactions: [] })
  })

  test('on any of the networks, also where there are more than three', async () => {
    const shop = await openShop()
    const { id } = await shop.create()
    const payment = await requireAnyPayment(shop.storage.db, id)
    shop.minePolygon([onPolygon(await shop.retrieve({ id }))])
    await shop.settle()
    const chains = ['eip155:1', 'eip155:2', 'eip155:3', 'eip155:31338']
    expect(await findTransfersMeantFor(shop.storage.db, payment, chains)).toHaveLength(1)
    expect(await findTransfersMeantFor(shop.storage.db, payment, chains.slice(0, 3))).toEqual([])
  })

  test('on another network, and the merchant hears of it', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    const [hash] = shop.minePolygon([onPolygon(payment)])
    await shop.settle()
    const amount = payment.cryptoAmount
    expect(await misdirectedOf(shop, payment)).toEqual([
      {
        ...{ hash, from: TEST_PAYER.toLowerCase(), amount, cryptocurrency: 'USDC', network: 'polygon' },
        ...{ networkTitle: 'Polygon', explorerUrl: null, provable: false },
      },
    ])
    const { data } = await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })
    expect(data).toMatchObject([{ hash, network: 'polygon', payment: null }])
  })

  test('on a network that was read for the first time much later', async () => {
    const shop = await openShop({ isRead: false })
    const payment = await shop.create()
    shop.clock.advance(3_600_000)
    const [hash] = shop.minePolygon([onPolygon(payment)])
    shop.clock.advance(3_600_000)
    for (let block = 0; block < 10; block++) shop.minePolygon()
    await shop.settle()
    expect(await misdirectedOf(shop, payment)).toMatchObject([{ hash, network: 'polygon' }])
  })

  test('for what is still due of a payment that was paid in part, and after it has expired', async () => {
    const shop = await openShop()
    const payment = await shop.create({ expiresIn: 60 })
    shop.mine([createTransferFor(payment, 4_000_000n)])
    await shop.settle()
    const [part] = (await shop.checkout.sandbox.transfers.list()).data
    await shop.checkout.sandbox.transfers.assign(part?.id ?? '', { paymentId: payment.id })
    const rest = await shop.retrieve(payment)
    expect(rest).toMatchObject({ status: 'partially_paid' })
    shop.mine([inUsdt(rest)])
    await shop.settle()
    expect(await misdirectedOf(shop, payment)).toMatchObject([{ amount: rest.amountDue }])
    shop.clock.advance(60_000)
    shop.mine()
    await shop.settle()
    expect(await viewOf(shop, payment)).toMatchObject({ status: 'expired', misdirected: [{ amount: rest.amountDue }] })
  })

  test('three times at most, the first ones', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    const hashes = []
    for (let block = 0; block < 4; block++) hashes.push(...shop.mine([inUsdt(payment)]))
    await shop.settle()
    expect((await misdirectedOf(shop, payment)).map((one) => one.hash)).toEqual(hashes.slice(0, 3))
  })

  test('until it is taken off the chain', async () => {
    const shop = await openShop()
    const payment = await shop.create()
    shop.mine([inUsdt(payment)])
    await shop.settle()
    expect(await misdirectedOf(shop, payment)).toHaveLength(1)
    shop.node.drop(1)
    shop.mine()
    await shop.settle()
    expect(await misdirectedOf(shop, payment)).toEqual([])
  })

  test('also after the payment is on its way, completed or cancelled', async () => {
    const shop = await openShop()
    const [paid, cancelled] = [await shop.create(), await shop.create()]
    const [hash, other] = shop.mine([inUsdt(paid), inUsdt(cancelled)])
    shop.mine([createTransferFor(paid)])
    await shop.settle()
    expect(await viewOf(shop, paid)).toMatchObject({ status: 'processing', misdirected: [{ hash }] })
    for (let block = 0; block < 20; block++) shop.mine()
    await shop.settle()
    expect(await viewOf(shop, paid)).toMatchObject({ status: 'completed', misdirected: [{ hash }], reported: [] })
    await shop.checkout.sandbox.payments.cancel(cancelled.id)
    expect(await viewOf(shop, cancelled)).toMatchObject({ status: 'cancelled', misdirected: [{ hash: other }] })
  })

  test('after the payment ended, for as long as no other payment can have its amount', async () => {
    const shop = await openShop()
    const payment = await shop.create({ expiresIn: 60 })
    const transfer = inUsdt(payment)
    shop.clock.advance(60_000)
    shop.mine()
    await shop.settle()
    expect(await viewOf(shop, payment)).toMatchObject({ status: 'expired', misdirected: [] })
    shop.clock.advance(QUARANTINE_MS - 2 * CLOCK_TOLERANCE_MS)
    const [hash] = shop.mine([transfer])
    shop.clock.advance(2 * CLOCK_TOLERANCE_MS)
    shop.mine([transfer])
    await shop.settle()
    expect((await misdirectedOf(shop, payment)).map((one) => one.hash)).toEqual([hash])
  })

  test('but not when it came before the payment', async () => {
    const shop = await openShop()
    await shop.create({ amount: 1 })
    const amounts = listAmounts(10_000_000n)
    const amount = amounts[0] ?? 0n
    await occupy(shop, amounts.slice(1))
    const transfer = { token: USDT, from: TEST_PAYER, to: TEST_WALLET, rawAmount: amount }
    shop.mine([transfer])
    await shop.settle()
    shop.clock.advance(2 * CLOCK_TOLERANCE_MS)
    const payment = await shop.create()
    expect(createTransferFor(payment).rawAmount).toBe(amount)
    expect(await misdirectedOf(shop, payment)).toEqual([])
    const [hash] = shop.mine([transfer])
    await shop.settle()
    expect(await misdirectedOf(shop, payment)).toMatchObject([{ hash }])
  })
})

/** Reserves amounts for open payments. */
async function occupy(shop: Shop, amounts: readonly bigint[]): Promise<void> {
  const wallet = { chain: 'eip155:31337', token: TEST_TOKEN.toLowerCase(), address: TEST_WALLET.toLowerCase() }
  const held = { payment_id: 'pay_other', reserved_at: 0, released_at: null, current: 1 as const }
  await shop.checkout.context.transact(async (tx) => {
    for (let from = 0; from < amounts.length; from += 1_000) {
      const rows = amounts.slice(from, from + 1_000).map((amount) => ({ ...wallet, ...held, amount }))
      await tx.insertInto('reservations').values(rows).execute()
    }
  })
}

test('a wallet’s owner hears of strays on all its networks, also where only others ask for money there', async () => {
  const shop = await openShop()
  const other = await addMerchant(shop)
  await shop.create()
  await shareWallet(shop.checkout.context, { address: TEST_WALLET, merchantId: other.id })
  const body = { ...paymentInput, network: 'polygon' }
  expect((await shop.request('POST', '/sandbox/v1/payments', { key: other.sandbox, body })).status).toBe(201)
  shop.minePolygon([{ token: ON_POLYGON, from: TEST_PAYER, to: TEST_WALLET, rawAmount: 5n }])
  shop.mine([{ token: TEST_TOKEN, from: TEST_PAYER, to: TEST_WALLET, rawAmount: 6n }])
  await shop.settle()
  const listOwnEvents = async (key: typeof shop.key) =>
    (await shop.request('GET', '/sandbox/v1/transfers', { key })).body.data.map(
      (one: { rawAmount: string }) => one.rawAmount,
    )
  expect(await listOwnEvents(other.sandbox)).toEqual([])
  expect((await listOwnEvents(shop.key)).sort()).toEqual(['5', '6'])
})

test.skipIf(isOnPostgres())('looking for strays follows an index, however many transfers there are', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  await shop.request('POST', `/pay/${payment.id}/transactions`, {
    key: null,
    body: { hash: `0x${'a'.repeat(64)}`, from: TEST_PAYER },
  })
  const queries = await explainQueries(shop.checkout.context, (ctx) => findPublicPayment(ctx, payment.id))
  const plans = queries.filter(({ sql }) => /"(transfers|reports)"/.test(sql)).flatMap(({ steps }) => steps)
  expect(plans.length).toBeGreaterThan(2)
  for (const detail of plans) expect(detail).not.toMatch(/^SCAN/)
  expect(plans.join()).toContain('transfers_unattributed_of_amount (to_address=? AND amount=? AND block_time>?)')
})
