import { inspectNodes } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { mine, setPrice } from '@crypto-checkout/devnet/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cleanUp, createSandboxConfig, type Ethereum, openShop, pollUntil, type Shop } from '../support/harness.ts'

const DAY_S = 86_400
const rates = { EUR: 'chainlink' } as const

let devnet: Ethereum
let shop: Shop

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
})

beforeEach(async () => {
  await move('EUR', 1.08)
  await move('USDC', 1)
  shop = await openShop(devnet, { network: { feeds: devnet.networks.ethereum.feeds }, config: { rates } })
})

afterEach(async () => {
  await shop.close()
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

/** Sets a feed's price. `updatedAt` is in seconds; by default as new as each block. */
async function move(base: 'EUR' | 'USDC', usd: number, updatedAt?: number): Promise<void> {
  const { ethereum } = devnet.networks
  await setPrice(ethereum, base, BigInt(Math.round(usd * 1e8)), updatedAt)
  await mine(ethereum, 1)
}

/** Waits until the shop has read the wanted state of a feed. */
function read(pair: string, wanted: (feed: { price: string | null; stale: boolean }) => boolean) {
  return pollUntil(
    () => shop.checkout.feeds().find((feed) => feed.pair === pair),
    (feed) => feed !== undefined && wanted(feed),
  )
}

const create = (currency = 'EUR') => shop.create({ amount: 100, currency })

test('a feed that moves changes the price of the next payment, and of none before', async () => {
  const before = await create()
  expect(before.cryptoAmount).toMatch(/^108\.00/)
  await move('EUR', 1.2)
  await read('EUR/USD', ({ price }) => price === '1.20000000')
  expect((await create()).cryptoAmount).toMatch(/^120\.00/)
  expect(await shop.get(before)).toMatchObject({ rate: before.rate, cryptoAmount: before.cryptoAmount })
})

test('a coin that loses its peg is refused, and taken again when it has recovered', async () => {
  await move('USDC', 0.97)
  await read('USDC/USD', ({ price }) => price === '0.97000000')
  await expect(create('USD')).rejects.toMatchObject({ code: 'unsupported_asset', param: 'cryptocurrency' })
  await move('USDC', 0.99)
  await read('USDC/USD', ({ price }) => price === '0.99000000')
  expect((await create('USD')).rate).toBe('0.99000000')
  await pollUntil(
    () => shop.log.filter((line) => line.startsWith('rates ')),
    (lines) => lines.length === 2 && /USDC is refused/.test(lines[0] ?? '') && /fine again/.test(lines[1] ?? ''),
  )
})

test('a feed that fell silent prices nothing until it speaks again', async () => {
  const now = Math.floor(Date.now() / 1_000)
  await move('EUR', 1.1, now - 5 * DAY_S)
  await read('EUR/USD', ({ stale }) => stale)
  await expect(create()).rejects.toMatchObject({ code: 'unsupported_currency', param: 'currency' })
  await move('EUR', 1.1, now - 3 * DAY_S)
  await read('EUR/USD', ({ stale }) => !stale)
  expect((await create()).cryptoAmount).toMatch(/^110\.00/)
})

test('the feeds are what the configuration says they are, and another contract is found out', async () => {
  const { feeds, coins } = devnet.networks.ethereum
  const findings = async (changed: object) => {
    const [node] = await inspectNodes({ rates, ...createSandboxConfig(devnet, { feeds: { ...feeds, ...changed } }) })
    return node?.findings.filter(({ text }) => /^feed (EUR|USDC)/.test(text)) ?? []
  }
  expect(await findings({})).toMatchObject([{ ok: true }, { ok: true }])
  const [euro, usdc] = await findings({ EUR: feeds.GBP, USDC: { address: coins.USDC.address } })
  expect(euro).toMatchObject({ ok: false, text: expect.stringContaining('calls itself GBP / USD') })
  expect(usdc).toMatchObject({ ok: false, text: expect.stringContaining('decimals, not 8') })
})
