import type { Payment } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { mine, readBalance } from '@crypto-checkout/devnet/testing'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cleanUp, createSandboxConfig, createWallet, type Ethereum } from '../support/harness.ts'
import { openPageSite, PATIENCE_MS, type PageSite, waitForTitle } from '../support/page-harness.ts'
import { listenTo, scan, startRelayedBrowser } from '../support/walletconnect-browser.ts'
import { type Relay, startRelay } from '../support/walletconnect-relay.ts'
import { startWallet } from '../support/walletconnect-wallet.ts'

const PROJECT = 'c4f79cc821944d9680842e34466bfb12'
let devnet: Ethereum
let relay: Relay
let site: PageSite
let browser: Browser

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  relay = await startRelay()
  site = await openPageSite({ walletConnectProjectId: PROJECT, ...createSandboxConfig(devnet) })
  browser = await startRelayedBrowser(relay)
})

afterAll(async () => {
  await browser?.close()
  await site.close()
  await relay.stop()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const newPayment = (merchantWallet = devnet.accounts.merchant): Promise<Payment> =>
  site.newPayment({ network: 'ethereum', merchantWallet })

/** A wallet on a phone, with coins and with enough for the network's fees. */
async function newPhone() {
  const phone = await startWallet(relay.url, devnet.networks.ethereum)
  onTestFinished(() => phone.stop())
  await devnet.faucet(phone.address, 50_000_000n, { network: 'ethereum', cryptocurrency: 'USDC' })
  await mine(devnet.networks.ethereum)
  return phone
}

async function open(url: string, context: BrowserContext) {
  const page = await context.newPage()
  const recorded = listenTo(page)
  await page.goto(url)
  return { page, ...recorded }
}

async function newContext(options?: Parameters<Browser['newContext']>[0]): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  return context
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

async function chooseWalletConnect(page: Page): Promise<void> {
  await button(page, /^Pay with|wallet app$/)
  await button(page, /^WalletConnect/)
}

async function scanned(page: Page): Promise<string> {
  return scan(page.getByRole('img', { name: 'QR code that connects a wallet by WalletConnect' }))
}

async function completes(page: Page): Promise<void> {
  await waitForTitle(page, 'Sent. Waiting for Ethereum')
  await mine(devnet.networks.ethereum, 4)
  await waitForTitle(page, 'Payment complete')
}

test('a phone that scans the page’s code pays, under the page’s own policy', async () => {
  const shop = createWallet()
  const [payment, phone] = [await newPayment(shop), await newPhone()]
  const { page, consoleErrors, requests } = await open(payment.url, await newContext())
  await page.locator('#wallet-button').waitFor()
  expect(requests.filter((url) => /walletconnect|pairing-/.test(url))).toEqual([])
  await chooseWalletConnect(page)
  await phone.scan(await scanned(page))
  await completes(page)
  expect(await readBalance(devnet.networks.ethereum, shop)).toBe(BigInt(payment.cryptoAmount.replace('.', '')))
  expect(phone.requests).toEqual([
    'Demo shop wants eth_sendTransaction,eth_signTypedData_v4 on eip155:31337,eip155:1',
    'eth_sendTransaction on eip155:31337',
  ])
  expect(consoleErrors).toEqual([])
})

test('on the next payment the phone is asked without another code', async () => {
  const [phone, context] = [await newPhone(), await newContext()]
  const first = await open((await newPayment()).url, context)
  await chooseWalletConnect(first.page)
  await phone.scan(await scanned(first.page))
  await completes(first.page)
  await first.page.close()
  const { page, consoleErrors } = await open((await newPayment()).url, context)
  await chooseWalletConnect(page)
  await completes(page)
  expect(phone.requests.filter((request) => request.includes('wants'))).toHaveLength(1)
  expect([...first.consoleErrors, ...consoleErrors]).toEqual([])
})

test('what the phone declines is said, and tried again without another code; a page that is loaded again needs none either', async () => {
  const [payment, phone] = [await newPayment(), await newPhone()]
  phone.transactions = 'reject'
  const { page } = await open(payment.url, await newContext())
  await chooseWalletConnect(page)
  await phone.scan(await scanned(page))
  await waitForTitle(page, 'Declined in the wallet')
  await button(page, 'Try again')
  await waitForTitle(page, 'Declined in the wallet')
  await expect.poll(() => phone.requests.length, { timeout: PATIENCE_MS }).toBe(3)
  await page.reload()
  phone.transactions = 'approve'
  await chooseWalletConnect(page)
  await completes(page)
  expect(phone.requests.filter((request) => request.includes('wants'))).toHaveLength(1)
})

test('a phone that refuses to connect is told of, and another code is shown', async () => {
  const [payment, phone] = [await newPayment(), await newPhone()]
  phone.proposals = 'reject'
  const { page } = await open(payment.url, await newContext())
  await chooseWalletConnect(page)
  const first = await scanned(page)
  await phone.scan(first)
  await waitForTitle(page, 'Declined in the wallet')
  phone.proposals = 'approve'
  await button(page, 'Try again')
  const second = await scanned(page)
  expect(second).not.toBe(first)
  await phone.scan(second)
  await completes(page)
})

test('on the phone itself the code is a link to the common wallets, and to any', async () => {
  const [payment, phone] = [await newPayment(), await newPhone()]
  const { page } = await open(payment.url, await newContext({ hasTouch: true, isMobile: true }))
  await chooseWalletConnect(page)
  const link = async (name: string) => (await page.getByRole('link', { name }).getAttribute('href')) ?? ''
  const uri = await link('Open in another wallet')
  expect(uri).toBe(await scanned(page))
  expect(await link('Open in MetaMask')).toBe(`https://link.metamask.io/wc?uri=${encodeURIComponent(uri)}`)
  expect(await link('Open in Trust Wallet')).toBe(`https://link.trustwallet.com/wc?uri=${encodeURIComponent(uri)}`)
  expect(await link('Open in Rainbow')).toBe(`https://rnbwapp.com/wc?uri=${encodeURIComponent(uri)}`)
  await phone.scan(uri)
  await completes(page)
})

test('the licences are beside the script that asks for them', async () => {
  const { url } = await newPayment()
  const licences = await fetch(new URL('/checkout-walletconnect-licenses.txt', url))
  expect(licences.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await licences.text()
  expect(text).toMatch(/^Portions © 2025 Reown, Inc\. All Rights Reserved\n/)
  expect(text).toContain('WALLETCONNECT COMMUNITY LICENSE AGREEMENT')
})
