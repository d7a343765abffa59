import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Checkout, createCheckout, createMerchant, type Payment } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { closeLedger, stellarKeys } from '@crypto-checkout/devnet/testing/stellar'
import chromium from '@sparticuz/chromium'
import { Account, Asset, Keypair, Memo, Operation, type Transaction, TransactionBuilder } from '@stellar/stellar-sdk'
import { type Browser, chromium as browsers, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Freighter, newFreighter } from './freighter.ts'
import { cleanUp, temporaryFolder } from './harness.ts'
import { newSeller } from './stellar-exchange.ts'
import {
  MERCHANT,
  newAccount,
  payment,
  type Stellar,
  send,
  stellarOn,
  USDC,
  USDT,
  whileLedgersClose,
} from './stellar-harness.ts'

const PATIENCE_MS = 30_000
const widget = createRequire(join(import.meta.dirname, '../../../widget/package.json'))
const axe = readFileSync(widget.resolve('axe-core/axe.min.js'), 'utf8')

let devnet: Stellar
let checkout: Checkout
let server: Server
let browser: Browser

beforeAll(async () => {
  const { serverApp } = await import('../app.ts')
  const { widgetAssets } = await import('@crypto-checkout/widget/assets')
  devnet = await startDevnet({ networks: ['stellar'], blockTimeMs: 0 })
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  checkout = createCheckout({
    publicUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    database: `sqlite:${join(temporaryFolder(), 'checkout.db')}`,
    assets: widgetAssets(),
    ...stellarOn(devnet),
  })
  server.on('request', serverApp(checkout, false))
  await checkout.start()
  browser = await browsers.launch({
    executablePath: process.env.CHROME_PATH ?? (await chromium.executablePath()),
    args: ['--no-sandbox', '--disable-gpu', '--headless=shell'],
  })
})

afterAll(async () => {
  await browser?.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await checkout.stop()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

async function newPayment(): Promise<Payment> {
  const merchant = await createMerchant(checkout.context, { name: 'Demo shop', plan: 'starter' })
  return checkout.as(merchant.id).sandbox.payments.create({
    amount: 12.5,
    currency: 'USD',
    cryptocurrency: 'USDC',
    network: 'stellar',
    merchantWallet: MERCHANT,
  })
}

const freighterOf = (key: Keypair = stellarKeys.payer) => newFreighter(key, devnet.networks.stellar.passphrase)

/** The hosted page under its own policy, with what the browser complains of. */
async function open(url: string, wallet: Freighter | null) {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // What the server refuses the browser notes, too.
    if (message.type() === 'error' && !message.text().includes('status of 400')) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await wallet?.inject(page)
  await page.goto(url)
  await page.getByRole('button', { name: /with a wallet$/ }).click()
  return { page, complaints }
}

const said = (page: Page, title: string | RegExp) =>
  page.getByRole('heading', { name: title, exact: true }).waitFor({ timeout: PATIENCE_MS })

async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string }[] }> }
    }
    return (await checker.run()).violations.map(({ id }) => id)
  })
}

async function completes(page: Page): Promise<void> {
  await said(page, 'Sent. Please do not pay again')
  await closeLedger(devnet.networks.stellar)
  await said(page, 'Payment complete')
}

test('Freighter signs, the server sends, and the page completes', async () => {
  const { url } = await newPayment()
  const wallet = freighterOf()
  const { page, complaints } = await open(url, wallet)
  await said(page, 'Sent. Please do not pay again')
  expect(await barriers(page)).toEqual([])
  await completes(page)
  expect(wallet.asked.filter((type) => type === 'SUBMIT_TRANSACTION')).toHaveLength(1)
  expect(complaints).toEqual([])
})

test('what was declined costs nothing, and is paid when it is tried again', async () => {
  const { url } = await newPayment()
  const wallet = freighterOf()
  wallet.signs = false
  const { page, complaints } = await open(url, wallet)
  await said(page, 'Declined in the wallet')
  expect(await barriers(page)).toEqual([])
  wallet.signs = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await completes(page)
  expect(complaints).toEqual([])
})

test('who does not let the page connect is asked for nothing more', async () => {
  const { url } = await newPayment()
  const wallet = freighterOf()
  wallet.connects = false
  const { page } = await open(url, wallet)
  await said(page, 'Declined in the wallet')
  expect(wallet.asked).toEqual(['REQUEST_CONNECTION_STATUS', 'REQUEST_ACCESS'])
})

