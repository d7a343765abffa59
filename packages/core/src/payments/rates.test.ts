import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import { CONFIRMING_READINGS } from '../domain/rate.ts'
import { paymentInput, ScriptedNode, TEST_CHAIN_ID, TEST_TOKEN } from '../testing/index.ts'
import { openShop, readProblem } from '../testing/shop.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const EUR_FEED = '0xb49f677943BC038e9857d61E7d053CaA2C1734C1'
const USDC_FEED = '0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6'
const OTHER_EUR_FEED = '0x73366Fe0AA0Ded304479862808e02506FE556a98'
const OTHER_USDC_FEED = '0xfE4A8cc5b5B2366C1B58Bea3858e81843581b2F7'

const network = {
  rpcUrls: ['http://127.0.0.1:1'],
  chainId: TEST_CHAIN_ID,
  pollMs: 50,
  coins: { USDC: { address: TEST_TOKEN, decimals: 6 } },
}
const ethereum = { ...network, feeds: { EUR: { address: EUR_FEED }, USDC: { address: USDC_FEED } } }
const polygon = { ...network, feeds: { EUR: { address: OTHER_EUR_FEED }, USDC: { address: OTHER_USDC_FEED } } }

/** A shop whose networks have feeds: the euro at 1.08 USD, the coin at par. */
async function openFed(networks: object = { ethereum }) {
  const shop = await openShop({
    rates: { EUR: 'chainlink' },
    sandbox: { networks },
    production: { networks: {} },
  })
  const move = (address: string, usd: number, updatedAt = shop.clock.now()) => {
    shop.node.feeds.set(address, { price: BigInt(Math.round(usd * 1e8)), updatedAt })
    shop.node.mine(shop.clock.now())
  }
  for (const address of [EUR_FEED, OTHER_EUR_FEED]) move(address, 1.08)
  for (const address of [USDC_FEED, OTHER_USDC_FEED]) move(address, 1)
  return Object.assign(shop, {
    move,
    /** From now on the node cannot be reached. */
    unplug() {
      shop.node.distortion = () => {
        throw new NodeError('unreachable', 'connection refused')
      }
    },
    /** Reads as often as a single node must show a jump. */
    async moved(...change: Parameters<typeof move>) {
      move(...change)
      for (let times = 0; times < CONFIRMING_READINGS; times += 1) await shop.readRates()
    },
    ask: (input: object = {}) =>
      shop.request('POST', '/sandbox/v1/payments', { body: { ...paymentInput, amount: 100, ...input } }),
  })
}

type Fed = Awaited<ReturnType<typeof openFed>>

/** A payment of 100.00 costs this many coins and a tail, which is less than 0.01. */
async function expectPrice(shop: Fed, coins: number, input?: object): Promise<void> {
  const { status, body } = await shop.ask(input)
  expect([status, body.error]).toEqual([201, undefined])
  expect(Number(body.cryptoAmount)).toBeGreaterThan(coins)
  expect(Number(body.cryptoAmount)).toBeLessThan(coins + 0.010_001)
}

async function refusalOf(shop: Fed, input?: object) {
  const { code, param, message } = readProblem(await shop.ask(input))
  return { code, param, message }
}

const stale = { code: 'unsupported_currency', param: 'currency', message: expect.stringContaining('out of date') }

describe('a coin whose feed says', () => {
  test.each([
    ['1', 1, 100, '1.00000000'],
    ['0.995', 0.995, 100, '1.00000000'],
    ['1.005', 1.005, 100, '1.00000000'],
    ['0.99', 0.99, 100 / 0.99, '0.99000000'],
    ['0.98', 0.98, 100 / 0.98, '0.98000000'],
    ['1.01', 1.01, 100 / 1.01, '1.01000000'],
    ['1.02', 1.02, 100 / 1.02, '1.02000000'],
  ])('%s is priced by it', async (_name, usd, price, rate) => {
    const shop = await openFed()
    await shop.moved(USDC_FEED, usd)
    await expectPrice(shop, price)
    expect((await shop.ask()).body.rate).toBe(rate)
  })

  test.each([0.9799, 1.0201, 0.5])('%f is refused until it has recovered', async (usd) => {
    const shop = await openFed()
    await shop.moved(USDC_FEED, usd)
    expect(await refusalOf(shop)).toEqual({
      code: 'unsupported_asset',
      param: 'cryptocurrency',
      message: expect.stringMatching(`USDC is at ${usd}.* USD`),
    })
    expect(shop.checkout.feeds()).toContainEqual(
      expect.objectContaining({ pair: 'USDC/USD', stale: false, trouble: expect.stringContaining('refused') }),
    )
    await shop.moved(USDC_FEED, 0.99)
    await expectPrice(shop, 100 / 0.99)
    await shop.moved(USDC_FEED, 1)
    await expectPrice(shop, 100)
  })
})

