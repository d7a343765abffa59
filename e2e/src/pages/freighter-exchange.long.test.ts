import { Account, Asset, Operation, type Transaction, TransactionBuilder } from '@stellar/stellar-sdk'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreighterShop, listAccessibilityProblems, openFreighterShop } from '../support/freighter-shop.ts'
import { cleanUp } from '../support/harness.ts'
import { waitForTitle } from '../support/page-harness.ts'
import { createSeller } from '../support/stellar-exchange.ts'
import { closeLedgersUntil, createAccount, USDT } from '../support/stellar-harness.ts'

let shop: FreighterShop

beforeAll(async () => {
  shop = await openFreighterShop()
})

afterAll(async () => {
  await shop.close()
  expect(await cleanUp()).toEqual([])
})

/** Closes ledgers until the page shows the title: an exchange is answered only once a ledger contains it. */
async function saidWhileLedgersClose(page: Page, title: string): Promise<void> {
  await closeLedgersUntil(shop.devnet, waitForTitle(page, title))
}

const offersOn = (page: Page) => page.locator('.wallet-option').allInnerTexts()

describe('who has none of the coin', () => {
  test('is shown what else to pay with, and pays with it by the keyboard alone', async () => {
    const payment = await shop.newPayment()
    const key = await createAccount(shop.devnet, [], '200')
    const wallet = shop.freighterOf(key)
    const { page, consoleErrors } = await shop.open(payment.url, wallet)
    await waitForTitle(page, 'This account holds no USDC')
    expect(await offersOn(page)).toEqual(['XLM\nAt most 126.25 XLM'])
    expect(await listAccessibilityProblems(page)).toEqual([])
    expect(wallet.requests).not.toContain('SUBMIT_TRANSACTION')
    expect(await page.locator('#wallet-title').evaluate((title) => title.matches(':focus'))).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await saidWhileLedgersClose(page, 'Payment complete')
    expect(wallet.requests.filter((type) => type === 'SUBMIT_TRANSACTION')).toHaveLength(1)
    expect(consoleErrors).toEqual([])
  })

  test('and nothing else either, is told so', async () => {
    const { url } = await shop.newPayment()
    const { page } = await shop.open(url, shop.freighterOf(await createAccount(shop.devnet)))
    await waitForTitle(page, 'This account holds no USDC')
    expect(await offersOn(page)).toEqual([])
    expect(await page.getByRole('button', { name: 'Use another account' }).isVisible()).toBe(true)
  })
})

test('who declines may choose another asset, and may decline that, too', async () => {
  const { url } = await shop.newPayment()
  const wallet = shop.freighterOf()
  wallet.signs = false
  const { page } = await shop.open(url, wallet)
  await waitForTitle(page, 'Declined in the wallet')
  await page.getByRole('button', { name: 'Pay with another currency' }).click()
  await waitForTitle(page, 'Pay with another currency')
  const issuer = USDT.getIssuer() ?? ''
  expect(await offersOn(page)).toEqual([
    `USDT\nAt most 12.8775 USDT\n${issuer.slice(0, 6)}…${issuer.slice(-4)}`,
    'XLM\nAt most 126.25 XLM',
  ])
  await page.getByRole('button', { name: /^USDT/ }).click()
  await waitForTitle(page, 'Declined in the wallet')
  await page.getByRole('button', { name: 'Pay with another currency' }).click()
  wallet.signs = true
  await page.getByRole('button', { name: /^USDT/ }).click()
  await saidWhileLedgersClose(page, 'Payment complete')
})

test('when the offers have changed since they were shown, nothing is to be signed, and another choice pays', async () => {
  const { url } = await shop.newPayment()
  const key = await createAccount(shop.devnet, [], '400')
  const seller = await createSeller(shop.devnet, Asset.native(), '9.9')
  const wallet = shop.freighterOf(key)
  const { page } = await shop.open(url, wallet)
  await waitForTitle(page, 'This account holds no USDC')
  expect(await offersOn(page)).toEqual(['XLM\nAt most 124.9875 XLM'])
  await seller.stop()
  await page.getByRole('button', { name: /^XLM/ }).click()
  await waitForTitle(page, 'Not on offer now')
  expect(await listAccessibilityProblems(page)).toEqual([])
  expect(wallet.requests).not.toContain('SUBMIT_TRANSACTION')
  await page.getByRole('button', { name: 'Pay with another currency' }).click()
  await waitForTitle(page, 'Pay with another currency')
  expect(await offersOn(page)).toEqual(['XLM\nAt most 126.25 XLM'])
  await page.getByRole('button', { name: /^XLM/ }).click()
  await saidWhileLedgersClose(page, 'Payment complete')
})

test('when they have changed before it is sent, that is said, and it can be tried again', async () => {
  const { url } = await shop.newPayment()
  const seller = await createSeller(shop.devnet, Asset.native(), '9.9')
  const { page } = await shop.open(url, shop.freighterOf(await createAccount(shop.devnet, [], '400')))
  await waitForTitle(page, 'This account holds no USDC')
  await page.route('**/stellar/submit', async (route) => {
    await seller.stop()
    await route.continue()
  })
  await page.getByRole('button', { name: /^XLM/ }).click()
  await saidWhileLedgersClose(page, 'Not on offer now')
  await page.unroute('**/stellar/submit')
  await page.getByRole('button', { name: 'Pay with another currency' }).click()
  await page.getByRole('button', { name: /^XLM/ }).click()
  await saidWhileLedgersClose(page, 'Payment complete')
})

test('what a wallet would give beyond what was shown is not sent', async () => {
  const payment = await shop.newPayment()
  const wallet = shop.freighterOf(await createAccount(shop.devnet, [], '400'))
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
  const { page } = await shop.open(payment.url, wallet)
  await page.getByRole('button', { name: /^XLM/ }).click()
  await waitForTitle(page, 'The transfer was not accepted')
  const view = (await (await fetch(`${payment.url}/status`)).json()) as { status: string; reported: unknown[] }
  expect(view).toMatchObject({ status: 'created', reported: [] })
})
