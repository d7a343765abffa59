/** The time from navigation to a visible QR code, in Chromium at a quarter of this machine's speed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mount } from '@crypto-checkout/express'
import { widgetAssets } from '@crypto-checkout/widget/assets'
import chromium from '@sparticuz/chromium'
import express from 'express'
import { type Browser, chromium as driver } from 'playwright-core'
import { openBench } from './open.ts'
import { benchOptions, paymentInput, wallet } from './setup.ts'

const SLOW_DOWN = 4
const TIMES = 9

/** The code that is seen: the one that the server rendered into the page, or the element's own. */
type Code = 'rendered' | 'element'

export async function benchVisibleCode(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-bench-'))
  const site = await startSite(join(folder, 'checkout.db'))
  const executablePath = process.env.CHROME_PATH ?? (await chromium.executablePath())
  const browser = await driver.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--headless=shell'] })
  console.log(
    `\n| navigation to a visible QR code, CPU ${SLOW_DOWN} times slower, median of ${TIMES} | ms |\n|---|---|`,
  )
  for (const [name, url, code] of [
    ['the hosted page as the server renders it', site.page, 'rendered'],
    ['the hosted page with the element', site.page, 'element'],
    ['the element on a plain page', site.plain, 'element'],
  ] as const) {
    const times = await repeat(() => visit(browser, url, code))
    console.log(`| ${name} | ${median(times)} |`)
  }
  await browser.close()
  await site.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** A checkout with a payment, and a shop's page that shows it, on loopback. */
async function startSite(path: string) {
  const app = express()
  const server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const checkout = await openBench({ ...benchOptions(path), publicUrl: origin, assets: widgetAssets() })
  const { url } = await checkout.payments.create({ ...paymentInput, merchantWallet: wallet(0) })
  app.get('/shop', (_, response) => {
    response.send(`<!doctype html><html lang="en"><title>Shop</title>
<script type="module" src="/crypto-checkout.js"></script><crypto-checkout src="${url}"></crypto-checkout>`)
  })
  app.use(mount(checkout, console.error))
  return {
    page: url,
    plain: `${origin}/shop`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await checkout.stop()
    },
  }
}

/** Milliseconds until the code is visible on a browser's first visit, with an empty cache. */
async function visit(browser: Browser, url: string, code: Code): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  // On loopback, the element loads before the first frame and would hide the server's rendering.
  if (code === 'rendered') await page.route('**/*.js', (route) => route.abort())
  await page.addInitScript(watch)
  const client = await context.newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
  await page.goto(url)
  await page.waitForFunction((name) => name in globalThis.seen, code)
  const seen = await page.evaluate((name) => globalThis.seen[name], code)
  await context.close()
  return seen ?? Number.NaN
}

/** Runs in the page: notes when a code was drawn, which is when the frame after its own begins. */
function watch(): void {
  globalThis.seen = {}
  const frame = () => {
    const { shadowRoot } = document.querySelector('crypto-checkout') ?? {}
    for (const [name, root] of [
      ['rendered', document],
      ['element', shadowRoot],
    ] as const) {
      if (!root?.querySelector('.qr-code')?.checkVisibility()) continue
      requestAnimationFrame((next) => {
        globalThis.seen[name] ??= next
      })
    }
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

async function repeat(run: () => Promise<number>): Promise<number[]> {
  await run()
  const all: number[] = []
  while (all.length < TIMES) all.push(await run())
  return all
}

function median(times: readonly number[]): number {
  return Math.round(times.toSorted((one, other) => one - other)[times.length >> 1] ?? Number.NaN)
}

declare global {
  var seen: { [Name in Code]?: number }
}
