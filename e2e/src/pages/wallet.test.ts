import { once } from 'node:events'
import { createServer } from 'node:http'
import { createMerchant, type Payment } from '@crypto-checkout/core'
import { asBrowser, isQuickRun } from '@crypto-checkout/core/testing'
import { startDevnet } from '@crypto-checkout/devnet'
import { callRpc, mine, readBalance } from '@crypto-checkout/devnet/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  cleanUp,
  createSandboxConfig,
  type Ethereum,
  getOrigin,
  HTTP_POLL_MS,
  createWallet as newAddress,
  pollUntil,
  toMillionths,
} from '../support/harness.ts'
import { startInjectedWallet } from '../support/injected-wallet.ts'
import {
  collectConsoleErrors,
  openPageSite,
  PATIENCE_MS,
  type PageSite,
  payWithWallet,
  startBrowser,
  unfoldPaying,
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

const newPayment = (cryptocurrency: 'USDC' | 'DAI' = 'USDC'): Promise<Payment> =>
  site.newPayment({ cryptocurrency, network: 'ethereum', merchantWallet: devnet.accounts.merchant })

async function newWallet(owner?: 'payer' | 'poor') {
  const wallet = await startInjectedWallet(devnet.networks.ethereum, owner)
  onTestFinished(() => wallet.stop())
  return wallet
}

/** A page with a wallet in it. Collects the browser's complaints: policy violations, console messages and errors. */
async function open(
  url: string,
  wallet: Awaited<ReturnType<typeof newWallet>>,
  prepare?: (page: Page) => Promise<unknown>,
) {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const consoleErrors = collectConsoleErrors(page)
  await wallet.inject(page)
  await prepare?.(page)
  await page.goto(url)
  return { page, consoleErrors }
}

/** The steps that follow once the wallet has sent. */
async function completes(page: Page, payment: Payment): Promise<void> {
  await waitForTitle(page, 'Sent. Waiting for Ethereum')
  await expect.poll(() => reportedOf(payment), { timeout: PATIENCE_MS, interval: HTTP_POLL_MS }).toHaveLength(1)
  await mine(devnet.networks.ethereum, 1)
  await waitForTitle(page, /^(Payment found|Confirming the payment)$/)
  await mine(devnet.networks.ethereum, 3)
  await waitForTitle(page, 'Payment complete')
}

async function reportedOf(payment: Payment): Promise<unknown[]> {
  const { reported } = (await (await fetch(`${payment.url}/status`)).json()) as { reported: unknown[] }
  return reported
}

const testInFull = test.skipIf(isQuickRun())

test.each(isQuickRun() ? (['DAI'] as const) : (['USDC', 'DAI'] as const))(
  'a wallet in the browser pays in %s with one click, and the page completes',
  async (coin) => {
    const payment = await newPayment(coin)
    const wallet = await newWallet()
    const { page, consoleErrors } = await open(payment.url, wallet)
    await payWithWallet(page)
    await completes(page, payment)
    expect(wallet.requests.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
    expect(wallet.requests.filter((method) => method.startsWith('wallet_'))).toEqual([])
    expect(consoleErrors).toEqual([])
  },
)

testInFull('a wallet that does not know the network learns it, goes there and pays', async () => {
  const payment = await newPayment()
  const wallet = await newWallet()
  wallet.chainId = 1
  wallet.knownChains.clear()
  const { page, consoleErrors } = await open(payment.url, wallet)
  await payWithWallet(page)
  await completes(page, payment)
  expect(wallet.chainId).toBe(devnet.networks.ethereum.chainId)
  expect(wallet.requests.filter((method) => method.startsWith('wallet_'))).toEqual([
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_switchEthereumChain',
  ])
  expect(consoleErrors).toEqual([])
})

testInFull('what was declined costs nothing, and is paid when it is tried again', async () => {
  const payment = await newPayment()
  const wallet = await newWallet()
  wallet.answer = 4001
  const { page, consoleErrors } = await open(payment.url, wallet)
  await payWithWallet(page)
  await waitForTitle(page, 'Declined in the wallet')
  expect(await reportedOf(payment)).toEqual([])
  wallet.answer = 'approve'
  await page.getByRole('button', { name: 'Try again' }).click()
  await completes(page, payment)
  expect(consoleErrors).toEqual([])
})

test('where the payer may choose, the wallet pays in the coin that it has, and nobody asks which', async () => {
  const payment = await site.newPayment({
    ...{ network: 'ethereum', merchantWallet: devnet.accounts.merchant },
    alternatives: [{ cryptocurrency: 'DAI', network: 'ethereum' }],
  })
  const wallet = await newWallet('poor')
  const dai = { network: 'ethereum', cryptocurrency: 'DAI', to: wallet.address, amount: 20_000_000n } as const
  await devnet.payer.send(dai)
  await mine(devnet.networks.ethereum, 1)
  const { page, consoleErrors } = await open(payment.url, wallet)
  await payWithWallet(page)
  await completes(page, payment)
  const status = (await (await fetch(`${payment.url}/status`)).json()) as Payment
  expect(status).toMatchObject({ cryptocurrency: 'DAI', status: 'completed', exceptions: [] })
  expect(consoleErrors).toEqual([])
})

test('a wallet with too little is not asked to send, and the payer is told how much is missing', async () => {
  const payment = await newPayment()
  const wallet = await newWallet('poor')
  const { page, consoleErrors } = await open(payment.url, wallet)
  await payWithWallet(page)
  await waitForTitle(page, 'Not enough USDC')
  const missing = `This account lacks ${payment.cryptoAmount} USDC on Ethereum`
  expect(await page.getByText(missing, { exact: false }).first().isVisible()).toBe(true)
  expect(wallet.requests).not.toContain('eth_sendTransaction')
  expect(consoleErrors).toEqual([])
})

testInFull('after a part was paid the wallet is asked for the rest, and for no more', async () => {
  const { ethereum } = devnet.networks
  const merchant = await createMerchant(site.checkout.context, { name: 'Demo shop', plan: 'starter' })
  const { sandbox } = site.checkout.as(merchant.id)
  const payment = await sandbox.payments.create({
    amount: 12.5,
    currency: 'USD',
    cryptocurrency: 'USDC',
    network: 'ethereum',
    merchantWallet: newAddress(),
  })
  await devnet.payer.send({ network: 'ethereum', cryptocurrency: 'USDC', to: payment.address, amount: 5_000_000n })
  await mine(ethereum, 1)
  const [part] = await pollUntil(
    async () => (await sandbox.transfers.list({ limit: 1 })).data,
    (found) => found.length > 0,
  )
  await sandbox.transfers.assign(part?.id ?? '', { paymentId: payment.id })
  const { amountDue } = await sandbox.payments.retrieve(payment.id)
  const wallet = await newWallet()
  const { page, consoleErrors } = await open(payment.url, wallet)
  await waitForTitle(page, 'Partly paid')
  await payWithWallet(page)
  await waitForTitle(page, 'Sent. Waiting for Ethereum')
  await mine(ethereum, 4)
  await waitForTitle(page, 'Payment complete')
  expect(await readBalance(ethereum, payment.address)).toBe(5_000_000n + toMillionths(amountDue))
  expect(consoleErrors).toEqual([])
})

test('the shop’s own page, at another origin and under a policy of its own, is paid all the same', async () => {
  const payment = await newPayment()
  const pay = site.origin
  const policy = `default-src 'none'; script-src ${pay}; connect-src ${pay}; img-src data:; require-trusted-types-for 'script'; trusted-types lit-html`
  const shop = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
    response.end(
      `<!doctype html><html lang="en"><link rel="icon" href="data:,"><script type="module" src="${pay}/crypto-checkout.js"></script><crypto-checkout src="${payment.url}"></crypto-checkout>`,
    )
  }).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  onTestFinished(() => void shop.close())
  const wallet = await newWallet()
  const { page, consoleErrors } = await open(getOrigin(shop), wallet)
  await payWithWallet(page)
  await completes(page, payment)
  expect(consoleErrors).toEqual([])
})

