/** The dashboard in a browser that has translated its pages, beside one that has not. */
import type { Payment } from '@crypto-checkout/core'
import { isQuickRun } from '@crypto-checkout/core/testing'
import { mine } from '@crypto-checkout/devnet/testing'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openDashboardOfFile, pressInDialog } from '../support/dashboard-harness.ts'
import { createWallet, pay } from '../support/harness.ts'
import { PATIENCE_MS } from '../support/page-harness.ts'
import { type TranslatorName, translatePage } from '../support/translate.ts'

const { dashboard, devnet } = await openDashboardOfFile()
const { payments, paymentLinks, merchant, webhooks, deliveries } = dashboard.checkout.sandbox
const wallet = createWallet()
const terms = { currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', merchantWallet: wallet } as const

beforeAll(() => merchant.updateSettings({ wallets: { ethereum: wallet } }))

/** All words of the page, as a reader sees them. */
async function readPage(page: Page): Promise<string> {
  return String(await page.locator('main').textContent()).replace(/\s+/g, ' ')
}

/** Amounts, addresses, hashes, ids and names of coins and networks that stand for themselves, where translators may change them. */
const LISTED = `(() => {
  const value = /^([A-Z]{0,3}[$€]\\d[\\d.,]*|(\\d[\\d.,]* )?[A-Z]{3,5} on \\w+|\\d[\\d.,]* [A-Z]{3,5}|0x\\S+|[a-z]{2,4}_\\w{20,}|https?:\\S+|payment\\.\\w+|Ethereum|\\S+@\\S+)$/
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode
    if (value.test(data.trim()) && !parentElement.closest('[translate=no], option, button:not(.chip)')) found.push(data)
  }
  return found
})()`

/** Opens a page twice. `check` compares what both say, and translates the first anew. */
async function openTwice(path: string, translator: TranslatorName, role: 'owner' | 'cashier' = 'owner') {
  const page = await dashboard.signIn(role)
  await dashboard.visit(page, path)
  await expect.poll(() => page.locator('main .spinner').count()).toBe(0)
  const other = await page.context().newPage()
  const translate = () => translatePage(page, translator)
  const check = async () => {
    await other.goto(page.url())
    await other.locator('dashboard-frame main h1').waitFor({ timeout: PATIENCE_MS })
    const compare = async () => expect([await readPage(page)]).toEqual([await readPage(other)])
    await vi.waitFor(compare, { timeout: PATIENCE_MS, interval: 100 })
    expect(await other.evaluate(LISTED)).toEqual([])
    await translate()
  }
  await translate()
  return { page, check, translate }
}

const create = (amount: number): Promise<Payment> => payments.create({ ...terms, amount })

async function payAndMine(payment: Payment, blocks: number): Promise<void> {
  await pay(devnet, payment)
  await mine(devnet.networks.ethereum, blocks)
}

/** The full run also tries what Firefox does. */
const translators: readonly TranslatorName[] = isQuickRun() ? ['wrapTexts'] : ['wrapTexts', 'rebuildLines']

describe.each(translators)('a page that a browser translates: %s', (translator) => {
  test('a list shows the payments of now, whatever was there before', async () => {
    const payment = await create(7)
    const { page, check } = await openTwice('payments', translator)
    await payAndMine(payment, 6)
    await page
      .getByRole('row', { name: /US\$7\.00.*Paid/ })
      .first()
      .waitFor({ timeout: PATIENCE_MS })
    await check()
    await create(8)
    await page.getByRole('button', { name: '1 new' }).click()
    await page.getByRole('row', { name: 'US$8.00' }).first().waitFor()
    await check()
    await page.getByLabel('Status').selectOption('completed')
    await page.getByRole('button', { name: /Remove the filter/ }).waitFor()
    await check()
  })

  test('a payment goes through its states', async () => {
    const payment = await create(9)
    const { page, check } = await openTwice(`payments/${payment.id}`, translator)
    const shows = (words: string) => page.getByRole('heading', { name: words }).waitFor({ timeout: PATIENCE_MS })
    await payAndMine(payment, 1)
    await shows('Processing')
    await check()
    await mine(devnet.networks.ethereum, 5)
    await shows('Paid')
    await check()
  })

  test('the till goes on from one customer to the next', async () => {
    const { page, translate } = await openTwice('till', translator, 'cashier')
    const amount = page.locator('.till-amount')
    for (const [digit, shown] of ['US$0.03', 'US$0.31', 'US$3.12'].entries()) {
      await page.keyboard.press(String([3, 1, 2][digit]))
      await expect.poll(() => amount.textContent()).toBe(shown)
      await translate()
    }
    await page.getByRole('button', { name: 'Take payment' }).click()
    const status = page.locator('.till-status')
    await status.getByText('Waiting for the payment…', { exact: true }).waitFor()
    await translate()
    const [payment] = (await payments.list({ limit: 1 })).data
    await payAndMine(payment as Payment, 1)
    await expect.poll(() => status.textContent()).toContain('The money is on its way')
    await translate()
    await mine(devnet.networks.ethereum, 5)
    await expect.poll(() => status.textContent()).toBe('Paid')
    await translate()
    await page.getByRole('button', { name: 'Next customer' }).click()
    await expect.poll(() => amount.textContent()).toBe('US$0.00')
  })

  test('settlements and links show what was done with them', async () => {
    const { page, check } = await openTwice('settlements', translator)
    const before = await page.locator('tbody tr').count()
    await payAndMine(await create(11), 6)
    await expect.poll(async () => (await payments.list({ status: 'processing' })).totalCount).toBe(0)
    await page.getByRole('button', { name: 'Close the period now' }).click()
    await pressInDialog(page, 'Close the period now')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(before + 1)
    await check()
    const link = await paymentLinks.create({ ...terms, title: 'Coffee', amount: 3 })
    const { page: own, check: checkLink } = await openTwice(`links/${link.id}`, translator)
    await own.getByRole('button', { name: 'Turn off' }).click()
    await pressInDialog(own, 'Turn off')
    await own.getByRole('heading', { name: 'Coffee Off' }).waitFor()
    await checkLink()
  })
})

test('no page lets a translator change an amount, a coin, an address or an id', async () => {
  const hook = await webhooks.create({ url: 'https://shop.example.com/hook', events: ['*'] })
  const payment = await create(13)
  const findDelivery = async () => (await deliveries.list({ limit: 1 })).data[0]
  const delivery = await vi.waitUntil(findDelivery, { timeout: PATIENCE_MS })
  const coffee = await paymentLinks.create({ ...terms, title: 'Coffee', amount: 3 })
  const page = await dashboard.signIn('owner')
  const lists = [
    '',
    'payments',
    'links',
    'settlements',
    'unattributed',
    'refunds',
    'networks',
    'events',
    'requests',
    'audit',
  ]
  const pages = [
    ...[`payments/${payment.id}`, `links/${coffee.id}`, `events/${delivery.event}`, `events?type=payment.created`],
    ...['webhooks', `webhooks/${hook.id}`, 'deliveries', `deliveries/${delivery.id}`, 'payments?network=ethereum'],
    ...['keys', 'people', 'account', 'settings'],
  ]
  for (const path of [...lists, ...pages]) {
    await dashboard.visit(page, path)
    await expect.poll(() => page.locator('main .spinner').count()).toBe(0)
    expect([path, await page.evaluate(LISTED)]).toEqual([path, []])
  }
})
