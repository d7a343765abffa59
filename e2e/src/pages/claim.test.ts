/** Payers who have paid and prove it: real signatures of a browser's wallets, on real chains. */
import type { ClaimChallenge, Payment, PublicPayment } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { callRpc, mine } from '@crypto-checkout/devnet/testing'
import { closeLedger, stellarKeys } from '@crypto-checkout/stellar-devnet/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type FreighterShop, listAccessibilityProblems, openFreighterShop } from '../support/freighter-shop.ts'
import {
  cleanUp,
  createSandboxConfig,
  createWallet,
  type Ethereum,
  HTTP_POLL_MS,
  pollUntil,
  toMillionths,
} from '../support/harness.ts'
import { startInjectedWallet } from '../support/injected-wallet.ts'
import {
  collectConsoleErrors,
  openPageSite,
  PATIENCE_MS,
  type PageSite,
  startBrowser,
  waitForTitle,
} from '../support/page-harness.ts'
import { buildPayment, send } from '../support/stellar-harness.ts'

let devnet: Ethereum
let site: PageSite
let browser: Browser
let stellar: FreighterShop

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  site = await openPageSite(createSandboxConfig(devnet))
  browser = await startBrowser()
  stellar = await openFreighterShop()
})

afterAll(async () => {
  await stellar?.close()
  await browser?.close()
  await site.close()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

/** A payment, and the hash of a transfer of one coin less than it asks for, in a block. */
async function payTooLittle(): Promise<{ payment: Payment; hash: string }> {
  const payment = await site.newPayment({ network: 'ethereum', merchantWallet: createWallet() })
  const amount = toMillionths(payment.amountDue) - 1_000_000n
  const sent = { network: 'ethereum', cryptocurrency: 'USDC', to: payment.address, amount } as const
  const hash = await devnet.payer.send(sent)
  await mine(devnet.networks.ethereum)
  return { payment, hash }
}

async function name(page: Page, hash: string): Promise<void> {
  await page.locator('summary', { hasText: 'I have already paid' }).click()
  await page.getByLabel('Transaction ID').fill(hash)
  await page.getByRole('button', { name: 'Find my payment' }).click()
}

test('a wallet in the browser proves who sent too little, and the page asks for the rest', async () => {
  const { payment, hash } = await payTooLittle()
  const wallet = await startInjectedWallet(devnet.networks.ethereum)
  onTestFinished(() => wallet.stop())
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const consoleErrors = collectConsoleErrors(page)
  await wallet.inject(page)
  await page.goto(payment.url)
  await name(page, hash)
  const sign = page.getByRole('button', { name: 'Sign with Fox Wallet' })
  await sign.waitFor({ timeout: PATIENCE_MS })
  expect(await listAccessibilityProblems(page)).toEqual([])
  wallet.answer = 4001
  await sign.click()
  await page.getByText('You declined in the wallet.').waitFor({ timeout: PATIENCE_MS })
  expect(await listAccessibilityProblems(page)).toEqual([])
  wallet.answer = 'approve'
  await sign.click()
  await waitForTitle(page, 'Partly paid')
  expect(wallet.requests.filter((method) => method === 'eth_sendTransaction')).toEqual([])
  expect(consoleErrors).toEqual([])
})

/** A page of a browser without JavaScript. */
async function openPlainPage(url: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** Loads the page again until it shows the words: without a script it does so by itself only every 10 seconds. */
async function reloadUntil(page: Page, words: RegExp | string): Promise<void> {
  await expect
    .poll(async () => ((await page.reload()) ? page.locator('.card').textContent() : ''), {
      timeout: PATIENCE_MS,
      interval: HTTP_POLL_MS,
    })
    .toMatch(words)
}

test('without JavaScript a payer names the transaction, and the page says what was found', async () => {
  const { payment, hash } = await payTooLittle()
  const page = await openPlainPage(payment.url)
  await page.getByRole('link', { name: 'I have already paid' }).click()
  await page.getByLabel('Transaction ID').fill('my bank says it is paid')
  await page.getByRole('button', { name: 'Find my payment' }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByLabel('Transaction ID').inputValue()).toBe('my bank says it is paid')
  await page.getByLabel('Transaction ID').fill(hash)
  await page.getByRole('button', { name: 'Find my payment' }).click()
  await page.waitForURL(payment.url)
  await reloadUntil(page, 'USDC on Ethereum arrived')
})

test('without JavaScript a payer chooses another coin, and pays with it', async () => {
  const payment = await site.newPayment({
    ...{ network: 'ethereum', merchantWallet: createWallet() },
    alternatives: [{ cryptocurrency: 'USDT', network: 'ethereum' }],
  })
  const page = await openPlainPage(payment.url)
  await page.locator('summary', { hasText: 'Pay with another coin or network' }).click()
  await page.locator('.methods').getByRole('button', { name: 'USDT · Ethereum' }).click()
  await page.waitForURL(payment.url)
  expect(await page.locator('.amount').textContent()).toContain('USDT')
  const chosen = (await (await fetch(`${payment.url}/status`)).json()) as PublicPayment
  const amount = toMillionths(chosen.amountDue)
  await devnet.payer.send({ network: 'ethereum', cryptocurrency: 'USDT', to: chosen.address, amount })
  await mine(devnet.networks.ethereum)
  await reloadUntil(page, 'Payment found')
  await mine(devnet.networks.ethereum, 3)
  await reloadUntil(page, 'Payment complete')
})

/**
 * A contract that calls a signature valid (ERC-1271) if its first 32 bytes are in slot 0, and otherwise refuses:
 * `PUSH 0 SLOAD PUSH 0x64 CALLDATALOAD EQ PUSH 0x0e JUMPI PUSH 0 DUP1 REVERT JUMPDEST PUSH4 1626ba7e PUSH 0xe0 SHL
 * PUSH 0 MSTORE PUSH 0x20 PUSH 0 RETURN`.
 */
const CONTRACT_CODE = '0x60005460643514600e57600080fd5b631626ba7e60e01b60005260206000f3'

test('a contract wallet is asked on the chain, and a signature that it stops accepting is refused', async () => {
  const { payment, hash } = await payTooLittle()
  const { from } = await pollUntil(
    async () => {
      await post(payment, 'transactions', { hash })
      const { misdirected } = (await (await fetch(`${payment.url}/status`)).json()) as PublicPayment
      return misdirected[0] ?? { from: '' }
    },
    (found) => found.from !== '',
    HTTP_POLL_MS,
  )
  const asked = await post(payment, 'claims/challenge', { hash, from })
  const { message } = (await asked.json()) as ClaimChallenge
  const signature = `0x${'7e'.repeat(65)}`
  const prove = () => post(payment, 'claims/prove', { hash, from, message, signature })
  const set = (method: string, ...params: unknown[]) => callRpc(devnet.networks.ethereum, method, [from, ...params])
  const store = (word: string) => set('anvil_setStorageAt', `0x${'0'.repeat(64)}`, word)

  await set('anvil_setCode', CONTRACT_CODE)
  onTestFinished(async () => void (await set('anvil_setCode', '0x')))
  await store(`0x${'11'.repeat(32)}`)
  expect((await prove()).status).toBe(400)
  await store(`0x${'7e'.repeat(32)}`)
  const answer = await prove()
  expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'partially_paid' }])
})

function post({ url }: Payment, path: string, body: object): Promise<Response> {
  return fetch(`${url}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

test('Freighter proves who forgot the memo, and the payment completes', async () => {
  const payment = await stellar.newPayment()
  const hash = await send(stellar.devnet, [buildPayment('12.5')], { signer: stellarKeys.payer })
  await closeLedger(stellar.devnet.networks.stellar)
  const page = await stellar.newPage(stellar.freighterOf())
  const consoleErrors = collectConsoleErrors(page)
  await page.goto(payment.url)
  await name(page, hash)
  await page.getByRole('button', { name: 'Sign with Freighter' }).click({ timeout: PATIENCE_MS })
  await waitForTitle(page, 'Payment complete')
  expect(consoleErrors).toEqual([])
})
