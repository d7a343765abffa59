/** A shop with five weeks of business behind it, on scripted chains, served as a standalone server serves it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  FakeClock,
  ScriptedNode,
  TEST_TOKEN,
  TEST_WALLET,
  type TestCheckout,
  testCheckout,
} from '@crypto-checkout/core/testing'
import { readDashboard } from '@crypto-checkout/dashboard/assets'
import { widgetAssets } from '@crypto-checkout/widget/assets'
import { invite } from '../../../packages/core/src/testing/people.ts'
import { createServerApp } from '../../../packages/server/src/serving/http-server.ts'
import { openMetrics } from '../../../packages/server/src/serving/metrics.ts'

export const DAYS = 36
const DAY_MS = 86_400_000
/** The time before now at which the last day of business begins. */
const LAST_DAY_MS = 3 * 3_600_000

export const USDC = TEST_TOKEN
export const USDT = '0x5FC8d32690cc91D4c39d9d3abcBD16989F875707'
/** Nothing is sent: no server takes mail there. */
const smtp = { host: '127.0.0.1', port: 9, security: 'none', from: 'Bean & Brew <shop@example.com>' } as const
const POLYGON_URL = 'http://127.0.0.1:9'
const polygonId = 31_338

export type DemoShop = TestCheckout & {
  readonly origin: string
  /** The chain beside the test's own one. */
  readonly polygon: ScriptedNode
  readonly wallet: string
  /** A link for another owner. */
  createInvitation(): Promise<string>
  close(): Promise<void>
}

/** Its clock begins some weeks ago. The caller moves it until now. */
export async function openDemoShop(port: number): Promise<DemoShop> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const clock = new FakeClock()
  clock.jump(Date.now() - (DAYS - 1) * DAY_MS - LAST_DAY_MS - clock.now())
  const polygon = new ScriptedNode({ chainId: polygonId, startTime: clock.now() })
  for (const token of [USDC, USDT]) polygon.decimals.set(token, 6)
  const coins = { USDC: { address: USDC, decimals: 6 }, USDT: { address: USDT, decimals: 6 } }
  const sandbox = {
    networks: {
      ethereum: { rpcUrls: ['http://127.0.0.1:1'], chainId: 31_337, coins },
      polygon: { rpcUrls: [POLYGON_URL], chainId: polygonId, coins },
    },
  }
  const many = { sandbox: 100_000, starter: 100_000 }
  const shop = await testCheckout(
    {
      ...{ publicUrl: origin, sandbox, production: sandbox, plans: many, rates: { EUR: 1.08 }, smtp },
      ...{ dashboard: true, loadDashboard: () => readDashboard(), assets: widgetAssets() },
    },
    { clock, others: { [POLYGON_URL]: polygon } },
  )
  shop.node.decimals.set(USDT, 6)
  const operated = { checkout: shop.checkout, metrics: openMetrics('sqlite:memory'), isDraining: () => false }
  server.on(
    'request',
    createServerApp({ operated, log: { line: console.error }, trustProxy: false, withMetrics: false }),
  )
  return Object.assign(shop, {
    origin,
    polygon,
    wallet: TEST_WALLET,
    async createInvitation() {
      return `${origin}/dashboard/invitation#${await invite(shop, { role: 'owner' })}`
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await shop.stop()
    },
  })
}
