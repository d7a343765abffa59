/** A real browser with Freighter and the hosted page of payments on the local Stellar network. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Payment } from '@crypto-checkout/core'
import { isQuickRun } from '@crypto-checkout/core/testing'
import { startDevnet } from '@crypto-checkout/devnet'
import { closeLedger, stellarKeys } from '@crypto-checkout/stellar-devnet/testing'
import type { Keypair } from '@stellar/stellar-sdk'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { createFreighter, type Freighter } from './freighter.ts'
import { collectConsoleErrors, ENDED, openPageSite, payWithWallet, startBrowser, waitForTitle } from './page-harness.ts'
import { createStellarConfig, MERCHANT } from './stellar-harness.ts'

const widget = createRequire(join(import.meta.dirname, '../../../packages/widget/package.json'))
const axe = readFileSync(widget.resolve('axe-core/axe.min.js'), 'utf8')

export async function openFreighterShop() {
  const devnet = await startDevnet({ networks: ['stellar'], blockTimeMs: 0 })
  const site = await openPageSite(createStellarConfig(devnet))
  const browser = await startBrowser()

  return {
    devnet,
    newPayment: (): Promise<Payment> => site.newPayment({ network: 'stellar', merchantWallet: MERCHANT }),
    freighterOf: (key: Keypair = stellarKeys.payer) => createFreighter(key, devnet.networks.stellar.passphrase),
    /** A new tab, with Freighter if given. */
    async newPage(wallet: Freighter | null, device: BrowserContextOptions = {}): Promise<Page> {
      const context = await browser.newContext(device)
      onTestFinished(() => context.close())
      const page = await context.newPage()
      await wallet?.inject(page)
      return page
    },
    /** Opens the hosted page under its own policy, and collects the browser's complaints. */
    async open(url: string, wallet: Freighter | null) {
      const page = await this.newPage(wallet)
      // The browser also logs requests that the server refuses.
      const consoleErrors = collectConsoleErrors(page, /status of 400/)
      await page.goto(url)
      await payWithWallet(page)
      return { page, consoleErrors }
    },
    async completes(page: Page): Promise<void> {
      await waitForTitle(page, 'Sent. Waiting for Stellar')
      await closeLedger(devnet.networks.stellar)
      await waitForTitle(page, 'Payment complete')
    },
    async close(): Promise<void> {
      await browser.close()
      await site.close()
      await devnet.stop()
    },
  }
}

export type FreighterShop = Awaited<ReturnType<typeof openFreighterShop>>

/** The full run looks at the contrast of each text too. */
const QUICKLY = isQuickRun() ? { rules: { 'color-contrast': { enabled: false } } } : {}

/** The accessibility problems that axe finds on the page. */
export async function listAccessibilityProblems(page: Page): Promise<string[]> {
  // Half-way from one colour to another a text has too little contrast.
  await page.evaluate(ENDED)
  await page.evaluate(axe)
  return page.evaluate(async (options) => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string }[] }> }
    }
    return (await checker.run(options)).violations.map(({ id }) => id)
  }, QUICKLY)
}