test('without Freighter the payer is led back to the code', async () => {
  const { url } = await newPayment()
  const { page, complaints } = await open(url, null)
  await said(page, 'No wallet found')
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Pay another way' }).click()
  expect(await page.getByRole('img', { name: /^QR code/ }).isVisible()).toBe(true)
  expect(complaints).toEqual([])
})

test('on another network the payer is told which one to choose', async () => {
  const { url } = await newPayment()
  const wallet = freighterOf()
  wallet.networkPassphrase = 'Public Global Stellar Network ; September 2015'
  const { page } = await open(url, wallet)
  await said(page, `The wallet is not on Stellar (${devnet.networks.stellar.passphrase})`)
  expect(await barriers(page)).toEqual([])
  expect(wallet.asked).not.toContain('SUBMIT_TRANSACTION')
  wallet.networkPassphrase = devnet.networks.stellar.passphrase
  await page.getByRole('button', { name: 'Try again' }).click()
  await completes(page)
})

test('what the account lacks is told before anything is to be signed', async () => {
  const key = Keypair.random()
  await send(devnet, [Operation.createAccount({ destination: key.publicKey(), startingBalance: '10' })])
  const { url } = await newPayment()
  const wallet = freighterOf(key)
  const { page } = await open(url, wallet)
  await said(page, 'This account holds no USDC')
  expect(await barriers(page)).toEqual([])
  await send(devnet, [Operation.changeTrust({ asset: USDC })], { signer: key })
  await send(devnet, [payment('4.5', key.publicKey())])
  await page.getByRole('button', { name: 'Try again' }).click()
  await said(page, 'Not enough USDC')
  expect(
    await page
      .getByText(/This account lacks 8(\.0+)? USDC on Stellar/)
      .first()
      .isVisible(),
  ).toBe(true)
  expect(wallet.asked).not.toContain('SUBMIT_TRANSACTION')
  wallet.key = stellarKeys.payer
  await page.getByRole('button', { name: 'Use another account' }).click()
  await completes(page)
})

/** Ledgers close until the page says it: what is exchanged is answered once a ledger has it. */
async function saidWhileLedgersClose(page: Page, title: string): Promise<void> {
  await whileLedgersClose(devnet, said(page, title))
}

const offersOn = (page: Page) => page.locator('.wallet-option').allInnerTexts()

