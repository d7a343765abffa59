/** People who work for two shops, with a tab for each. */
import { createMerchant } from '@crypto-checkout/core'
import { mine } from '@crypto-checkout/devnet/testing'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDashboardOfFile, pressInDialog } from '../support/dashboard-harness.ts'
import { createWallet, pay, pollUntil } from '../support/harness.ts'
import { PATIENCE_MS } from '../support/page-harness.ts'

const { dashboard, devnet } = await openDashboardOfFile()
const { context } = dashboard.checkout
const own = dashboard.checkout.sandbox
const second = await createMerchant(context, { name: 'Second shop', plan: 'starter' })
const other = dashboard.checkout.as(second.id).sandbox
const otherHome = `${dashboard.origin}/dashboard/${second.id}/sandbox/`
const wallet = createWallet()

/** An owner of both shops. */
async function signInToBoth(): Promise<Page> {
  const page = await dashboard.signIn('owner')
  const { user } = (await page.evaluate(
    `fetch(${JSON.stringify(`${dashboard.origin}/dashboard/auth/session`)}).then((answer) => answer.json())`,
  )) as { user: { id: string } }
  const membership = { user_id: user.id, merchant_id: second.id, role: 'owner', created_at: context.now() } as const
  await context.db.insertInto('memberships').values(membership).execute()
  await page.reload()
  await page.locator('.top .merchant select').waitFor()
  return page
}

async function createPaid() {
  const terms = { cryptocurrency: 'USDC', network: 'ethereum', merchantWallet: wallet } as const
  const payment = await own.payments.create({ amount: 12.5, currency: 'USD', ...terms })
  await pay(devnet, payment)
  await mine(devnet.networks.ethereum, 5)
  return pollUntil(
    () => own.payments.retrieve(payment.id),
    ({ status }) => status === 'completed',
  )
}

/** Each kind of change, by its form. The page is never loaded anew. */
async function changeEverything(page: Page, paymentId: string): Promise<void> {
  const open = (name: string) => page.locator('#menu').getByRole('link', { name, exact: true }).click()
  const keep = () => page.getByRole('button', { name: 'I have kept the secret' }).click()
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address').fill('http://127.0.0.1:9/hook')
  await pressInDialog(page, 'Create the webhook')
  await keep()
  await open('API keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Web shop')
  await pressInDialog(page, 'Create the key')
  await keep()
  await open('Settings')
  await page.getByLabel('On Ethereum').fill(wallet)
  await page.getByRole('button', { name: 'Save the wallets' }).click()
  await page.getByLabel('Last 6 characters of the address').fill(wallet.slice(-6))
  await pressInDialog(page, 'Use this wallet')
  await page.locator('form-dialog').waitFor({ state: 'detached' })
  await page.getByText('Saved.').waitFor()
  await page.getByLabel('Name of the shop').fill('First shop')
  await page.getByRole('button', { name: 'Save what payers see' }).click()
  await page.locator('.brand', { hasText: 'First shop' }).waitFor()
  await open('People')
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByLabel('E-mail address').fill('carol@example.com')
  await pressInDialog(page, 'Invite somebody')
  await page.getByRole('button', { name: 'I have sent it' }).click()
  await open('Payment links')
  await page.getByRole('link', { name: 'Create a link' }).first().click()
  await page.getByLabel('Title').fill('Coffee')
  await page.getByLabel('Amount', { exact: true }).fill('3')
  await page.getByRole('button', { name: 'Create the link' }).click()
  await page.getByRole('heading', { name: 'Coffee' }).waitFor()
  await open('Payments')
  await page.locator(`a[href$="${paymentId}"]`).click()
  await page.getByRole('button', { name: 'Refund' }).click()
  await pressInDialog(page, 'Refund')
  await page.locator('wa-dialog .share').waitFor()
}

test('each change goes to the shop that the page shows, whatever another tab shows', async () => {
  const paid = await createPaid()
  const page = await signInToBoth()
  await dashboard.visit(page, 'webhooks')
  const tab = await page.context().newPage()
  await tab.goto(`${dashboard.origin}/dashboard/`)
  await tab.locator('.top .merchant select').selectOption({ label: 'Second shop' })
  await tab.waitForURL(otherHome)
  await tab.locator('.brand', { hasText: 'Second shop' }).waitFor()

  const named: (string | undefined)[] = []
  page.on('request', (request: Request) => {
    if (request.url().includes('/v1/')) named.push(request.headers()['x-merchant'])
  })
  await changeEverything(page, paid.id)
  expect(new Set(named)).toEqual(new Set([dashboard.merchantId]))
  const made = (await own.audit.list({ limit: 100 })).data.filter(({ actor }) => actor.startsWith('usr_'))
  expect(made.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining([
      ...['createWebhook', 'createKey', 'updateSettings', 'createInvitation', 'createPaymentLink'],
      'createRefund',
    ]),
  )
  expect((await other.audit.list()).totalCount).toBe(0)
  expect((await other.merchant.retrieve()).name).toBe('Second shop')
  expect((await own.merchant.retrieve()).name).toBe('First shop')
})

