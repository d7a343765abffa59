import { describe, expect, test } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import { FakeClock, paymentInput, ScriptedNode, TEST_CHAIN_ID, TEST_TOKEN, testCheckout } from '../testing/index.ts'
import { readProblem } from '../testing/shop.ts'

const DAY_MS = 86_400_000
const EUR_FEED = '0xb49f677943BC038e9857d61E7d053CaA2C1734C1'
const USDC_FEED = '0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6'
const JPY_FEED = '0x73366Fe0AA0Ded304479862808e02506FE556a98'

type Prices = { readonly EUR?: number; readonly USDC?: number; readonly JPY?: number }
const addresses = { EUR: EUR_FEED, USDC: USDC_FEED, JPY: JPY_FEED }

type Options = {
  /** The number of nodes of each network. */
  readonly ethereum: number
  readonly polygon?: number
  readonly rates?: Readonly<Record<string, 'chainlink'>>
  readonly jpy?: { readonly address: string; readonly minUsd?: number; readonly maxUsd?: number }
}

/** A shop whose prices come from feeds: the euro at 1.08 USD, the coin at par, on every node. */
async function openFed({ ethereum, polygon = 0, rates = { EUR: 'chainlink' }, jpy }: Options) {
  const clock = new FakeClock()
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
  const others: Record<string, ScriptedNode> = {}
  const otherChain = new ScriptedNode({ chainId: TEST_CHAIN_ID + 1, startTime: clock.now() })
  const openNodes = (name: string, first: ScriptedNode, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const url = `http://127.0.0.1:1/${name}/${index}`
      const opened = index === 0 ? first : first.mirror()
      opened.decimals.set(TEST_TOKEN, 6)
      others[url] = opened
      return { url, node: opened }
    })
  const feeds = { EUR: { address: EUR_FEED }, USDC: { address: USDC_FEED }, ...(jpy ? { JPY: jpy } : {}) }
  const coins = { USDC: { address: TEST_TOKEN, decimals: 6 } }
  const onEthereum = openNodes('ethereum', node, ethereum)
  const onPolygon = openNodes('polygon', otherChain, polygon)
  const networkOn = (nodes: typeof onEthereum) => ({
    rpcUrls: nodes.map(({ url }) => url),
    chainId: nodes[0]?.node.chainId,
    ...{ pollMs: 50, coins, feeds },
  })
  const networks = {
    ethereum: networkOn(onEthereum),
    ...(polygon > 0 ? { polygon: networkOn(onPolygon) } : {}),
  }
  const shop = await testCheckout(
    { rates, sandbox: { networks }, production: { networks: {} } },
    { clock, node, others },
  )
  /** Sets the prices that a node reports from now on. */
  const setPrices = (node: ScriptedNode, prices: Prices, updatedAt = clock.now()) => {
    for (const [base, usd] of Object.entries(prices)) {
      node.feeds.set(addresses[base as keyof Prices], { price: BigInt(Math.round(usd * 1e8)), updatedAt })
    }
  }
  for (const one of Object.values(others)) setPrices(one, { EUR: 1.08, USDC: 1 })
  return Object.assign(shop, {
    ethereum: onEthereum.map((one) => one.node),
    polygon: onPolygon.map((one) => one.node),
    setPrices,
    /** A block later, all feeds are read. */
    async readAgain(times = 1) {
      for (let time = 0; time < times; time += 1) {
        clock.advance(60_000)
        for (const one of [node, otherChain]) one.mine(clock.now())
        await shop.readRates()
      }
    },
    ask: (input: object = {}) =>
      shop.request('POST', '/sandbox/v1/payments', {
        body: { ...paymentInput, amount: 100, currency: 'EUR', ...input },
      }),
    trouble: (pair: string, name = 'ethereum') =>
      shop.checkout.feeds().find((feed) => feed.pair === pair && feed.network === name)?.trouble ?? null,
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

async function codeOf(shop: Fed, input?: object) {
  return readProblem(await shop.ask(input)).code
}

function unplug(node: ScriptedNode | undefined): void {
  if (!node) throw new Error('there is no such node')
  node.distortion = () => {
    throw new NodeError('unreachable', 'connection refused')
  }
}

describe('of three nodes', () => {
  test('one that lies sets no price, from the first reading on', async () => {
    const shop = await openFed({ ethereum: 3 })
    const [liar] = shop.ethereum
    if (liar) shop.setPrices(liar, { EUR: 0.000_008_7, USDC: 1.9 })
    await shop.readAgain()
    await expectPrice(shop, 108)
    if (liar) shop.setPrices(liar, { EUR: 1.07, USDC: 0.985 })
    await shop.readAgain(10)
    await expectPrice(shop, 108)
  })

  test('one that is behind, or far ahead of the others, changes nothing', async () => {
    const shop = await openFed({ ethereum: 3 })
    const [liar] = shop.ethereum
    if (!liar) throw new Error('there is no such node')
    await shop.readAgain(3)
    for (const number of [1, 1_000_000]) {
      liar.distortion = (method, [tag], answer) => {
        const answers = answer()
        return method === 'eth_getBlockByNumber' && tag === 'latest'
          ? { ...(answers as object), number: `0x${number.toString(16)}` }
          : answers
      }
      for (const one of shop.ethereum.slice(1)) shop.setPrices(one, { EUR: 1.1 })
      await shop.readAgain()
      await expectPrice(shop, 110)
    }
  })

  test('what two of them say about a jump counts at once', async () => {
    const shop = await openFed({ ethereum: 3 })
    await shop.readAgain()
    for (const one of shop.ethereum.slice(1)) shop.setPrices(one, { EUR: 1.3 })
    await shop.readAgain()
    await expectPrice(shop, 130)
    expect(shop.trouble('EUR/USD')).toBeNull()
  })
})

describe('of two nodes that differ', () => {
  test.each([0, 1])('the reading counts that costs the payer more, and the operator hears of it', async (index) => {
    const shop = await openFed({ ethereum: 2 })
    await shop.readAgain()
    const other = shop.ethereum[index]
    if (other) shop.setPrices(other, { EUR: 1.1, USDC: 0.985 })
    await shop.readAgain()
    await expectPrice(shop, 110 / 0.985)
    expect(shop.trouble('EUR/USD')).toMatch(/nodes do not agree.*1\.10000000/)
    if (other) shop.setPrices(other, { EUR: 1.06, USDC: 1.015 })
    await shop.readAgain()
    await expectPrice(shop, 108)
    for (const one of shop.ethereum) shop.setPrices(one, { EUR: 1.08, USDC: 1 })
    await shop.readAgain()
    expect(shop.trouble('EUR/USD')).toBeNull()
  })

  test('a jump that only one of them shows waits, for as long as the other does not show it', async () => {
    const shop = await openFed({ ethereum: 2 })
    await shop.readAgain()
    const [liar, other] = shop.ethereum
    if (!liar || !other) throw new Error('there are two nodes')
    shop.setPrices(liar, { EUR: 1.5 })
    await shop.readAgain(20)
    await expectPrice(shop, 108)
    expect(shop.trouble('EUR/USD')).toMatch(/jumped from 1\.08000000 to 1\.50000000/)
    for (const one of [liar, other]) shop.setPrices(one, { EUR: 1.5 })
    await shop.readAgain()
    await expectPrice(shop, 150)
  })

  test('one alone prices nothing while the other is away, and what was read before counts until it is stale', async () => {
    const shop = await openFed({ ethereum: 2 })
    const [first, second] = shop.ethereum
    unplug(second)
    await shop.readAgain(10)
    expect(await codeOf(shop)).not.toBe(undefined)
    await expectPrice(shop, 100, { currency: 'USD' })
    if (second) second.distortion = null
    await shop.settle()
    await shop.readAgain()
    await expectPrice(shop, 108)
    unplug(second)
    if (first) shop.setPrices(first, { EUR: 1.1 })
    await shop.readAgain(10)
    await expectPrice(shop, 108)
    expect(shop.trouble('EUR/USD')).toMatch(/one of 2 nodes/)
    shop.clock.advance(DAY_MS)
    await shop.readAgain()
    expect(await codeOf(shop)).toBe('unsupported_currency')
  })
})

describe('one node', () => {
  test('that shows a jump is believed after five readings in a row, and not after one', async () => {
    const shop = await openFed({ ethereum: 1 })
    const [node] = shop.ethereum
    if (!node) throw new Error('there is a node')
    await shop.readAgain()
    shop.setPrices(node, { EUR: 1.2 })
    await shop.readAgain(4)
    await expectPrice(shop, 108)
    expect(shop.trouble('EUR/USD')).toMatch(/jumped from 1\.08000000 to 1\.20000000/)
    shop.setPrices(node, { EUR: 1.08 })
    await shop.readAgain()
    expect(shop.trouble('EUR/USD')).toBeNull()
    shop.setPrices(node, { EUR: 1.2 })
    await shop.readAgain(4)
    await expectPrice(shop, 108)
    await shop.readAgain()
    await expectPrice(shop, 120)
    expect(shop.trouble('EUR/USD')).toBeNull()
  })

  test('that shows a small move is believed at once, and so is one by which a coin is refused', async () => {
    const shop = await openFed({ ethereum: 1 })
    const [node] = shop.ethereum
    await shop.readAgain()
    if (node) shop.setPrices(node, { EUR: 1.134 })
    await shop.readAgain()
    await expectPrice(shop, 113.4)
    if (node) shop.setPrices(node, { USDC: 0.5 })
    await shop.readAgain()
    expect(await codeOf(shop)).toBe('unsupported_asset')
  })

  test('that dates a round after its newest block is not believed', async () => {
    const shop = await openFed({ ethereum: 1 })
    const [node] = shop.ethereum
    await shop.readAgain()
    if (node) shop.setPrices(node, { EUR: 1.1 }, shop.clock.now() + 200_000)
    await shop.readAgain()
    await expectPrice(shop, 108)
    expect(shop.trouble('EUR/USD')).toMatch(/after the newest block/)
  })

  test.each([
    ['EUR', 0.3, 'EUR'],
    ['EUR', 2.6, 'EUR'],
    ['JPY', 0.6, 'JPY'],
  ])('says of %s that it is at %f USD, which it cannot be', async (base, usd, currency) => {
    const shop = await openFed({
      ethereum: 1,
      rates: { EUR: 'chainlink', JPY: 'chainlink' },
      jpy: { address: JPY_FEED },
    })
    const [node] = shop.ethereum
    if (node) shop.setPrices(node, { JPY: 0.006_5, [base]: usd })
    await shop.readAgain(10)
    expect(await codeOf(shop, { currency })).toBeDefined()
    expect(shop.trouble(`${base}/USD`)).toMatch(/is not between/)
  })

  test('is held to bounds of the configuration, where there are any', async () => {
    const jpy = { address: JPY_FEED, minUsd: 0.5, maxUsd: 0.7 }
    const shop = await openFed({ ethereum: 1, rates: { JPY: 'chainlink' }, jpy })
    const [node] = shop.ethereum
    if (node) shop.setPrices(node, { JPY: 0.6 })
    await shop.readAgain()
    await expectPrice(shop, 60, { currency: 'JPY' })
    if (node) shop.setPrices(node, { JPY: 0.71 })
    await shop.readAgain(10)
    await expectPrice(shop, 60, { currency: 'JPY' })
  })
})

describe('of two networks', () => {
  test('one with a single node that lies does not price payments on the other', async () => {
    const shop = await openFed({ ethereum: 3, polygon: 1 })
    const [liar] = shop.polygon
    await shop.readAgain()
    if (liar) shop.setPrices(liar, { EUR: 1.06 }, shop.clock.now() + 60_000)
    await shop.readAgain()
    await expectPrice(shop, 108)
    await expectPrice(shop, 106, { network: 'polygon' })
  })

  test('what nodes of one agree about is not contradicted by the only node of the other', async () => {
    const shop = await openFed({ ethereum: 3, polygon: 1 })
    const [liar] = shop.polygon
    if (liar) shop.setPrices(liar, { EUR: 0.9 })
    await shop.readAgain(10)
    await expectPrice(shop, 108, { network: 'polygon' })
    expect(shop.trouble('EUR/USD', 'polygon')).toMatch(/0\.90000000.*one node.*ethereum/)
    for (const one of [...shop.ethereum, ...shop.polygon]) shop.setPrices(one, { EUR: 1.3 })
    await shop.readAgain()
    await shop.readAgain()
    await expectPrice(shop, 130, { network: 'polygon' })
    expect(shop.trouble('EUR/USD', 'polygon')).toBeNull()
  })
})

test('all nodes are asked about one block', async () => {
  const shop = await openFed({ ethereum: 3 })
  const [, behind] = shop.ethereum
  await shop.readAgain(5)
  if (behind) behind.lag = 1
  const requestCounts = shop.ethereum.map((one) => {
    const tags = new Set<unknown>()
    one.distortion = (method, [, tag], answer) => {
      if (method === 'eth_call') tags.add(tag)
      return answer()
    }
    return tags
  })
  await shop.readAgain()
  const [first] = requestCounts
  expect([...(first ?? [])]).toEqual([expect.stringMatching(/^0x/)])
  expect(requestCounts).toEqual([first, first, first])
  await expectPrice(shop, 108)
})
