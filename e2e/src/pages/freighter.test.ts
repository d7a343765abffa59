import { stellarKeys } from '@crypto-checkout/stellar-devnet/testing'
import { Keypair, Memo, Operation, TransactionBuilder } from '@stellar/stellar-sdk'
import { devices } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreighterShop, listAccessibilityProblems, openFreighterShop } from '../support/freighter-shop.ts'
import { cleanUp } from '../support/harness.ts'
import { collectConsoleErrors, payWithWallet, waitForTitle } from '../support/page-harness.ts'
import { buildPayment, send, USDC } from '../support/stellar-harness.ts'

let shop: FreighterShop

beforeAll(async () => {
  shop = await openFreighterShop()
})

afterAll(async () => {
  await shop.close()
  expect(await cleanUp()).toEqual([])
})

test('Freighter signs, the server sends, and the page completes', async () => {
  const { url } = await shop.newPayment()
  const wallet = shop.freighterOf()
  const { page, consoleErrors } = await shop.open(url, wallet)
  await waitForTitle(page, 'Sent. Waiting for Stellar')
  expect(await listAccessibilityProblems(page)).toEqual([])
  await shop.completes(page)
  expect(wallet.requests.filter((type) => type === 'SUBMIT_TRANSACTION')).toHaveLength(1)
  expect(consoleErrors).toEqual([])
})

test('what was declined costs nothing, and is paid when it is tried again', async () => {
  const { url } = await shop.newPayment()
  const wallet = shop.freighterOf()
  wallet.signs = false
  const { page, consoleErrors } = await shop.open(url, wallet)
  await waitForTitle(page, 'Declined in the wallet')
  expect(await listAccessibilityProblems(page)).toEqual([])
  wallet.signs = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await shop.completes(page)
  expect(consoleErrors).toEqual([])
})

test('who does not let the page connect is asked for nothing more', async () => {
  const { url } = await shop.newPayment()
  const wallet = shop.freighterOf()
  wallet.connects = false
  const { page } = await shop.open(url, wallet)
  await waitForTitle(page, 'Declined in the wallet')
  expect(wallet.requests).toEqual(['REQUEST_CONNECTION_STATUS', 'REQUEST_ACCESS'])
})

test('without Freighter the payer is led back to the code', async () => {
  const { url } = await shop.newPayment()
  const { page, consoleErrors } = await shop.open(url, null)
  await waitForTitle(page, 'No wallet found')
  expect(await listAccessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
  expect(consoleErrors).toEqual([])
})

test('a phone without a wallet in its browser opens the payment in a wallet app', async () => {
  const payment = await shop.newPayment()
  const page = await shop.newPage(null, { ...devices['Pixel 7'] })
  const consoleErrors = collectConsoleErrors(page)
  await page.goto(payment.url)
  await payWithWallet(page)
  await waitForTitle(page, 'Open in a wallet app')
  const link = page.getByRole('link', { name: 'Open in a wallet', exact: true })
  expect(await link.getAttribute('href')).toBe(payment.paymentUri)
  expect(payment.paymentUri).toMatch(/^web\+stellar:pay\?destination=G/)
  expect(await listAccessibilityProblems(page)).toEqual([])
  expect(consoleErrors).toEqual([])
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await page.locator('.code summary').click()
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
})

test('on another network the payer is told which one to choose', async () => {
  const { url } = await shop.newPayment()
  const wallet = shop.freighterOf()
  wallet.networkPassphrase = 'Public Global Stellar Network ; September 2015'
  const { page } = await shop.open(url, wallet)
  await waitForTitle(page, `The wallet is not on Stellar (${shop.devnet.networks.stellar.passphrase})`)
  expect(await listAccessibilityProblems(page)).toEqual([])
  expect(wallet.requests).not.toContain('SUBMIT_TRANSACTION')
  wallet.networkPassphrase = shop.devnet.networks.stellar.passphrase
  await page.getByRole('button', { name: 'Try again' }).click()
  await shop.completes(page)
})

test('what the account lacks is told before anything is to be signed', async () => {
  const key = Keypair.random()
  await send(shop.devnet, [Operation.createAccount({ destination: key.publicKey(), startingBalance: '10' })])
  const { url } = await shop.newPayment()
  const wallet = shop.freighterOf(key)
  const { page } = await shop.open(url, wallet)
  await waitForTitle(page, 'This account holds no USDC')
  expect(await listAccessibilityProblems(page)).toEqual([])
  await send(shop.devnet, [Operation.changeTrust({ asset: USDC })], { signer: key })
  await send(shop.devnet, [buildPayment('4.5', key.publicKey())])
  await page.getByRole('button', { name: 'Try again' }).click()
  await waitForTitle(page, 'Not enough USDC')
  expect(
    await page
      .getByText(/This account lacks 8(\.0+)? USDC on Stellar/)
      .first()
      .isVisible(),
  ).toBe(true)
  expect(wallet.requests).not.toContain('SUBMIT_TRANSACTION')
  wallet.key = stellarKeys.payer
  await page.getByRole('button', { name: 'Use another account' }).click()
  await shop.completes(page)
})

test('a transaction that was changed on its way is not sent', async () => {
  const payment = await shop.newPayment()
  const wallet = shop.freighterOf()
  wallet.changes = (xdr) => {
    const built = TransactionBuilder.fromXDR(xdr, wallet.networkPassphrase)
    return TransactionBuilder.cloneFrom(built as never, { memo: Memo.text('1234567812345678') })
      .build()
      .toXDR()
  }
  const { page } = await shop.open(payment.url, wallet)
  await waitForTitle(page, 'The transfer was not accepted')
  expect(await listAccessibilityProblems(page)).toEqual([])
  const view = (await (await fetch(`${payment.url}/status`)).json()) as { status: string; reported: unknown[] }
  expect(view).toMatchObject({ status: 'created', reported: [] })
})

test('where nobody knows whether it was sent, nobody says that it was not, also after the page was loaded again', async () => {
  const { url } = await shop.newPayment()
  const wallet = shop.freighterOf()
  const page = await shop.newPage(wallet)
  await page.route('**/stellar/submit', (route) => route.abort())
  await page.goto(url)
  await payWithWallet(page)
  await waitForTitle(page, 'Check your wallet first')
  expect(await listAccessibilityProblems(page)).toEqual([])
  await page.unroute('**/stellar/submit')
  await page.reload()
  await payWithWallet(page)
  await waitForTitle(page, 'Check your wallet first')
  expect(wallet.requests.filter((type) => type === 'SUBMIT_TRANSACTION')).toHaveLength(1)
  await page.getByRole('button', { name: 'Nothing was sent: try again' }).click()
  await shop.completes(page)
})
