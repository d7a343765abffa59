/** Shared by the tests of the hosted page: a checkout that serves it on loopback, and a browser that opens it. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import {
  type Checkout,
  type CheckoutOptions,
  createCheckout,
  createMerchant,
  type Payment,
  shareWallet,
} from '@crypto-checkout/core'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as browsers, type Page } from 'playwright-core'
import { createDatabase, getOrigin } from './harness.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** The time that a page may take on a busy machine. */
export const PATIENCE_MS = 30_000

/** In a page, resolves when all transitions have ended. Spinners turn for ever. */
export const ENDED = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity)
  .map(({ finished }) => finished))`

/** The database is an empty one by default. */
type PageSiteOptions = Omit<CheckoutOptions, 'publicUrl' | 'assets' | 'database'> &
  Partial<Pick<CheckoutOptions, 'database'>>

export type PageSite = Awaited<ReturnType<typeof openPageSite>>

/** Serves the hosted page as a standalone server does, under its own policy; builds the element if necessary. */
export async function openPageSite({ database: stored, ...options }: PageSiteOptions) {
  if (!existsSync(join(ROOT, 'packages/widget/dist/crypto-checkout.js'))) {
    execFileSync('npm', ['run', '--silent', 'build:widget'], { cwd: ROOT })
  }
  const { createServerApp: serverApp } = await import('../../../packages/server/src/serving/http-server.ts')
  const { openMetrics } = await import('../../../packages/server/src/serving/metrics.ts')
  const { widgetAssets } = await import('@crypto-checkout/widget/assets')
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = getOrigin(server)
  const database = stored ?? (await createDatabase())
  const checkout: Checkout = createCheckout({ publicUrl: origin, database, assets: widgetAssets(), ...options })
  const operated = { checkout, metrics: openMetrics(database), isDraining: () => false }
  server.on('request', serverApp({ operated, log: { line: console.error }, trustProxy: false, withMetrics: false }))
  await checkout.start()
  return {
    origin,
    checkout,
    /** A payment of a new shop; 12.50 USD in USDC by default. */
    async newPayment(
      terms: Pick<PaymentTerms, 'network' | 'merchantWallet'> & Partial<PaymentTerms>,
      shop = 'Demo shop',
    ): Promise<Payment> {
      const merchant = await createMerchant(checkout.context, { name: shop, plan: 'starter' })
      await shareWallet(checkout.context, { address: terms.merchantWallet, merchantId: merchant.id })
      const price = { amount: 12.5, currency: 'USD', cryptocurrency: 'USDC' } as const
      return checkout.as(merchant.id).sandbox.payments.create({ ...price, ...terms })
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await checkout.stop()
    },
  }
}

type PaymentTerms = Parameters<Checkout['payments']['create']>[0]

export async function startBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROME_PATH ?? (await chromium.executablePath())
  return browsers.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--headless=shell', ...args] })
}

/** The page's console errors and warnings, including violations of its policy, and uncaught errors. */
export function collectConsoleErrors(page: Page, expected = /^$/): string[] {
  const consoleErrors: string[] = []
  page.on('console', (message) => {
    const complains = message.type() === 'error' || message.type() === 'warning'
    if (complains && !expected.test(message.text())) consoleErrors.push(message.text())
  })
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  return consoleErrors
}

export function payWithWallet(page: Page): Promise<void> {
  return page.locator('#wallet-button').click()
}

/** Unfolds what is needed to pay, where the page has folded it because it must not be paid again. */
export function unfoldPaying(page: Page): Promise<void> {
  return page.getByText('How to pay', { exact: true }).filter({ visible: true }).click()
}

/** Waits until the page shows the title as a heading. */
export function waitForTitle(page: Page, title: string | RegExp): Promise<void> {
  return page.getByRole('heading', { name: title, exact: true }).waitFor({ timeout: PATIENCE_MS })
}
