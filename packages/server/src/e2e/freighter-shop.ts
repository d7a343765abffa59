/** A real browser with the hosted page of payments on the local Stellar network, and Freighter in it. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createCheckout, createMerchant, type Payment } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { closeLedger, stellarKeys } from '@crypto-checkout/devnet/testing/stellar'
import chromium from '@sparticuz/chromium'
import type { Keypair } from '@stellar/stellar-sdk'
import { chromium as browsers, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { type Freighter, newFreighter } from './freighter.ts'
import { temporaryFolder } from './harness.ts'
import { MERCHANT, stellarOn } from './stellar-harness.ts'

const PATIENCE_MS = 30_000
const widget = createRequire(join(import.meta.dirname, '../../../widget/package.json'))
const axe = readFileSync(widget.resolve('axe-core/axe.min.js'), 'utf8')

export async function openFreighterShop() {
  const { serverApp } = await import('../app.ts')
  const { widgetAssets } = await import('@crypto-checkout/widget/assets')
  const devnet = await startDevnet({ networks: ['stellar'], blockTimeMs: 0 })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const checkout = createCheckout({
    publicUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    database: `sqlite:${join(temporaryFolder(), 'checkout.db')}`,
    assets: widgetAssets(),
    ...stellarOn(devnet),
  })
  server.on('request', serverApp(checkout, false))
  await checkout.start()
  const browser = await browsers.launch({
    executablePath: process.env.CHROME_PATH ?? (await chromium.executablePath()),
    args: ['--no-sandbox', '--disable-gpu', '--headless=shell'],
  })

  return {
    devnet,
    async newPayment(): Promise<Payment> {
      const merchant = await createMerchant(checkout.context, { name: 'Demo shop', plan: 'starter' })
      return checkout.as(merchant.id).sandbox.payments.create({
        amount: 12.5,
        currency: 'USD',
        cryptocurrency: 'USDC',
        network: 'stellar',
        merchantWallet: MERCHANT,
      })
    },
    freighterOf: (key: Keypair = stellarKeys.payer) => newFreighter(key, devnet.networks.stellar.passphrase),
    /** A tab of its own, with Freighter where there is one. */
    async newPage(wallet: Freighter | null): Promise<Page> {
      const context = await browser.newContext()
      onTestFinished(() => context.close())
      const page = await context.newPage()
      await wallet?.inject(page)
      return page
    },
    /** The hosted page under its own policy, with what the browser complains of. */
    async open(url: string, wallet: Freighter | null) {
      const page = await this.newPage(wallet)
      const complaints: string[] = []
      page.on('console', (message) => {
        // What the server refuses the browser notes, too.
        if (message.type() === 'error' && !message.text().includes('status of 400')) complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      await page.goto(url)
      await payWithWallet(page)
      return { page, complaints }
    },
    async completes(page: Page): Promise<void> {
      await said(page, 'Sent. Please do not pay again')
      await closeLedger(devnet.networks.stellar)
      await said(page, 'Payment complete')
    },
    async close(): Promise<void> {
      await browser.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await checkout.stop()
      await devnet.stop()
    },
  }
}

export type FreighterShop = Awaited<ReturnType<typeof openFreighterShop>>

export const payWithWallet = (page: Page) => page.getByRole('button', { name: /with a wallet$/ }).click()

export const said = (page: Page, title: string | RegExp) =>
  page.getByRole('heading', { name: title, exact: true }).waitFor({ timeout: PATIENCE_MS })

/** What axe finds wrong with the page. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string }[] }> }
    }
    return (await checker.run()).violations.map(({ id }) => id)
  })
}
