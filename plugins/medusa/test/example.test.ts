/** The example shop as `npm run medusa` starts it and docs/medusa.md shows it: buyers and a merchant in Chromium. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../../../packages/widget/src/testing/site.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** Installing, building, tables, Medusa: on a busy machine. */
const START_MS = 400_000
/** The dashboard is built by its development server on its first visit. */
const FIRST_VISIT_MS = 150_000
const PATIENCE_MS = 60_000

let shop: ChildProcess
let browser: Browser
let output = ''

beforeAll(async () => {
  // As `npm run medusa` does before.
  execFileSync(process.execPath, ['scripts/build-pages.ts'], { cwd: ROOT })
  shop = spawn(process.execPath, ['scripts/medusa-shop.ts'], { cwd: ROOT, detached: true })
  for (const stream of [shop.stdout, shop.stderr]) stream?.on('data', (text) => (output += text))
  browser = await launchBrowser()
  while (!/^The shop is open/m.test(output)) {
    if (shop.exitCode !== null) throw new Error(output)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}, START_MS)

afterAll(async () => {
  await browser?.close()
  if (shop.exitCode !== null) return
  shop.kill('SIGINT')
  await once(shop, 'exit')
}, PATIENCE_MS)

/** The address that the shop has printed. */
function readAddress(name: string): string {
  return new RegExp(`${name} +(http\\S+)`).exec(output)?.[1] ?? ''
}

/** Buys the book in a region. The order waits for its money. */
async function buy(region: string, price: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 900, height: 1000 } })
  await page.goto(readAddress('Storefront'))
  await page.getByLabel('Region').selectOption({ label: region })
  await page.getByRole('button', { name: price }).click()
  await page.getByText('Waiting for your payment').first().waitFor({ timeout: PATIENCE_MS })
  return page
}

/** Presses a button of the payment page for tests. */
async function pay(page: Page, button: string): Promise<void> {
  const [payment] = await Promise.all([page.waitForEvent('popup'), page.locator('#hint a').click()])
  await payment.getByRole('button', { name: button, exact: true }).click({ timeout: PATIENCE_MS })
  await payment.close()
}

test.each([
  ['Europe', '€12.50'],
  ['United States', '$14.00'],
])('a buyer in %s sees the payment beside the order, pays, and the order is paid', async (region, price) => {
  const page = await buy(region, price)
  const checkout = page.locator('crypto-checkout')
  await checkout.getByText(price).first().waitFor({ timeout: PATIENCE_MS })
  await pay(page, 'Pay now (test)')
  await page.getByText('Paid. Thank you!').waitFor({ timeout: PATIENCE_MS })
  expect(await page.locator('article').textContent()).toContain(price)
})

test('prices of a region that come after those of the chosen one are not shown', async () => {
  const page = await browser.newPage()
  let answers = 0
  const second = page.waitForResponse((answer) => {
    if (answer.request().method() === 'GET' && answer.url().includes('/store/products?')) answers += 1
    return answers === 2
  })
  let isFirst = true
  await page.route('**/store/products?*', async (route) => {
    if (isFirst) {
      isFirst = false
      await page.getByText('$14.00').waitFor()
    }
    await route.continue()
  })
  await page.goto(readAddress('Storefront'))
  await page.getByLabel('Region').selectOption({ label: 'United States' })
  await (await second).finished()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await page.locator('button').allTextContents()).toContain('Buy for $14.00')
})

test('a merchant sees in the dashboard of the shop what was received, and a refund that waits', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const dashboard = readAddress('Dashboard of the shop')
  await page.goto(`${dashboard}/login`, { timeout: FIRST_VISIT_MS })
  await page.getByPlaceholder('Email').fill('owner@shop.example', { timeout: FIRST_VISIT_MS })
  await page.getByPlaceholder('Password').fill('example')
  await page.getByRole('button', { name: /continue/i }).click()
  await page.waitForURL(/orders/, { timeout: PATIENCE_MS })
  const medusa = new URL(dashboard).origin
  const orders = await page.evaluate(
    async (path) => (await fetch(path)).json(),
    `${medusa}/admin/orders?fields=id,*payment_collections.payments`,
  )
  const [order] = orders.orders
  const [payment] = order.payment_collections[0].payments
  const refunded = await page.evaluate(
    async ([path, body]) =>
      (await fetch(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })).status,
    [`${medusa}/admin/payments/${payment.id}/refund`, JSON.stringify({ amount: 2 })] as const,
  )
  expect(refunded).toBe(200)

  await page.goto(`${dashboard}/orders/${order.id}`)
  const panel = page
    .locator('div', { has: page.getByRole('heading', { name: 'Stablecoin payment' }) })
    .last()
    .locator('..')
  await panel.waitFor({ timeout: FIRST_VISIT_MS })
  await panel.getByText('Refund of 2.00').waitFor({ timeout: PATIENCE_MS })
  const text = await panel.textContent()
  expect(text).toMatch(/completed.*Received[\d.]+ of [\d.]+ USDC.*Network\w+/)
  expect(await page.content()).not.toMatch(/sk_test_|whsec_/)
  expect(await panel.getByRole('link', { name: 'Open in the checkout' }).getAttribute('href')).toMatch(
    /\/dashboard\/sandbox\/payments\/pay_\w+$/,
  )
})

test('nobody without an account in the shop can ask what was paid', async () => {
  const medusa = new URL(readAddress('Dashboard of the shop')).origin
  const response = await fetch(`${medusa}/admin/crypto-checkout/orders/order_1`)
  expect(response.status).toBe(401)
})

test(
  'Ctrl-C ends everything, whose signal comes from the terminal and from npm',
  async () => {
    const ended = once(shop, 'exit')
    // The terminal's goes to PostgreSQL too.
    if (shop.pid !== undefined) process.kill(-shop.pid, 'SIGINT')
    shop.kill('SIGINT')
    const [code] = await ended
    expect(code).toBe(0)
    for (const name of ['Storefront', 'Dashboard of the shop', 'Checkout']) {
      await expect(fetch(readAddress(name)), name).rejects.toThrow()
    }
  },
  PATIENCE_MS,
)
