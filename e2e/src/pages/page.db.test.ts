import type { Payment, PublicPayment } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { mine } from '@crypto-checkout/devnet/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, createSandboxConfig, type Ethereum, HTTP_POLL_MS } from '../support/harness.ts'
import {
  collectConsoleErrors,
  openPageSite,
  PATIENCE_MS,
  type PageSite,
  startBrowser,
} from '../support/page-harness.ts'

const HOSTILE = `Zoë's <img src=x onerror=alert(1)><script>alert(2)</script> & "sons"`

let devnet: Ethereum
let site: PageSite
let browser: Browser

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  site = await openPageSite({ testPayer: devnet.payer, ...createSandboxConfig(devnet) })
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  await site.close()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const newPayment = (): Promise<Payment> =>
  site.newPayment({ currency: 'EUR', network: 'ethereum', merchantWallet: devnet.accounts.merchant }, HOSTILE)

/** Opens a page and records all complaints of the browser and all pages it navigated to. */
async function openPage(url: string, javaScriptEnabled: boolean) {
  const context = await browser.newContext({ javaScriptEnabled })
  const page = await context.newPage()
  const consoleErrors = collectConsoleErrors(page)
  const visited: string[] = []
  page.on('dialog', (dialog) => {
    consoleErrors.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('framenavigated', (frame) => visited.push(frame.url()))
  await page.goto(url)
  return { page, consoleErrors, visited, close: () => context.close() }
}

/** The card that the payer sees: the element's with JavaScript, otherwise the document's. */
async function seen(page: Page, phase: string): Promise<string> {
  const card = page.locator(`[data-phase="${phase}"]:visible`)
  await card.first().waitFor({ timeout: PATIENCE_MS })
  expect(await card.count()).toBe(1)
  return (await card.textContent()) ?? ''
}

/** An amount as the page shows it. */
const trimZeros = (amount: string) => amount.replace(/(\.\d\d\d*?)0+$/, '$1')
const block = (count = 1) => mine(devnet.networks.ethereum, count)

test('one click pays, and the page follows to the end without being loaded again', async () => {
  const payment = await newPayment()
  const { page, consoleErrors, visited, close } = await openPage(payment.url, true)
  expect(await page.evaluate('customElements.get("crypto-checkout") !== undefined')).toBe(true)
  const phase = await seen(page, 'awaiting')
  expect(phase).toContain(trimZeros(payment.cryptoAmount))
  expect(phase).toContain(HOSTILE)
  await page.getByRole('button', { name: 'Pay now (test)' }).click()
  await page.getByText('Pay now (test): done.').waitFor({ timeout: PATIENCE_MS })
  await block()
  await seen(page, 'seen')
  await block(3)
  await seen(page, 'completed')
  expect((await site.checkout.as(await merchantOf(payment)).sandbox.payments.retrieve(payment.id)).status).toBe(
    'completed',
  )
  expect(await page.title()).toContain(HOSTILE)
  expect(visited).toEqual([payment.url])
  expect(consoleErrors).toEqual([])
  await close()
})

test('a page that waits is told of a change by the request that waits', async () => {
  const payment = await newPayment()
  const { page, consoleErrors, close } = await openPage(payment.url, true)
  const waiting = await page.waitForRequest((request) => request.url().endsWith('/status?wait=8'))
  await site.checkout.as(await merchantOf(payment)).sandbox.payments.cancel(payment.id)
  await seen(page, 'cancelled')
  expect((await waiting.response())?.status()).toBe(200)
  expect(consoleErrors).toEqual([])
  await close()
})

test.each([true, false])('the wrong coin is told on the page, with JavaScript or without: %s', async (withScript) => {
  const payment = await newPayment()
  const { page, consoleErrors, close } = await openPage(payment.url, withScript)
  await seen(page, 'awaiting')
  await page.getByRole('button', { name: 'Pay with another coin' }).click()
  if (withScript) await page.getByText('Pay with another coin: done.').waitFor({ timeout: PATIENCE_MS })
  else await page.waitForURL(payment.url)
  await block()
  await expect.poll(() => misdirectedOf(payment), { timeout: PATIENCE_MS, interval: HTTP_POLL_MS }).toHaveLength(1)
  if (!withScript) await page.reload()
  const notice = page.locator('[data-kind="misdirected"]:visible')
  await notice.waitFor({ timeout: PATIENCE_MS })
  expect(await notice.textContent()).toContain(`${trimZeros(payment.cryptoAmount)} USDT on Ethereum arrived`)
  await page.getByRole('button', { name: 'Pay now (test)' }).click()
  if (withScript) await page.getByText('Pay now (test): done.').waitFor({ timeout: PATIENCE_MS })
  else await page.waitForURL(payment.url)
  await block(4)
  await expect.poll(() => statusOf(payment), { timeout: PATIENCE_MS, interval: HTTP_POLL_MS }).toBe('completed')
  if (!withScript) await page.reload()
  expect(await seen(page, 'completed')).toContain(`${trimZeros(payment.cryptoAmount)} USDT on Ethereum arrived`)
  expect(consoleErrors).toEqual([])
  await close()
})

test('without JavaScript the same form pays, and the page loads itself again until it is completed', async () => {
  const payment = await newPayment()
  const { page, consoleErrors, visited, close } = await openPage(payment.url, false)
  const phase = await seen(page, 'awaiting')
  expect(phase).toContain(trimZeros(payment.cryptoAmount))
  expect(phase).toContain(HOSTILE)
  await page.getByRole('button', { name: 'Pay now (test)' }).click()
  await page.waitForURL(payment.url)
  await block()
  await expect.poll(() => statusOf(payment), { timeout: PATIENCE_MS, interval: HTTP_POLL_MS }).toBe('processing')
  await page.reload()
  await seen(page, 'seen')
  await block(3)
  await seen(page, 'completed')
  expect(new Set(visited)).toEqual(new Set([payment.url]))
  expect(consoleErrors).toEqual([])
  await close()
})

test('a merchant’s name is text, whatever it says', async () => {
  const payment = await newPayment()
  const { page, consoleErrors, close } = await openPage(payment.url, true)
  await seen(page, 'awaiting')
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  expect(await page.locator('script:not([src])').count()).toBe(0)
  expect(await page.locator('h1').textContent()).toContain(HOSTILE)
  expect(consoleErrors).toEqual([])
  await close()
})

async function merchantOf({ id }: Payment): Promise<string> {
  const query = site.checkout.context.db.selectFrom('payments').select('merchant_id').where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()).merchant_id
}

const viewOf = async (payment: Payment) => (await (await fetch(`${payment.url}/status`)).json()) as PublicPayment
const statusOf = async (payment: Payment) => (await viewOf(payment)).status
const misdirectedOf = async (payment: Payment) => (await viewOf(payment)).misdirected