describe('a coin counts as 1 USD', () => {
  test('before its feed was read', async () => {
    const shop = await openFed()
    shop.move(USDC_FEED, 0.5)
    await expectPrice(shop, 100)
  })

  test('when its feed has been silent for longer than its heartbeat and an hour', async () => {
    const shop = await openFed()
    await shop.moved(USDC_FEED, 0.985)
    shop.clock.advance(DAY_MS + HOUR_MS)
    await shop.readRates()
    await expectPrice(shop, 100 / 0.985)
    shop.clock.advance(1)
    await expectPrice(shop, 100)
  })

  test('when its feed could not be read for longer than its heartbeat, and not before', async () => {
    const shop = await openFed()
    await shop.moved(USDC_FEED, 0.985)
    shop.unplug()
    shop.clock.advance(DAY_MS)
    await shop.readRates()
    await expectPrice(shop, 100 / 0.985)
    shop.clock.advance(1)
    await expectPrice(shop, 100)
    expect(shop.checkout.feeds()[1]).toMatchObject({
      pair: 'USDC/USD',
      price: '0.98500000',
      ageSeconds: DAY_MS / 1_000,
      stale: true,
      trouble: 'USDC/USD could not be read (connection refused): without another feed USDC counts as 1 USD',
    })
  })
})

describe('a coin that was refused because of its feed', () => {
  test.each(['is silent', 'cannot be read'])('stays so while the feed %s, until it has recovered', async (what) => {
    const shop = await openFed()
    await shop.moved(USDC_FEED, 0.9)
    if (what === 'cannot be read') shop.unplug()
    for (const age of [DAY_MS + HOUR_MS, 1, 10 * DAY_MS]) {
      shop.clock.advance(age)
      await shop.readRates()
      expect(await refusalOf(shop)).toMatchObject({ code: 'unsupported_asset', param: 'cryptocurrency' })
    }
    expect((await refusalOf(shop)).message).toMatch(/^USDC was last seen at 0.90000000 USD/)
    expect(shop.checkout.feeds()[1]).toMatchObject({
      stale: true,
      trouble: expect.stringContaining('without another feed USDC is refused'),
    })
    shop.node.distortion = null
    await shop.moved(USDC_FEED, 0.99)
    await expectPrice(shop, 100 / 0.99)
  })

  test('is taken again when another network’s feed says so, and as long as that was said last', async () => {
    const shop = await openFed({ ethereum, polygon })
    await shop.moved(USDC_FEED, 0.9)
    shop.clock.advance(2 * DAY_MS)
    await shop.readRates()
    expect((await refusalOf(shop)).code).toBe('unsupported_asset')
    await shop.moved(OTHER_USDC_FEED, 0.99)
    await expectPrice(shop, 100 / 0.99)
    shop.clock.advance(2 * DAY_MS)
    await expectPrice(shop, 100)
  })
})

test('a feed whose block is dated a little ahead of the clock is not younger than new', async () => {
  const shop = await openFed()
  shop.node.mine(shop.clock.now() + 60_000)
  await shop.moved(USDC_FEED, 1, shop.clock.now() + 60_000)
  expect(shop.checkout.feeds()[1]).toMatchObject({ pair: 'USDC/USD', ageSeconds: 0, stale: false, trouble: null })
})

