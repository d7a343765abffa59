import { startDevnet } from '@crypto-checkout/devnet'
import { mine, sendTogether, tether } from '@crypto-checkout/devnet/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cleanUp, type Ethereum, openShop, type Shop, toMillionths } from '../support/harness.ts'

/** Head minus two: the `finalized` block of the local chain. */
const FINAL = 3

let devnet: Ethereum
let shop: Shop

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
})

afterEach(async () => {
  await shop.close()
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const block = (count = 1) => mine(devnet.networks.ethereum, count)

test.each(['USDC', 'USDT', 'DAI'] as const)('the exact amount of %s completes a payment', async (cryptocurrency) => {
  shop = await openShop(devnet)
  const payment = await shop.create({ cryptocurrency })
  const amount = toMillionths(payment.amountDue)
  const hash = await devnet.payer.send({ network: 'ethereum', cryptocurrency, to: payment.address, amount })
  await block(1 + FINAL)
  const completed = await shop.until(payment, ({ status }) => status === 'completed')
  expect(completed).toMatchObject({ exceptions: [], amountReceived: payment.cryptoAmount })
  expect(completed.transactions).toMatchObject([{ hash, amount: payment.cryptoAmount }])
})

test('the same amount of another coin pays nothing', async () => {
  shop = await openShop(devnet)
  const payment = await shop.create({ cryptocurrency: 'USDT' })
  const amount = toMillionths(payment.amountDue)
  for (const cryptocurrency of ['USDC', 'DAI']) {
    await devnet.payer.send({ network: 'ethereum', cryptocurrency, to: payment.address, amount })
  }
  await block(1 + FINAL)
  await shop.caughtUp()
  expect(await shop.get(payment)).toMatchObject({ status: 'created', transactions: [] })
  expect((await shop.transfers()).map((transfer) => [transfer.cryptocurrency, transfer.payment])).toEqual(
    expect.arrayContaining([
      ['USDC', null],
      ['DAI', null],
    ]),
  )
})

test('what arrives counts, not what was sent: a fee of the coin is missing from it', async () => {
  const { ethereum } = devnet.networks
  shop = await openShop(devnet)
  const payment = await shop.create({ amount: 100, cryptocurrency: 'USDT' })
  const due = toMillionths(payment.amountDue)
  await tether.setFee(ethereum, 10, 1)
  await block()
  await devnet.payer.send({ network: 'ethereum', cryptocurrency: 'USDT', to: payment.address, amount: due })
  await tether.setFee(ethereum, 0, 0)
  await block(1 + FINAL)
  await shop.caughtUp()
  const transfers = await shop.transfers()
  expect(transfers.map((transfer) => toMillionths(transfer.amount))).toEqual([due - due / 1_000n])
  expect((await shop.get(payment)).status).toBe('created')
  await shop.checkout.sandbox.transfers.assign(transfers[0]!.id, { paymentId: payment.id })
  expect(await shop.get(payment)).toMatchObject({ status: 'partially_paid', amountReceived: transfers[0]!.amount })
})

test('one transaction pays in coins of six and of eighteen digits, and a little dust does no harm', async () => {
  const { ethereum } = devnet.networks
  shop = await openShop(devnet)
  const tether = await shop.create({ cryptocurrency: 'USDT' })
  const dai = await shop.create({ cryptocurrency: 'DAI' })
  await sendTogether(ethereum, [
    { to: shop.wallet, amount: toMillionths(tether.amountDue), token: ethereum.coins.USDT.address },
    { to: shop.wallet, amount: toMillionths(dai.amountDue) * 10n ** 12n + 1n, token: ethereum.coins.DAI.address },
    { to: shop.wallet, amount: 1n, token: ethereum.coins.DAI.address },
  ])
  await block(1 + FINAL)
  for (const payment of [tether, dai]) {
    const completed = await shop.until(payment, ({ status }) => status === 'completed')
    expect(completed).toMatchObject({ exceptions: [], amountReceived: payment.cryptoAmount })
  }
})
