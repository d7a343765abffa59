import { once } from 'node:events'
import { createServer } from 'node:http'
import { startDevnet } from '@crypto-checkout/devnet'
import { mine } from '@crypto-checkout/devnet/testing'
import type { Browser, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { cleanUp, createSandboxConfig, type Ethereum, getOrigin, pay, pollUntil } from '../support/harness.ts'
import {
  collectConsoleErrors,
  openPageSite,
  PATIENCE_MS,
  type PageSite,
  startBrowser,
  waitForTitle,
} from '../support/page-harness.ts'

let devnet: Ethereum
let site: PageSite
let browser: Browser

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  site = await openPageSite(createSandboxConfig(devnet))
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  await site.close()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const donation = {
  ...{ title: 'Donation', description: 'For the village library', minimum: 5, preset: 20, currency: 'USD' },
  ...{ cryptocurrency: 'USDC' as const, network: 'ethereum' },
}

test.each([false, true])('a payer pays by a link, with JavaScript: %s', async (javaScriptEnabled) => {
  const { paymentLinks, payments } = site.checkout.sandbox
  const link = await paymentLinks.create({ ...donation, merchantWallet: devnet.accounts.merchant, limit: 1 })
  const permissions = ['clipboard-read', 'clipboard-write']
  const context = await browser.newContext({ javaScriptEnabled, permissions, viewport: { width: 360, height: 700 } })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const consoleErrors = collectConsoleErrors(page, /status of 4(00|10)/)
  await page.goto(`${link.url}/qr`)
  await page.getByText('Scan to pay').waitFor()
  await page.goto(link.url)
  const field = page.getByLabel('Amount in USD')
  expect(await field.inputValue()).toBe('20.00')
  await field.fill('4,99')
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByText('Please enter an amount of at least $5.00').waitFor()
  expect((await payments.list({ paymentLink: link.id })).totalCount).toBe(0)
  await field.fill('12,50')
  await page.getByRole('button', { name: 'Pay' }).click()
  await page
    .getByText('12.50')
    .or(page.getByText(/^12\.5\d{5}$/))
    // The page hides the parts that the element has replaced.
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: PATIENCE_MS })
  const [payment] = (await payments.list({ paymentLink: link.id })).data
  if (!payment) throw new Error('no payment was made')
  expect(page.url()).toBe(payment.url)
  expect(payment).toMatchObject({ amount: 12.5, description: 'For the village library' })
  await pay(devnet, payment)
  await mine(devnet.networks.ethereum, 5)
  await pollUntil(
    () => payments.retrieve(payment.id),
    ({ status }) => status === 'completed',
  )
  await page.goto(link.url)
  await page.getByText('This payment link has been used up').waitFor()
  const copy = page.getByRole('button', { name: 'Copy the reference' })
  if (javaScriptEnabled) {
    await copy.click()
    await page.getByRole('button', { name: 'Reference copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link.id)
  } else expect(await copy.count()).toBe(0)
  expect(await page.getByText(link.id).isVisible()).toBe(true)
  expect(consoleErrors).toEqual([])
})

describe('a merchant’s page on another origin', () => {
  /** A page with the element, as a merchant writes it. */
  async function openShopPage(link: string): Promise<string> {
    const html = `<!doctype html><html lang="en"><title>Village library</title>
      <script type="module" src="${site.origin}/crypto-checkout.js"></script>
      <crypto-checkout link="${link}" redirect="manual"><a href="${link}">Donate</a></crypto-checkout>`
    const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return getOrigin(server)
  }

  test('shows a link, makes one payment when the payer presses, and follows it through a reload', async () => {
    const { paymentLinks, payments } = site.checkout.sandbox
    const link = await paymentLinks.create({ ...donation, merchantWallet: devnet.accounts.merchant, limit: 1 })
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const consoleErrors = collectConsoleErrors(page, /Failed to load resource/)
    // The element's script for links does not load at first.
    const refuse = (route: Route) => route.abort()
    await page.route('**/checkout-link-form-*', refuse)
    await page.goto(await openShopPage(link.url))
    await waitForTitle(page, 'The payment cannot be shown')
    await page.unroute('**/checkout-link-form-*', refuse)
    await page.getByRole('button', { name: 'Try again' }).click()
    const field = page.getByLabel('Amount in USD')
    await field.waitFor({ timeout: PATIENCE_MS })
    expect(await field.inputValue()).toBe('20.00')
    await page.reload()
    await field.fill('12,50')
    expect((await payments.list({ paymentLink: link.id })).totalCount).toBe(0)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await waitForTitle(page, 'Waiting for payment')
    await page.reload()
    await waitForTitle(page, 'Waiting for payment')
    const { data, totalCount } = await payments.list({ paymentLink: link.id })
    const [payment] = data
    if (!payment) throw new Error('no payment was made')
    expect(totalCount).toBe(1)
    expect(payment).toMatchObject({ amount: 12.5, description: 'For the village library' })
    await pay(devnet, payment)
    await mine(devnet.networks.ethereum, 5)
    await waitForTitle(page, 'Payment complete')
    await page.getByRole('button', { name: 'Make another payment' }).click()
    await waitForTitle(page, 'This payment link has been used up')
    expect(consoleErrors).toEqual([])
  })
})