describe('a currency of a feed', () => {
  test('is priced by it, and the payment keeps its rate for ever', async () => {
    const shop = await openFed()
    await shop.moved(EUR_FEED, 1.25)
    const { body: payment } = await shop.ask({ currency: 'EUR' })
    expect(payment).toMatchObject({ rate: '0.80000000', cryptoAmount: expect.stringMatching(/^125\.00/) })
    await shop.moved(EUR_FEED, 2)
    await shop.moved(USDC_FEED, 0.98)
    expect(await shop.retrieve(payment)).toEqual(payment)
    await expectPrice(shop, 200 / 0.98, { currency: 'EUR' })
  })

  test('and a coin that is off its peg make one rate', async () => {
    const shop = await openFed()
    await shop.moved(USDC_FEED, 0.99)
    const { body } = await shop.ask({ currency: 'EUR' })
    expect(body.rate).toBe('0.91666667')
    await expectPrice(shop, 108 / 0.99, { currency: 'EUR' })
  })

  test('is asked for again before it was read', async () => {
    const shop = await openFed()
    const refused = await shop.ask({ currency: 'EUR' })
    expect(readProblem(refused)).toEqual({
      status: 500,
      type: 'api_error',
      code: 'not_ready',
      param: 'currency',
      message: expect.stringContaining('not read yet'),
    })
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d?$/)
    await shop.readRates()
    await expectPrice(shop, 108, { currency: 'EUR' })
  })

  test('survives a weekend, and is refused after three days beyond the heartbeat', async () => {
    const shop = await openFed()
    await shop.readRates()
    shop.clock.advance(2 * DAY_MS + HOUR_MS)
    await shop.readRates()
    await expectPrice(shop, 108, { currency: 'EUR' })
    shop.clock.advance(2 * DAY_MS - HOUR_MS)
    await shop.readRates()
    await expectPrice(shop, 108, { currency: 'EUR' })
    shop.clock.advance(1)
    expect(await refusalOf(shop, { currency: 'EUR' })).toEqual(stale)
    await shop.moved(EUR_FEED, 1.1)
    await expectPrice(shop, 110, { currency: 'EUR' })
  })

  test('is refused once the node has been away for longer than the heartbeat', async () => {
    const shop = await openFed()
    await shop.readRates()
    shop.unplug()
    shop.clock.advance(DAY_MS)
    await shop.readRates()
    await expectPrice(shop, 108, { currency: 'EUR' })
    shop.clock.advance(1)
    expect(await refusalOf(shop, { currency: 'EUR' })).toEqual(stale)
    shop.node.distortion = null
    await shop.moved(EUR_FEED, 1.08)
    await expectPrice(shop, 108, { currency: 'EUR' })
  })

  test.each([
    ['nothing', 0, 0],
    ['less than nothing', -1.08, 0],
    ['a fortune', 2_000_000, 0],
    ['a price from tomorrow', 1.2, DAY_MS],
    ['a price from six minutes ahead', 1.2, 360_000],
  ])('keeps its last good price when the feed says %s', async (_name, usd, ahead) => {
    const shop = await openFed()
    await shop.readRates()
    await shop.moved(EUR_FEED, usd, shop.clock.now() + ahead)
    await expectPrice(shop, 108, { currency: 'EUR' })
    expect(shop.checkout.feeds()[0]).toMatchObject({ price: '1.08000000', trouble: expect.stringContaining('EUR/USD') })
  })

  test.each(['0x', '0x00', null, 7, {}, `0x${'f'.repeat(320)}`, '<html>'])(
    'is not ready while the node answers %j from the first reading on',
    async (garbage) => {
      const shop = await openFed()
      shop.node.distortion = (method, _, answer) => (method === 'eth_call' ? garbage : answer())
      await shop.readRates()
      expect((await refusalOf(shop, { currency: 'EUR' })).code).toBe('not_ready')
      await expectPrice(shop, 100)
    },
  )
})

describe('where two networks have feeds', () => {
  test('a coin is priced by its own network’s, and by the other’s when its own is stale', async () => {
    const shop = await openFed({ ethereum, polygon })
    await shop.moved(USDC_FEED, 0.99)
    await shop.moved(OTHER_USDC_FEED, 0.985)
    await expectPrice(shop, 100 / 0.99)
    await expectPrice(shop, 100 / 0.985, { network: 'polygon' })
    shop.clock.advance(2 * DAY_MS)
    await shop.moved(OTHER_USDC_FEED, 0.985)
    await expectPrice(shop, 100 / 0.985)
  })

  test('a network without one is guarded by the other’s', async () => {
    const shop = await openFed({ ethereum, polygon: network })
    await shop.moved(USDC_FEED, 0.5)
    expect((await refusalOf(shop, { network: 'polygon' })).code).toBe('unsupported_asset')
  })

  test('a currency is priced by its own network’s, and by the other’s when its own is stale', async () => {
    const shop = await openFed({ ethereum, polygon })
    await shop.readRates()
    shop.clock.advance(HOUR_MS)
    await shop.moved(OTHER_EUR_FEED, 1.2)
    await expectPrice(shop, 108, { currency: 'EUR' })
    await expectPrice(shop, 120, { currency: 'EUR', network: 'polygon' })
    shop.clock.advance(4 * DAY_MS)
    await shop.moved(OTHER_EUR_FEED, 1.2)
    await expectPrice(shop, 120, { currency: 'EUR' })
  })
})

test('a number in the configuration goes before any feed, which then is not read', async () => {
  const shop = await openShop({ rates: { EUR: 1.5 }, sandbox: { networks: { ethereum } } })
  expect(shop.checkout.feeds().map((feed) => feed.pair)).toEqual(['USDC/USD'])
  const payment = await shop.create({ amount: 100, currency: 'EUR' })
  expect(payment.cryptoAmount).toMatch(/^150\.00/)
})