testInFull('a script that did not load is loaded when it is asked for again', async () => {
  const payment = await newPayment()
  const wallet = await newWallet()
  let refused = 0
  const { page } = await open(payment.url, wallet, (fresh) =>
    fresh.route(/-wallet-panel-/, (route) => (refused++ === 0 ? route.abort() : route.continue())),
  )
  await payWithWallet(page)
  await page.getByText('The wallets could not be loaded.').waitFor({ timeout: PATIENCE_MS })
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
  await payWithWallet(page)
  await completes(page, payment)
})

testInFull('who loads the page again after sending is told so before they send twice', async () => {
  const payment = await newPayment()
  const wallet = await newWallet()
  const { page } = await open(payment.url, wallet)
  await payWithWallet(page)
  await waitForTitle(page, 'Sent. Waiting for Ethereum')
  await expect.poll(() => reportedOf(payment), { timeout: PATIENCE_MS, interval: HTTP_POLL_MS }).toHaveLength(1)
  await page.reload()
  await unfoldPaying(page)
  await payWithWallet(page)
  await waitForTitle(page, 'Sent. Waiting for Ethereum')
  expect(wallet.requests.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
  expect(await callRpc(devnet.networks.ethereum, 'txpool_status')).toMatchObject({ pending: '0x1' })
  await mine(devnet.networks.ethereum, 4)
  await waitForTitle(page, 'Payment complete')
})

test('a phone without a wallet in its browser opens the page inside one', async () => {
  const payment = await newPayment()
  const context = await browser.newContext({ hasTouch: true, isMobile: true })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  // Wallets open https pages only: this is the same server under another name.
  await page.route('https://pay.example.com/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const answer = await fetch(site.origin + pathname, { headers: asBrowser })
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => name !== 'content-encoding'))
    await route.fulfill({ status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) })
  })
  const path = new URL(payment.url).pathname
  await page.goto(`https://pay.example.com${path}`)
  await payWithWallet(page)
  await waitForTitle(page, 'Open in a wallet app')
  const names = ['MetaMask', 'Trust Wallet', 'Base (Coinbase Wallet)', 'Phantom', 'OKX Wallet']
  const links = page.getByRole('link', { name: /^Open in/ })
  expect(await links.allInnerTexts()).toEqual(names)
  expect(await links.first().getAttribute('href')).toBe(`https://link.metamask.io/dapp/pay.example.com${path}`)
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await page.locator('.code summary').click()
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
})
