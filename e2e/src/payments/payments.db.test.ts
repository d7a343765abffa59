import { startDevnet } from '@crypto-checkout/devnet'
import { COUNTERFEIT_ADDRESS, mine, sendTogether, sendZero } from '@crypto-checkout/devnet/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask, cleanUp, type Ethereum, openShop, pay, type Shop, toMillionths } from '../support/harness.ts'

/** Head minus two: the `finalized` block of the local chain. */
const FINAL = 3

let devnet: Ethereum
const shops: Shop[] = []

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
})

afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close()
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

async function open(options?: Parameters<typeof openShop>[1]): Promise<Shop> {
  const shop = await openShop(devnet, options)
  shops.push(shop)
  return shop
}

const block = (count = 1) => mine(devnet.networks.ethereum, count)

test('the exact amount completes a payment, once it is final', async () => {
  const shop = await open()
  const payment = await shop.create()
  const hash = await pay(devnet, payment)
  expect((await shop.get(payment)).status).toBe('created')
  await block()
  const processing = await shop.until(payment, ({ status }) => status !== 'created')
  expect(processing).toMatchObject({ status: 'processing', amountReceived: payment.cryptoAmount, completedAt: null })
  expect(processing.transactions).toMatchObject([{ hash, status: 'seen', amount: payment.cryptoAmount }])
  await block(FINAL)
  const completed = await shop.until(payment, ({ status }) => status === 'completed')
  expect(completed).toMatchObject({ exceptions: [], amountDue: '0.000000', completedAt: expect.any(String) })
  expect(completed.transactions).toMatchObject([{ hash, status: 'final', finalAt: expect.any(String) }])
  expect(await shop.listEventTypes(payment)).toEqual(['payment.created', 'payment.processing', 'payment.completed'])
})

test('too little is nobody’s until the merchant assigns it; the rest then completes the payment', async () => {
  const shop = await open()
  const payment = await shop.create()
  await pay(devnet, payment, 4_000_000n)
  await block()
  await shop.caughtUp()
  const [transfer] = await shop.transfers()
  expect(transfer).toMatchObject({ payment: null, amount: '4.000000', to: expect.any(String) })
  expect((await shop.get(payment)).status).toBe('created')
  await shop.checkout.sandbox.transfers.assign(transfer!.id, { paymentId: payment.id })
  const partial = await shop.get(payment)
  expect(partial).toMatchObject({
    status: 'partially_paid',
    amountReceived: '4.000000',
    cryptoAmount: payment.cryptoAmount,
  })
  const rest = toMillionths(payment.cryptoAmount) - 4_000_000n
  const due = toMillionths(partial.amountDue)
  expect(due > rest && due - rest < 10_000n && due % 10n !== 0n).toBe(true)
  expect(partial.paymentUri).toContain(`uint256=${due}`)
  await pay(devnet, partial)
  await block(1 + FINAL)
  const completed = await shop.until(payment, ({ status }) => status === 'completed')
  expect(completed).toMatchObject({ exceptions: ['multiple'], amountDue: '0.000000' })
  expect(await shop.listEventTypes(payment)).toEqual([
    'payment.created',
    'payment.partially_paid',
    'payment.processing',
    'payment.completed',
  ])
  const types = (await shop.events()).map((event) => event.type)
  expect(types.filter((type) => type.startsWith('transfer.'))).toEqual(['transfer.unattributed', 'transfer.assigned'])
})

test('too much is nobody’s either; assigned, it completes the payment and is reported', async () => {
  const shop = await open()
  const payment = await shop.create()
  await pay(devnet, payment, 12_000_000n)
  await block(1 + FINAL)
  await shop.caughtUp()
  const [transfer] = await shop.transfers()
  expect(transfer).toMatchObject({ payment: null })
  await shop.checkout.sandbox.transfers.assign(transfer!.id, { paymentId: payment.id })
  const overpaid = await shop.until(payment, ({ status }) => status === 'completed')
  expect(overpaid).toMatchObject({ exceptions: ['overpaid'], amountReceived: '12.000000', amountDue: '0.000000' })
  expect(await shop.listEventTypes(payment)).toContain('payment.overpaid')
})

test('paid twice, it completes once and says that there is too much', async () => {
  const shop = await open()
  const payment = await shop.create()
  await pay(devnet, payment)
  await pay(devnet, payment)
  await block(1 + FINAL)
  const completed = await shop.until(payment, ({ status }) => status === 'completed')
  expect(completed.exceptions).toEqual(['overpaid', 'multiple'])
  expect(completed.transactions).toHaveLength(2)
  expect(completed.amountReceived).toBe(decimal(2n * toMillionths(payment.cryptoAmount)))
  const eventTypes = await shop.listEventTypes(payment)
  expect(eventTypes.filter((type) => type === 'payment.completed')).toHaveLength(1)
  expect(eventTypes.filter((type) => type === 'payment.overpaid')).toHaveLength(1)
})

