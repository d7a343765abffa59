import type { Payment } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { mine } from '@crypto-checkout/devnet/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  ask,
  cleanUp,
  createTemporaryFolder,
  type Ethereum,
  openShop,
  pay,
  pollUntil,
  type Shop,
} from '../support/harness.ts'

const FINAL = 3

let dataDir: string
let devnet: Ethereum
const shops: Shop[] = []

beforeAll(async () => {
  dataDir = createTemporaryFolder()
  devnet = await startDevnet({ networks: ['ethereum'], dataDir, blockTimeMs: 0 })
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

/** Mines one block with this timestamp in seconds. */
async function blockAt(seconds: number): Promise<void> {
  await ask(devnet, 'evm_setNextBlockTimestamp', [seconds])
  await block()
}

/** The chain's clock never goes back: each deadline must come after those of earlier tests. */
let deadlines = 0
const nextDeadline = () => 50 * ++deadlines

/** The last second that is on time: blocks have whole seconds. */
function lastSecond(payment: Payment): number {
  return Math.floor(Date.parse(payment.expiresAt) / 1_000)
}

describe('around the deadline, while nobody watches', () => {
  test('money in the last block before it completes the payment', async () => {
    const shop = await open()
    const payment = await shop.create({ expiresIn: nextDeadline() })
    await block()
    await shop.caughtUp()
    await shop.close()
    await pay(devnet, payment)
    await blockAt(lastSecond(payment))
    await blockAt(lastSecond(payment) + 5)
    await block(FINAL)
    await shop.reopen()
    await shop.until(payment, ({ status }) => status === 'completed')
    expect((await shop.get(payment)).exceptions).toEqual([])
    expect(await shop.listEventTypes(payment)).toEqual(['payment.created', 'payment.processing', 'payment.completed'])
  })

  test('money in the first block after it is kept, reported, and accepted only by the merchant', async () => {
    const shop = await open()
    const payment = await shop.create({ expiresIn: nextDeadline() })
    await block()
    await shop.caughtUp()
    await shop.close()
    await pay(devnet, payment)
    await blockAt(lastSecond(payment) + 1)
    await block(FINAL)
    await shop.reopen()
    const late = await shop.until(payment, ({ transactions }) => transactions[0]?.status === 'final')
    expect(late).toMatchObject({ status: 'expired', exceptions: ['late'], amountReceived: payment.cryptoAmount })
    expect(await shop.listEventTypes(payment)).toEqual(expect.arrayContaining(['payment.expired', 'payment.late']))
    expect(await shop.listEventTypes(payment)).not.toContain('payment.completed')
    expect(await shop.checkout.sandbox.payments.accept(payment.id)).toMatchObject({
      status: 'completed',
      exceptions: ['late', 'manual'],
    })
  })

  test('the policy accept completes what came late', async () => {
    const shop = await open({ config: { latePayments: 'accept' } })
    const payment = await shop.create({ expiresIn: nextDeadline() })
    await blockAt(lastSecond(payment) + 1)
    await shop.until(payment, ({ status }) => status === 'expired')
    await pay(devnet, payment)
    await block(1 + FINAL)
    const completed = await shop.until(payment, ({ status }) => status === 'completed')
    expect(completed.exceptions).toEqual(['late'])
  })

  test('without money it expires with the first later block, and not before', async () => {
    const shop = await open()
    const payment = await shop.create({ expiresIn: nextDeadline() })
    await blockAt(lastSecond(payment))
    await shop.caughtUp()
    expect((await shop.get(payment)).status).toBe('created')
    await blockAt(lastSecond(payment) + 1)
    await shop.until(payment, ({ status }) => status === 'expired')
    expect(await shop.listEventTypes(payment)).toEqual(['payment.created', 'payment.expired'])
  })
})

describe('a reorganisation', () => {
  test('that drops the transfer takes the payment back; paid again, it completes', async () => {
    const shop = await open()
    const payment = await shop.create()
    await pay(devnet, payment)
    await block()
    await shop.until(payment, ({ status }) => status === 'processing')
    await devnet.payer.reorganise('ethereum', 1)
    const reverted = await shop.until(payment, ({ status }) => status === 'created')
    expect(reverted).toMatchObject({ amountReceived: '0.000000', amountDue: payment.cryptoAmount })
    expect(reverted.transactions).toMatchObject([{ status: 'orphaned' }])
    await pay(devnet, payment)
    await block(1 + FINAL)
    const completed = await shop.until(payment, ({ status }) => status === 'completed')
    expect(completed.exceptions).toEqual([])
    expect(await shop.listEventTypes(payment)).toEqual([
      'payment.created',
      'payment.processing',
      'payment.reverted',
      'payment.processing',
      'payment.completed',
    ])
  })

  test('that mines the transfer again in another block keeps one transfer and completes once', async () => {
    const shop = await open()
    const payment = await shop.create()
    const hash = await pay(devnet, payment)
    const raw = await ask(devnet, 'eth_getRawTransactionByHash', [hash])
    await block()
    const before = await shop.until(payment, ({ status }) => status === 'processing')
    await devnet.payer.reorganise('ethereum', 1)
    await ask(devnet, 'eth_sendRawTransaction', [raw])
    await block(1 + FINAL)
    const completed = await shop.until(payment, ({ status }) => status === 'completed')
    expect(completed).toMatchObject({ exceptions: [], amountReceived: payment.cryptoAmount })
    expect(completed.transactions).toMatchObject([{ hash, status: 'final' }])
    expect(completed.transactions[0]!.block).toBe(before.transactions[0]!.block + 1)
    expect(await shop.transfers()).toHaveLength(1)
    const eventTypes = await shop.listEventTypes(payment)
    expect(eventTypes.filter((type) => type === 'payment.completed')).toHaveLength(1)
  })

  test('that happens while nobody watches is noticed afterwards', async () => {
    const shop = await open()
    const payment = await shop.create()
    await pay(devnet, payment)
    await block()
    await shop.until(payment, ({ status }) => status === 'processing')
    await shop.close()
    await devnet.payer.reorganise('ethereum', 1)
    await block(10)
    await shop.reopen()
    await shop.until(payment, ({ status }) => status === 'created')
  })
})

test('300 blocks that pass while nobody watches are caught up with', async () => {
  const shop = await open()
  const payments = [await shop.create(), await shop.create(), await shop.create()]
  await block()
  await shop.caughtUp()
  await shop.close()
  for (const payment of payments) {
    await pay(devnet, payment)
    await block(100)
  }
  await shop.reopen()
  for (const payment of payments) {
    await shop.until(payment, ({ status }) => status === 'completed')
    expect(await shop.listEventTypes(payment)).toEqual(['payment.created', 'payment.completed'])
  }
})

test('a node that goes away and comes back costs no payment', async () => {
  const shop = await open()
  const payment = await shop.create()
  await block()
  await shop.caughtUp()
  await pay(devnet, payment)
  await block(1 + FINAL)
  await devnet.stop()
  await pollUntil(
    () => shop.checkout.networks(),
    ([network]) => network?.trouble !== null,
  )
  // The API keeps working, and nothing is decided meanwhile.
  const other = await shop.create()
  devnet = await startDevnet({ networks: ['ethereum'], dataDir, blockTimeMs: 0 })
  expect(devnet.fresh).toBe(false)
  await shop.until(payment, ({ status }) => status === 'completed')
  await pay(devnet, other)
  await block(1 + FINAL)
  await shop.until(other, ({ status }) => status === 'completed')
  // Rereading reports its own problem, and retries after a while.
  await pollUntil(
    () => shop.checkout.networks(),
    ([network]) => network?.trouble === null,
  )
})

test('a node of another chain is not believed', async () => {
  const shop = await open({ network: { chainId: 31_338 } })
  await block(1 + FINAL)
  const [network] = await pollUntil(
    () => shop.checkout.networks(),
    ([first]) => first?.trouble !== null,
  )
  expect(network).toMatchObject({ trouble: expect.stringContaining('serves chain 31337, not 31338'), read: null })
  expect(shop.log.join('\n')).toContain('check rpcUrls')
  await expect(shop.create()).rejects.toMatchObject({ code: 'not_ready' })
})

test('where three nodes are named, one that is down does no harm', async () => {
  const { rpcUrl } = devnet.networks.ethereum
  const shop = await open({ network: { rpcUrls: ['http://127.0.0.1:2', rpcUrl, `${rpcUrl}/?second`] } })
  await block()
  await shop.caughtUp()
  const payment = await shop.create()
  await pay(devnet, payment)
  await block(1 + FINAL)
  await shop.until(payment, ({ status }) => status === 'completed')
})

test('a coin whose contract is not what the configuration says is not offered', async () => {
  const { USDC, DAI } = devnet.networks.ethereum.coins
  const shop = await open({ network: { coins: { USDC: { ...USDC, decimals: 18 }, DAI } } })
  const [network] = await pollUntil(
    () => shop.checkout.networks(),
    ([first]) => first?.coins.every((coin) => coin.confirmed !== null) ?? false,
  )
  expect(network).toMatchObject({
    trouble: expect.stringContaining('has 6 decimals, not 18'),
    coins: [
      { coin: 'USDC', confirmed: false },
      { coin: 'DAI', decimals: 18, confirmed: true },
    ],
  })
  await expect(shop.create()).rejects.toMatchObject({ code: 'unsupported_asset', param: 'cryptocurrency' })
  expect(await shop.create({ cryptocurrency: 'DAI' })).toMatchObject({ status: 'created' })
})
