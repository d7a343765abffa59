import { randomBytes } from 'node:crypto'
import { startDevnet } from '@crypto-checkout/devnet'
import { callRpc, mine, readBalance } from '@crypto-checkout/devnet/testing'
import { Wallet } from 'ethers'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  cleanUp,
  createSandboxConfig,
  type Ethereum,
  createWallet as newAddress,
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
import { listenTo, scan, startRelayedBrowser } from '../support/walletconnect-browser.ts'
import { startRelay } from '../support/walletconnect-relay.ts'
import { startWallet } from '../support/walletconnect-wallet.ts'

const KEY_ENV = 'GASLESS_PAGE_TEST_KEY'
const BALANCE = 50_000_000n

let devnet: Ethereum
let site: PageSite
let browser: Browser

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  process.env[KEY_ENV] = `0x${randomBytes(32).toString('hex')}`
  await devnet.faucet(new Wallet(process.env[KEY_ENV]).address)
  await mine(devnet.networks.ethereum)
  site = await openPageSite(gaslessSandbox())
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  await site.close()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

function gaslessSandbox() {
  const gasless = { maxFeePerPayment: 0.01, maxFeePerDay: 0.1 }
  return createSandboxConfig(devnet, { gasKey: { env: KEY_ENV }, gasless })
}

async function giveCoins(to: string): Promise<void> {
  await devnet.payer.send({ network: 'ethereum', cryptocurrency: 'USDC', to, amount: BALANCE })
  await mine(devnet.networks.ethereum)
}

/** A wallet with USDC and nothing for gas. */
async function newWallet() {
  const wallet = await startInjectedWallet(devnet.networks.ethereum, 'gasless')
  onTestFinished(() => wallet.stop())
  await giveCoins(wallet.address)
  return wallet
}

async function open() {
  const [payment, wallet] = [
    await site.newPayment({ network: 'ethereum', merchantWallet: newAddress() }),
    await newWallet(),
  ]
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const consoleErrors = collectConsoleErrors(page)
  await wallet.inject(page)
  await page.goto(payment.url)
  return { payment, wallet, page, consoleErrors }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Mines until the page shows that the payment is completed. */
async function completes(page: Page): Promise<void> {
  const complete = waitForTitle(page, 'Payment complete')
  let done = false
  void complete.finally(() => {
    done = true
  })
  while (!done) {
    await mine(devnet.networks.ethereum)
    await page.waitForTimeout(200)
  }
  await complete
}

test('who has USDC and nothing for gas pays by a signature alone, and the page completes', async () => {
  const { payment, wallet, page, consoleErrors } = await open()
  await payWithWallet(page)
  await waitForTitle(page, 'Pay with no network fee')
  expect(wallet.requests).not.toContain('eth_signTypedData_v4')
  await press(page, 'Pay with no network fee')
  await waitForTitle(page, 'Signed. Waiting for Ethereum')
  await completes(page)
  expect(wallet.requests.filter((method) => /send|sign/i.test(method))).toEqual(['eth_signTypedData_v4'])
  const due = toMillionths(payment.amountDue)
  const { ethereum } = devnet.networks
  expect(await readBalance(ethereum, wallet.address)).toBe(BALANCE - due)
  expect(await readBalance(ethereum, payment.address)).toBe(due)
  expect(await callRpc(ethereum, 'eth_getBalance', [wallet.address, 'latest'])).toBe('0x0')
  expect(consoleErrors).toEqual([])
})

test('who tries to pay the fee without having it is led to pay without gas', async () => {
  const { wallet, page } = await open()
  await payWithWallet(page)
  await press(page, 'Pay the fee myself')
  await waitForTitle(page, 'Not enough for the fee')
  expect(await page.locator('.wallet-actions .primary').textContent()).toBe('Pay with no network fee')
  await press(page, 'Pay with no network fee')
  await waitForTitle(page, 'Signed. Waiting for Ethereum')
  await completes(page)
  expect(wallet.requests).toContain('eth_signTypedData_v4')
})

test('what was declined is signed when it is tried again', async () => {
  const { wallet, page, consoleErrors } = await open()
  wallet.answer = 4001
  await payWithWallet(page)
  await press(page, 'Pay with no network fee')
  await waitForTitle(page, 'Declined in the wallet')
  wallet.answer = 'approve'
  await press(page, 'Try again')
  await press(page, 'Pay with no network fee')
  await waitForTitle(page, 'Signed. Waiting for Ethereum')
  await completes(page)
  expect(consoleErrors).toEqual([])
})

test('a page that is loaded again after signing asks for nothing', async () => {
  const { wallet, page } = await open()
  await payWithWallet(page)
  await press(page, 'Pay with no network fee')
  await waitForTitle(page, 'Signed. Waiting for Ethereum')
  await expect
    .poll(() => callRpc(devnet.networks.ethereum, 'txpool_status'), { timeout: PATIENCE_MS })
    .toMatchObject({ pending: '0x1' })
  await page.reload()
  await unfoldPaying(page)
  await payWithWallet(page)
  await waitForTitle(page, /Waiting for Ethereum$/)
  await completes(page)
  expect(wallet.requests.filter((method) => /send|sign/i.test(method))).toEqual(['eth_signTypedData_v4'])
})

test('an account that the coin’s contract refuses is told so before anything is sent', async () => {
  const { wallet, page } = await open()
  await payWithWallet(page)
  await waitForTitle(page, 'Pay with no network fee')
  // Delegated to code without signature checks: Circle's contract asks only that code.
  await callRpc(devnet.networks.ethereum, 'anvil_setCode', [wallet.address, '0x00'])
  await press(page, 'Pay with no network fee')
  await waitForTitle(page, 'This account has to pay the fee')
  expect(await page.getByRole('button', { name: 'Pay the fee myself' }).isVisible()).toBe(true)
})

test('a phone that scans the page’s code signs, and is asked for nothing else', async () => {
  const relay = await startRelay()
  onTestFinished(() => relay.stop())
  const shop = await openPageSite({ walletConnectProjectId: 'c4f79cc821944d9680842e34466bfb12', ...gaslessSandbox() })
  onTestFinished(() => shop.close())
  const relayed = await startRelayedBrowser(relay)
  onTestFinished(() => relayed.close())
  const phone = await startWallet(relay.url, devnet.networks.ethereum)
  onTestFinished(() => phone.stop())
  await giveCoins(phone.address)
  const payment = await shop.newPayment({ network: 'ethereum', merchantWallet: newAddress() })
  const page = await (await relayed.newContext()).newPage()
  const { consoleErrors } = listenTo(page)
  await page.goto(payment.url)
  await payWithWallet(page)
  await page.getByRole('button', { name: /^WalletConnect/ }).click()
  await phone.scan(await scan(page.getByRole('img', { name: 'QR code that connects a wallet by WalletConnect' })))
  await press(page, 'Pay with no network fee')
  await waitForTitle(page, 'Signed. Waiting for Ethereum')
  await completes(page)
  expect(phone.requests.slice(1)).toEqual(['eth_signTypedData_v4 on eip155:31337'])
  expect(consoleErrors).toEqual([])
})