describe('who has none of the coin', () => {
  test('is shown what else to pay with, and pays with it by the keyboard alone', async () => {
    const asked = await newPayment()
    const key = await newAccount(devnet, [], '200')
    const wallet = freighterOf(key)
    const { page, complaints } = await open(asked.url, wallet)
    await said(page, 'This account holds no USDC')
    expect(await offersOn(page)).toEqual(['XLM\nAt most 126.25 XLM'])
    expect(await barriers(page)).toEqual([])
    expect(wallet.asked).not.toContain('SUBMIT_TRANSACTION')
    expect(await page.locator('#wallet-title').evaluate((title) => title.matches(':focus'))).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await saidWhileLedgersClose(page, 'Payment complete')
    expect(wallet.asked.filter((type) => type === 'SUBMIT_TRANSACTION')).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  test('and nothing else either, is told so', async () => {
    const { url } = await newPayment()
    const { page } = await open(url, freighterOf(await newAccount(devnet)))
    await said(page, 'This account holds no USDC')
    expect(await offersOn(page)).toEqual([])
    expect(await page.getByRole('button', { name: 'Use another account' }).isVisible()).toBe(true)
  })
})

test('who declines may choose another asset, and may decline that, too', async () => {
  const { url } = await newPayment()
  const wallet = freighterOf()
  wallet.signs = false
  const { page } = await open(url, wallet)
  await said(page, 'Declined in the wallet')
  await page.getByRole('button', { name: 'Pay with another asset' }).click()
  await said(page, 'Pay with another asset')
  const issuer = USDT.getIssuer() ?? ''
  expect(await offersOn(page)).toEqual([
    `USDT\nAt most 12.8775 USDT\n${issuer.slice(0, 6)}…${issuer.slice(-4)}`,
    'XLM\nAt most 126.25 XLM',
  ])
  await page.getByRole('button', { name: /^USDT/ }).click()
  await said(page, 'Declined in the wallet')
  await page.getByRole('button', { name: 'Pay with another asset' }).click()
  wallet.signs = true
  await page.getByRole('button', { name: /^USDT/ }).click()
  await saidWhileLedgersClose(page, 'Payment complete')
})

test('when the offers have changed since they were shown, nothing is to be signed, and another choice pays', async () => {
  const { url } = await newPayment()
  const key = await newAccount(devnet, [], '400')
  const seller = await newSeller(devnet, Asset.native(), '9.9')
  const wallet = freighterOf(key)
  const { page } = await open(url, wallet)
  await said(page, 'This account holds no USDC')
  expect(await offersOn(page)).toEqual(['XLM\nAt most 124.9875 XLM'])
  await seller.stop()
  await page.getByRole('button', { name: /^XLM/ }).click()
  await said(page, 'Not on offer now')
  expect(await barriers(page)).toEqual([])
  expect(wallet.asked).not.toContain('SUBMIT_TRANSACTION')
  await page.getByRole('button', { name: 'Pay with another asset' }).click()
  await said(page, 'Pay with another asset')
  expect(await offersOn(page)).toEqual(['XLM\nAt most 126.25 XLM'])
  await page.getByRole('button', { name: /^XLM/ }).click()
  await saidWhileLedgersClose(page, 'Payment complete')
})

test('what a wallet would give beyond what was shown is not sent', async () => {
  const asked = await newPayment()
  const wallet = freighterOf(await newAccount(devnet, [], '400'))
  wallet.changes = (xdr) => {
    const built = TransactionBuilder.fromXDR(xdr, wallet.networkPassphrase) as Transaction
    const [operation] = built.operations
    if (operation?.type !== 'pathPaymentStrictReceive') throw new Error('a path payment is its operation')
    const more = Operation.pathPaymentStrictReceive({ ...operation, sendMax: '300' })
    const source = new Account(built.source, (BigInt(built.sequence) - 1n).toString())
    const { fee, memo, networkPassphrase } = built
    const timebounds = { minTime: 0, maxTime: Number(built.timeBounds?.maxTime) }
    return new TransactionBuilder(source, { fee, memo, networkPassphrase, timebounds })
      .addOperation(more)
      .build()
      .toXDR()
  }
  const { page } = await open(asked.url, wallet)
  await page.getByRole('button', { name: /^XLM/ }).click()
  await said(page, 'The transfer was not accepted')
  const view = (await (await fetch(`${asked.url}/status`)).json()) as { status: string; reported: unknown[] }
  expect(view).toMatchObject({ status: 'created', reported: [] })
})

test('a transaction that was changed on its way is not sent', async () => {
  const asked = await newPayment()
  const wallet = freighterOf()
  wallet.changes = (xdr) => {
    const built = TransactionBuilder.fromXDR(xdr, wallet.networkPassphrase)
    return TransactionBuilder.cloneFrom(built as never, { memo: Memo.text('1234567812345678') })
      .build()
      .toXDR()
  }
  const { page } = await open(asked.url, wallet)
  await said(page, 'The transfer was not accepted')
  expect(await barriers(page)).toEqual([])
  const view = (await (await fetch(`${asked.url}/status`)).json()) as { status: string; reported: unknown[] }
  expect(view).toMatchObject({ status: 'created', reported: [] })
})

test('where nobody knows whether it was sent, nobody says that it was not, also after the page was loaded again', async () => {
  const { url } = await newPayment()
  const wallet = freighterOf()
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await wallet.inject(page)
  await page.route('**/stellar/submit', (route) => route.abort())
  await page.goto(url)
  await page.getByRole('button', { name: /with a wallet$/ }).click()
  await said(page, 'Look into your wallet first')
  expect(await barriers(page)).toEqual([])
  await page.unroute('**/stellar/submit')
  await page.reload()
  await page.getByRole('button', { name: /with a wallet$/ }).click()
  await said(page, 'Look into your wallet first')
  expect(wallet.asked.filter((type) => type === 'SUBMIT_TRANSACTION')).toHaveLength(1)
  await page.getByRole('button', { name: 'Nothing was sent: try again' }).click()
  await completes(page)
})
