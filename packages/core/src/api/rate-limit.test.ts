import { array, assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createApiKey } from '../merchants/keys/create.ts'
import { createMerchant } from '../merchants/merchant.ts'
import { openShop, readProblem } from '../testing/shop.ts'
import { getClientNetwork, RateLimits, SlidingWindow } from './rate-limit.ts'

const WINDOW_MS = 60_000

describe('a sliding window', () => {
  test('never accepts more than the limit in any window, and accepts whatever fits', () => {
    const gaps = constantFrom(0, 0, 0, 0, 0, 0, 1, 10, 999, 5_000, 20_000, 59_999, 60_000, 60_001)
    const steps = array(gaps, { maxLength: 120, size: 'max' })
    return assert(
      property(integer({ min: 1, max: 40 }), steps, (limit, gaps) => {
        const window = new SlidingWindow(limit, WINDOW_MS)
        const accepted: number[] = []
        let now = 0
        for (const gap of gaps) {
          now += gap
          const counted = accepted.filter((time) => time > now - WINDOW_MS).length
          expect(window.remaining(now)).toBe(limit - counted)
          expect(window.waitMs(now) === 0).toBe(counted < limit)
          const wait = window.waitMs(now)
          expect(window.accept(now)).toBe(counted < limit)
          if (counted < limit) accepted.push(now)
          else {
            const countedAt = (then: number) => accepted.filter((time) => time > then - WINDOW_MS).length
            expect(countedAt(now + wait - 1)).toBe(limit)
            expect(countedAt(now + wait)).toBeLessThan(limit)
          }
        }
      }),
    )
  })

  test('says how long to wait to the millisecond', () => {
    const window = new SlidingWindow(2, WINDOW_MS)
    expect([window.accept(0), window.accept(10), window.accept(20)]).toEqual([true, true, false])
    expect(window.waitMs(20)).toBe(WINDOW_MS - 20)
    expect(window.accept(WINDOW_MS - 1)).toBe(false)
    expect(window.accept(WINDOW_MS)).toBe(true)
    expect(window.isIdle(2 * WINDOW_MS - 1)).toBe(false)
    expect(window.isIdle(2 * WINDOW_MS)).toBe(true)
  })
})

test('a window that is hardly used is small, whatever its limit', () => {
  const limits = new RateLimits()
  const before = process.memoryUsage().arrayBuffers
  for (let index = 0; index < 10_000; index++) limits.window(`address ${index}`, 600, 1).accept(1)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000 * 200)
  expect(limits.window('address 0', 600, 1).remaining(1)).toBe(599)
})