test('the sandbox has numbers of its own where production has feeds and it has none', async () => {
  const ethereumAlone = {
    networks: { ethereum: { ...network, rpcUrls: ['http://127.0.0.1:31338'], chainId: TEST_CHAIN_ID + 1 } },
  }
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID + 1, startTime: Date.parse('2026-01-01T00:00:00Z') })
  const options = {
    rates: { EUR: 'chainlink', JPY: 'chainlink' },
    production: { networks: { ethereum: { ...ethereum, feeds: { ...ethereum.feeds, JPY: { address: EUR_FEED } } } } },
    sandbox: ethereumAlone,
  } as const
  const shop = await openShop(options, { others: { 'http://127.0.0.1:31338': node } })
  expect((await shop.create({ amount: 100, currency: 'EUR' })).cryptoAmount).toMatch(/^108\.00/)
  await expect(shop.create({ currency: 'JPY' })).rejects.toMatchObject({ code: 'unsupported_currency' })
})

// Each of them waits for readings that are a second apart.
describe.concurrent('a checkout that was started', () => {
  const PATIENCE = { timeout: 10_000 }
  const priceFrom = (shop: Fed, name: string) =>
    shop.checkout.feeds().find((feed) => feed.network === name && feed.pair === 'EUR/USD')?.price

  /** Waits until both feeds were read a few more times. */
  async function readSomeMore(shop: Fed): Promise<void> {
    let calls = 0
    shop.node.distortion = (method, _, answer) => {
      if (method === 'eth_call') calls += 1
      return answer()
    }
    await vi.waitFor(() => expect(calls).toBeGreaterThan(16), PATIENCE)
    shop.node.distortion = null
  }

  const ratesLines = (shop: Fed) => shop.lines.filter((line) => line.startsWith('rates sandbox ethereum: '))

  test('has read its feeds, though the node takes its time', async () => {
    const shop = await openFed()
    shop.node.distortion = async (_method, _params, answer) => {
      await sleep(100)
      return answer()
    }
    await shop.checkout.start()
    await expectPrice(shop, 108, { currency: 'EUR' })
    expect(ratesLines(shop)).toEqual([])
    await shop.checkout.stop()
  })

  test('waits neither for a node that never answers nor, in another network, because of it', async () => {
    const shop = await openFed({ ethereum: { ...ethereum, feeds: { EUR: { address: EUR_FEED } } }, polygon })
    const { promise: silence, resolve: end } = Promise.withResolvers<void>()
    shop.node.distortion = async (method, [call], answer) => {
      if (method === 'eth_call' && (call as { to: string }).to === EUR_FEED) await silence
      return answer()
    }
    await shop.checkout.start()
    shop.move(OTHER_EUR_FEED, 1.3)
    await vi.waitFor(() => expect(priceFrom(shop, 'polygon')).toBe('1.30000000'), PATIENCE)
    expect(priceFrom(shop, 'ethereum')).toBeNull()
    await expectPrice(shop, 130, { currency: 'EUR' })
    end()
    await shop.checkout.stop()
  })

  test('says once that a feed is stale, and that it is fine again', async () => {
    const shop = await openFed()
    const since = new Date(shop.clock.now()).toISOString()
    await shop.checkout.start()
    shop.clock.advance(2 * DAY_MS)
    shop.move(EUR_FEED, 1.08)
    await readSomeMore(shop)
    const warning = `USDC/USD has not been updated since ${since}: without another feed USDC counts as 1 USD`
    expect(ratesLines(shop)).toEqual([`rates sandbox ethereum: ${warning}`])
    await expectPrice(shop, 100)
    shop.move(USDC_FEED, 1)
    await readSomeMore(shop)
    expect(ratesLines(shop).slice(1)).toEqual(['rates sandbox ethereum: all feeds are fine again'])
    await shop.checkout.stop()
  })

  test('goes on reading when a node was away', async () => {
    const shop = await openFed()
    await shop.checkout.start()
    shop.unplug()
    await vi.waitFor(() => expect(ratesLines(shop)).toHaveLength(1), PATIENCE)
    expect(ratesLines(shop)[0]).toContain('EUR/USD could not be read (connection refused)')
    await expectPrice(shop, 108, { currency: 'EUR' })
    shop.node.distortion = null
    shop.move(EUR_FEED, 1.3)
    await vi.waitFor(() => expect(priceFrom(shop, 'ethereum')).toBe('1.30000000'), PATIENCE)
    await expectPrice(shop, 130, { currency: 'EUR' })
    await shop.checkout.stop()
  })
})