test('a search stays in the shop that the page shows, and asks before what was typed is lost', async () => {
  const mine = { currency: 'USD', merchantWallet: wallet, cryptocurrency: 'USDC', network: 'ethereum' } as const
  const payment = await own.payments.create({ ...mine, amount: 77, reference: 'Only-of-the-first' })
  const page = await signInToBoth()
  await dashboard.visit(page, '')
  const tab = await page.context().newPage()
  await tab.goto(`${otherHome}settings`)
  await tab.getByLabel('Name of the shop').fill('Third shop')
  await page.reload()
  const search = tab.getByRole('searchbox', { name: 'Search' })
  await search.fill(payment.reference ?? '')
  await search.press('Enter')
  await pressInDialog(tab, 'Cancel')
  await tab.locator('form-dialog').waitFor({ state: 'detached' })
  expect(tab.url()).toBe(`${otherHome}settings`)
  await search.press('Enter')
  await pressInDialog(tab, 'Leave')
  await tab.locator('form-dialog').waitFor({ state: 'detached' })
  await tab.getByText('No payment matches').waitFor()
  expect(tab.url()).toBe(`${otherHome}payments?q=Only-of-the-first`)
  await search.fill(payment.id)
  await search.press('Enter')
  await tab.getByText('belongs to another shop').waitFor()
  expect(tab.url()).toBe(`${otherHome}payments/${payment.id}`)
})

test('a dialog closes when the page goes to another shop', async () => {
  const page = await signInToBoth()
  await dashboard.visit(page, 'webhooks')
  await page.locator('.top .merchant select').selectOption({ label: 'Second shop' })
  await page.waitForURL(`${otherHome}webhooks`)
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address').waitFor()
  await page.goBack()
  await page.locator('form-dialog').waitFor({ state: 'detached' })
})

test('an address without a shop leads to the shop that owns its object, and one that names a shop to that one', async () => {
  const page = await signInToBoth()
  const webhook = await other.webhooks.create({ url: 'https://second.example.com/hook' })
  await dashboard.visit(page, '')
  await page.goto(`${dashboard.origin}/dashboard/sandbox/webhooks/${webhook.id}`)
  await page.getByRole('heading', { name: 'second.example.com' }).waitFor({ timeout: PATIENCE_MS })
  expect(page.url()).toBe(`${otherHome}webhooks/${webhook.id}`)
  await dashboard.visit(page, '')
  await page.goto(`${otherHome}webhooks/${webhook.id}`)
  await page.getByRole('heading', { name: 'second.example.com' }).waitFor({ timeout: PATIENCE_MS })
  // A new visit begins where the last one was.
  await page.goto(`${dashboard.origin}/dashboard/`)
  await page.waitForURL(otherHome)
  await page.goto(`${dashboard.origin}/dashboard/mer_${'0'.repeat(26)}/sandbox/webhooks`)
  await page.getByText('You do not work for this shop.').waitFor()
})

test('signing out ends every tab at once, and its stream asks no more; signing in again opens them', async () => {
  const page = await dashboard.join('owner')
  await dashboard.visit(page, 'payments')
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await tab.getByRole('heading', { name: 'Payments' }).waitFor()
  await tab.getByRole('button', { name: 'Sign out' }).click()
  for (const one of [page, tab]) {
    await one.getByLabel('Password').waitFor()
    expect(await one.locator('dashboard-frame').count()).toBe(0)
  }
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  for (const one of [page, tab]) await one.getByRole('heading', { name: 'Payments' }).waitFor()
})

test('a stream that is refused ends the session of the tab, and does not ask again', async () => {
  const page = await dashboard.signIn('owner')
  await page.route('**/events/stream', (route) => route.fulfill({ status: 429, body: '' }))
  await dashboard.visit(page, 'webhooks')
  await context.db.deleteFrom('sessions').execute()
  await page.unroute('**/events/stream')
  await page.getByLabel('Password').waitFor({ timeout: PATIENCE_MS })
})