test('a flood of new keys is taken in without looking through all that are known each time', () => {
  const limits = new RateLimits()
  // CPU time, so that other load on the machine does not matter.
  const sendRequests = (from: number, to: number) => {
    const before = process.cpuUsage()
    for (let index = from; index < to; index++) limits.window(`address ${index}`, 1, 1).accept(1)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const [few, many] = [sendRequests(0, 20_000), sendRequests(20_000, 200_000)]
  // 9 times as much if each costs the same, and 99 times if each searches all before it.
  expect(many / few).toBeLessThan(40)
  const newest = limits.window('address 199999', 1, 2)
  expect(newest.accept(2)).toBe(false)
})

describe('an account', () => {
  const LIST = '/sandbox/v1/payments'

  test('makes as many requests as its plan says in any 60 seconds; refusals do not count', async () => {
    const shop = await openShop({ plans: { sandbox: 3 } })
    const first = await shop.request('GET', LIST)
    expect(first.headers).toMatchObject({ 'ratelimit-policy': '"sandbox";q=3;w=60', ratelimit: '"sandbox";r=2;t=0' })
    shop.clock.advance(30_000)
    await shop.request('GET', LIST)
    expect((await shop.request('GET', LIST)).headers.ratelimit).toBe('"sandbox";r=0;t=30')
    for (let tries = 0; tries < 5; tries++) {
      const refused = await shop.request('GET', LIST)
      expect(readProblem(refused)).toMatchObject({ status: 429, type: 'rate_limit_error', code: 'rate_limited' })
      expect(refused.headers).toMatchObject({
        'retry-after': '30',
        'ratelimit-policy': '"sandbox";q=3;w=60',
        ratelimit: '"sandbox";r=0;t=30',
      })
    }
    shop.clock.advance(29_999)
    expect((await shop.request('GET', LIST)).headers['retry-after']).toBe('1')
    shop.clock.advance(1)
    expect((await shop.request('GET', LIST)).status).toBe(200)
    expect((await shop.request('GET', LIST)).status).toBe(429)
  })

  test('shares its limit between its keys, not with its other environment or with others', async () => {
    const shop = await openShop({ plans: { sandbox: 1, starter: 1, business: 2 } })
    const { context } = shop.checkout
    const second = await shop.makeKey('sandbox', ['payments:read'])
    const production = await shop.makeKey('production')
    const other = await createMerchant(context, { name: 'Big shop', plan: 'business' })
    const big = await createApiKey(context, { environment: 'production', merchantId: other.id })
    const bigSandbox = await createApiKey(context, { environment: 'sandbox', merchantId: other.id })
    const status = async (target: string, key: typeof big) => (await shop.request('GET', target, { key })).status
    expect([await status(LIST, shop.key), await status(LIST, second)]).toEqual([200, 429])
    expect([await status('/v1/payments', production), await status('/v1/payments', production)]).toEqual([200, 429])
    expect(await status(LIST, bigSandbox)).toBe(200)
    const policy = (await shop.request('GET', '/v1/payments', { key: big })).headers['ratelimit-policy']
    expect(policy).toBe('"business";q=2;w=60')
    expect([await status('/v1/payments', big), await status('/v1/payments', big)]).toEqual([200, 429])
  })

  test('has the limits of the interface document when nothing is configured', async () => {
    const shop = await openShop({ plans: {} })
    const production = await shop.makeKey('production')
    expect((await shop.request('GET', LIST)).headers['ratelimit-policy']).toBe('"sandbox";q=100;w=60')
    const live = await shop.request('GET', '/v1/payments', { key: production })
    expect(live.headers['ratelimit-policy']).toBe('"starter";q=500;w=60')
    for (let requests = 1; requests < 100; requests++) expect((await shop.request('GET', LIST)).status).toBe(200)
    expect((await shop.request('GET', LIST)).status).toBe(429)
  })

  test('is counted for requests that are refused for other reasons, so that mistakes are bounded too', async () => {
    const shop = await openShop({ plans: { sandbox: 2 } })
    await shop.request('GET', `${LIST}/x`)
    await shop.request('POST', LIST, { body: {} })
    expect((await shop.request('GET', LIST)).status).toBe(429)
  })

  test('creates nothing beyond its limit', async () => {
    const shop = await openShop({ plans: { sandbox: 1 } })
    const body = { amount: 1, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', merchantWallet: '' }
    await shop.request('POST', LIST, { body })
    expect((await shop.request('POST', LIST, { body })).status).toBe(429)
    expect((await shop.checkout.sandbox.payments.list()).totalCount).toBe(0)
  })

  test('stays limited while strangers fail to authenticate from thousands of addresses', async () => {
    const shop = await openShop({ plans: { sandbox: 1 } })
    expect((await shop.request('GET', LIST)).status).toBe(200)
    for (let index = 0; index < 21_000; index++) {
      await shop.request('GET', LIST, { key: null, address: `10.0.${index >> 8}.${index & 255}` })
    }
    expect((await shop.request('GET', LIST)).status).toBe(429)
  })
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:1::7', '2001:db8:0:1::/64'],
  ['2001:DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['2001:db8:1::', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:192.0.2.7', '1:2:3:4::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
  ['unknown', 'unknown'],
])('%j counts as %j', (address, network) => {
  expect(getClientNetwork(address)).toBe(network)
})

/** Addresses of one /64, each used once. */
const addresses = (prefix: string) => Array.from({ length: 61 }, (_, index) => `${prefix}::${index.toString(16)}`)

test('wrong keys from many addresses of one /64 share a limit', async () => {
  const shop = await openShop()
  const wrong = { publicKey: 'pk_test_x', secretKey: 'sk_test_x' }
  const ask = (address: string) => shop.request('GET', '/sandbox/v1/payments', { key: wrong, address })
  const statuses: number[] = []
  for (const address of addresses('2001:db8:0:1')) statuses.push((await ask(address)).status)
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 401), 429])
  expect((await ask('2001:db8:0:2::1')).status).toBe(401)
})

test('visits of a page from many addresses of one /64 share a limit', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  const visit = (address: string) =>
    shop.request('GET', `/pay/${payment.id.slice(4)}/status`, { key: null, address }).then(({ status }) => status)
  const visited = async (prefix: string) => {
    for (let visits = 0; visits < 1_000; visits++) if ((await visit(`${prefix}::${visits}`)) === 429) return visits
    return null
  }
  const limit = await visited('2001:db8:0:1')
  expect(limit).not.toBe(null)
  expect(await visited('2001:db8:0:2')).toBe(limit)
})
