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

/** A refund of 4 USDC for a wallet to sign, and its page with that wallet in it. */
async function open(owner: InjectedWallet, merchantWallet = owner.address) {
  const { sandbox } = site.checkout
  const order = { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', merchantWallet } as const
  const payment = await sandbox.payments.create(order)
  await pay(devnet, payment)
  await block(5)
  await pollUntil(
    () => sandbox.payments.retrieve(payment.id),
    ({ status }) => status === 'completed',
  )
  const refund = await sandbox.refunds.create({ paymentId: payment.id, amount: 4, destination: newAddress() })
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
  const wallet = await startInjectedWallet(devnet.networks.ethereum)
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
  await page.getByText('Send exactly 4.000000 USDC on Ethereum').waitFor()
  await page.getByText(refund.destination ?? '').waitFor()
  expect(await page.getByRole('link', { name: 'Open in a wallet' }).getAttribute('href')).toMatch(/^ethereum:0x/)
})
