import type { Refund } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { mine, readBalance } from '@crypto-checkout/devnet/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  cleanUp,
  createSandboxConfig,
  type Ethereum,
  createWallet as newAddress,
  pay,
  pollUntil,
} from '../support/harness.ts'
import { type InjectedWallet, startInjectedWallet } from '../support/injected-wallet.ts'
import {
  collectConsoleErrors,
  openPageSite,
  PATIENCE_MS,
  type PageSite,
  startBrowser,
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

const block = (count = 1) => mine(devnet.networks.ethereum, count)

/** The id of a completed payment of 10 USDC. */
async function completePayment(merchantWallet: string): Promise<string> {
  const { sandbox } = site.checkout
  const order = { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', merchantWallet } as const
  const payment = await sandbox.payments.create(order)
  await pay(devnet, payment)
  await block(5)
  await pollUntil(
    () => sandbox.payments.retrieve(payment.id),
    ({ status }) => status === 'completed',
  )
  return payment.id
}

/** A refund of 4 USDC for a wallet to sign, and its page with that wallet in it. */
async function open(owner: InjectedWallet, merchantWallet = owner.address) {
  const paymentId = await completePayment(merchantWallet)
  const { refunds } = site.checkout.sandbox
  const refund = await refunds.create({ paymentId, amount: 4, destination: newAddress() })
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const consoleErrors = collectConsoleErrors(page)
  await owner.inject(page)
  await page.goto(urlOf(refund))
  return { refund, page, consoleErrors }
}

function urlOf({ nextAction }: Refund): string {
  if (nextAction?.type !== 'sign') throw new Error('there is nothing to sign')
  return nextAction.url
}

async function newWallet(): Promise<InjectedWallet> {
  const wallet = await startInjectedWallet(devnet.networks.ethereum, 'poor')
  onTestFinished(() => wallet.stop())
  return wallet
}

const signing = (page: Page) => page.getByRole('button', { name: /^Sign with/ })
const findStatus = (page: Page, text: RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor({ timeout: PATIENCE_MS })

test('a merchant’s wallet in the browser signs a refund with one click, and it completes', async () => {
  const wallet = await newWallet()
  const { refund, page, consoleErrors } = await open(wallet)
  await signing(page).click()
  await findStatus(page, /^Sent: 0x[0-9a-f]{64}/)
  expect(wallet.requests.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
  // After a reload before the transaction is seen, the page does not ask to send again.
  await page.reload()
  await findStatus(page, /already asked a wallet to send this/)
  expect(await signing(page).count()).toBe(0)
  await block(5)
  const { refunds } = site.checkout.sandbox
  await pollUntil(
    () => refunds.retrieve(refund.id),
    ({ status }) => status === 'completed',
  )
  expect(await readBalance(devnet.networks.ethereum, refund.destination ?? '')).toBe(4_000_000n)
  await page.reload()
  await page.getByText('The money has been sent to this address.').waitFor({ timeout: PATIENCE_MS })
  expect(await signing(page).count()).toBe(0)
  expect(consoleErrors).toEqual([])
})

test('a wallet on another account, or that refuses, sends nothing, and may try again', async () => {
  const wallet = await newWallet()
  const other = await open(wallet, newAddress())
  await signing(other.page).click()
  await findStatus(other.page, /uses another account/)
  expect(wallet.requests).not.toContain('eth_sendTransaction')
  const own = await open(wallet)
  wallet.answer = 4001
  await signing(own.page).click()
  await findStatus(own.page, /Nothing was sent/)
  wallet.answer = 'approve'
  await signing(own.page).click()
  await findStatus(own.page, /^Sent: /)
})

test('a refund that was cancelled asks nobody to send', async () => {
  const { refund, page } = await open(await newWallet())
  await site.checkout.sandbox.refunds.cancel(refund.id)
  await page.goto(urlOf(refund))
  await page.getByText('Please send nothing').waitFor({ timeout: PATIENCE_MS })
  expect(await signing(page).count()).toBe(0)
})

test('without JavaScript the page says what to send from where', async () => {
  const { refund } = await open(await newWallet())
  const context = await browser.newContext({ javaScriptEnabled: false })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(urlOf(refund))
  await page.getByText('Send exactly 4.00 USDC on Ethereum').waitFor()
  await page.getByText(refund.destination ?? '').waitFor()
  expect(await page.getByRole('link', { name: 'Open in a wallet' }).getAttribute('href')).toMatch(/^ethereum:0x/)
})

test('the signing page copies what is typed by hand: the amount and the address', async () => {
  const { refund, page, consoleErrors } = await open(await newWallet())
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [name, text] of [
    ['Copy the amount', '4.00'],
    ['Copy the address', refund.destination],
  ] as const) {
    await page.getByRole('button', { name }).click()
    await page
      .getByRole('status')
      .filter({ hasText: /copied$/ })
      .waitFor({ timeout: PATIENCE_MS })
    // The answer to the first copy still stands while the second is made.
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(text)
  }
  // A list of terms and values has nothing else.
  expect(await page.locator('dl > div > :not(dt, dd)').count()).toBe(0)
  expect(consoleErrors).toEqual([])
})

test('without JavaScript a payer on a phone sees the whole address, corrects it, and confirms it', async () => {
  const paymentId = await completePayment(newAddress())
  const { refunds } = site.checkout.sandbox
  const refund = await refunds.create({ paymentId, amount: 4 })
  if (refund.nextAction?.type !== 'collect_destination') throw new Error('the payer is not asked')
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(refund.nextAction.url ?? '')
  const [wrong, right] = [newAddress(), newAddress()]
  const field = page.getByLabel('Ethereum address')
  await field.fill(wrong)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('You cannot change this later.').waitFor()
  await page.getByRole('button', { name: 'No, let me correct it' }).click()
  expect((await field.inputValue()).toLowerCase()).toBe(wrong)
  // Nothing of the address is outside the field.
  const overflow = (box: { scrollHeight: number; clientHeight: number; scrollWidth: number; clientWidth: number }) =>
    box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth
  expect(await field.evaluate(overflow)).toBe(false)
  await field.fill(right)
  await page.getByRole('button', { name: 'Continue' }).click()
  const shown = (await page.locator('.groups').textContent()) ?? ''
  expect(shown.toLowerCase()).toBe(right)
  expect(await page.locator('.groups').evaluate(overflow)).toBe(false)
  expect((await refunds.retrieve(refund.id)).destination).toBeNull()
  await page.getByRole('button', { name: 'Yes, send it there' }).click()
  await page.getByText('We have your address.').waitFor()
  expect((await refunds.retrieve(refund.id)).destination).toBe(shown)
})

test('a payer pastes the address for a refund, or takes it from the wallet in the browser', async () => {
  const owner = await newWallet()
  const paymentId = await completePayment(newAddress())
  const { nextAction } = await site.checkout.sandbox.refunds.create({ paymentId, amount: 2 })
  if (nextAction?.type !== 'collect_destination' || !nextAction.url) throw new Error('no address is awaited')
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const consoleErrors = collectConsoleErrors(page)
  await owner.inject(page)
  await page.goto(nextAction.url)
  const field = page.getByRole('textbox', { name: /address/i })
  const pasted = newAddress()
  await page.evaluate(`navigator.clipboard.writeText(' ${pasted}\\n')`)
  await page.getByRole('button', { name: 'Paste' }).click()
  await expect.poll(() => field.inputValue()).toBe(pasted)
  const wallet = page.getByRole('button', { name: /^Use my address in / })
  await wallet.click()
  await expect.poll(async () => (await field.inputValue()).toLowerCase()).toBe(owner.address.toLowerCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Yes, send it there' }).click()
  await page.getByText('We have your address').waitFor()
  expect(consoleErrors).toEqual([])
})