test('paid again after it was completed, the second transfer is kept with it', async () => {
  const shop = await open()
  const payment = await shop.create()
  await pay(devnet, payment)
  await block(1 + FINAL)
  await shop.until(payment, ({ status }) => status === 'completed')
  await pay(devnet, payment)
  await block(1 + FINAL)
  const twice = await shop.until(payment, ({ transactions }) => transactions.length === 2)
  expect(twice).toMatchObject({ status: 'completed', exceptions: ['overpaid', 'multiple'] })
})

function decimal(amount: bigint): string {
  const digits = amount.toString().padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

test('one transaction pays several payments, and one payment several times', async () => {
  const shop = await open()
  const one = await shop.create()
  const two = await shop.create({ amount: 20 })
  const parts = [one, two, two].map((payment) => ({ to: shop.wallet, amount: toMillionths(payment.amountDue) }))
  const hash = await sendTogether(devnet.networks.ethereum, parts)
  await block(1 + FINAL)
  const first = await shop.until(one, ({ status }) => status === 'completed')
  const second = await shop.until(two, ({ status }) => status === 'completed')
  expect(first.transactions.map((transaction) => transaction.hash)).toEqual([hash])
  expect(second.transactions.map((transaction) => transaction.hash)).toEqual([hash, hash])
  expect([first.exceptions, second.exceptions]).toEqual([[], ['overpaid', 'multiple']])
})

test('other coins, counterfeits with the same symbol and transfers of nothing count for nothing', async () => {
  const shop = await open()
  const payment = await shop.create()
  const amount = toMillionths(payment.amountDue)
  const transfer = { network: 'ethereum', cryptocurrency: 'USDC', to: shop.wallet, amount } as const
  await devnet.payer.send({ ...transfer, token: 'counterfeit' })
  await sendTogether(devnet.networks.ethereum, [{ to: shop.wallet, amount, token: COUNTERFEIT_ADDRESS }])
  await sendZero(devnet.networks.ethereum, { from: devnet.accounts.payer, to: shop.wallet })
  const ether = { from: devnet.accounts.payer, to: shop.wallet, value: `0x${amount.toString(16)}` }
  await ask(devnet, 'eth_sendTransaction', [ether])
  await block(1 + FINAL)
  await shop.caughtUp()
  expect(await shop.transfers()).toEqual([])
  expect(await shop.get(payment)).toMatchObject({ status: 'created', amountReceived: '0.000000', transactions: [] })
})

test('the money of a hundred other wallets is none of ours', async () => {
  const shop = await open()
  const payment = await shop.create()
  const others = Array.from({ length: 100 }, (_, index) => ({
    to: `0x${(index + 1).toString(16).padStart(40, '0')}`,
    amount: toMillionths(payment.amountDue),
  }))
  await sendTogether(devnet.networks.ethereum, others)
  await block(1 + FINAL)
  await shop.caughtUp()
  expect(await shop.transfers()).toEqual([])
  expect((await shop.get(payment)).status).toBe('created')
})

test('finality can be a number of confirmations', async () => {
  const shop = await open({ network: { finality: { confirmations: 5 } } })
  const payment = await shop.create()
  await pay(devnet, payment)
  await block(5)
  await shop.until(payment, ({ status }) => status === 'processing')
  await shop.caughtUp()
  expect((await shop.get(payment)).status).toBe('processing')
  await block()
  await shop.until(payment, ({ status }) => status === 'completed')
})

test('two checkouts on one database read at once and count nothing twice', async () => {
  const shop = await open()
  const other = shop.openAnother()
  await other.start()
  // A block that is already final when reading starts is read only once, as final.
  await block()
  await shop.caughtUp()
  try {
    const payments = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? shop.create() : shop.create({ amount: 7 }))),
    )
    for (const payment of payments) {
      await pay(devnet, payment)
      await block()
    }
    await block(FINAL)
    for (const payment of payments) {
      await shop.until(payment, ({ status }) => status === 'completed')
      expect(await shop.listEventTypes(payment)).toEqual(['payment.created', 'payment.processing', 'payment.completed'])
    }
    expect(await shop.transfers()).toHaveLength(payments.length)
  } finally {
    await other.stop()
  }
  expect(shop.log).toEqual([])
})
