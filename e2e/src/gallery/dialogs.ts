/** Pictures of what no link leads to: dialogs, filters, refusals, and the pages before somebody is signed in. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { invite, openSessionFor, readEmailCode } from '../../../packages/core/src/testing/people.ts'
import { connectionRequest, connectShop } from '../../../packages/core/src/testing/shop.ts'
import { PATIENCE_MS } from '../support/page-harness.ts'
import type { DemoShop } from './shop.ts'

/** After this long, what is sensitive asks for the password or passkey again. */
const STALE_MS = 11 * 60_000

type Studio = {
  readonly page: Page
  readonly home: string
  readonly shop: DemoShop
  photograph(name: string): Promise<void>
}

/** Photographs them in a page that is signed in. `home`: the address of an environment's overview. */
export async function showDialogs(page: Page, home: string, folder: string, shop: DemoShop): Promise<number> {
  let count = 0
  const studio: Studio = {
    ...{ page, home, shop },
    async photograph(name) {
      await page.waitForTimeout(300)
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
      count += 1
    },
  }
  await showPayments(studio)
  await showFilters(studio)
  await showForms(studio)
  await showConnection(studio)
  await showTill(studio)
  await showAddress(studio)
  await showQuestion(studio)
  await showRefusals(studio)
  await showEntrance(studio)
  return count
}

async function visit({ page, home }: Studio, path: string): Promise<void> {
  await page.goto(`${home}${path}`)
  await page.locator('#content h1').first().waitFor({ timeout: PATIENCE_MS })
  const busy = page.locator('#content :is(.spinner, [aria-busy="true"])')
  await busy.first().waitFor({ state: 'detached', timeout: PATIENCE_MS })
}

/** Payments in every state, and what is done with them. */
async function showPayments(studio: Studio): Promise<void> {
  const { page, shop, photograph } = studio
  for (const reference of ['R-1340', 'R-1901', 'R-1902', 'R-1903', 'R-1904', 'R-1906', 'R-1908', 'R-1909']) {
    const [payment] = (await shop.checkout.sandbox.payments.list({ reference })).data
    await visit(studio, `payments/${payment?.id}`)
    await photograph(`payments-${reference}`)
  }
  const [late] = (await shop.checkout.sandbox.payments.list({ reference: 'R-1901' })).data
  await visit(studio, `payments/${late?.id}`)
  for (const index of [0, 1]) {
    const button = page.locator('#content .page-head button').nth(index)
    if ((await button.count()) === 0) continue
    await button.click()
    await photograph(`payments-late-dialog-${index}`)
    await page.keyboard.press('Escape')
    await page.locator('form-dialog').waitFor({ state: 'detached' })
  }
  const [refund] = (await shop.checkout.sandbox.refunds.list({ status: 'pending' })).data.filter(
    (one) => one.destination,
  )
  await visit(studio, `refunds/${refund?.id}`)
  await photograph('refunds-to-sign')
}

async function showFilters(studio: Studio): Promise<void> {
  const { page, photograph } = studio
  await visit(studio, 'payments?status=completed&network=polygon')
  await photograph('payments-filtered')
  await visit(studio, 'payments?q=nothing-like-it')
  await photograph('payments-none')
  await visit(studio, '')
  for (const summary of await page.locator('#content summary').all()) await summary.click()
  await photograph('overview-table')
  await visit(studio, 'audit')
  for (const summary of (await page.locator('#content summary').all()).slice(0, 4)) await summary.click()
  await photograph('audit-open')
}

/** The forms with everything unfolded, and the dialogs that make something. */
async function showForms(studio: Studio): Promise<void> {
  const { page, photograph } = studio
  for (const path of ['payments/new', 'links/new']) {
    await visit(studio, path)
    for (const summary of await page.locator('#content summary').all()) await summary.click()
    await photograph(`${path.replace('/', '-')}-open`)
  }
  await visit(studio, 'keys')
  await page.locator('#content .page-head .primary').click()
  await page.locator('form-dialog input[type="radio"]').last().check()
  await photograph('keys-rights')
  await visit(studio, 'webhooks')
  await page.locator('#content .page-head .primary').click()
  await page.locator('form-dialog input[type="radio"]').last().check()
  await photograph('webhooks-dialog')
  await visit(studio, 'people')
  await page.locator('#content .page-head .primary').click()
  await page.locator('form-dialog input[type="email"]').fill('bob@shop.example.com')
  await photograph('people-dialog')
  await page.locator('form-dialog .primary').click()
  await page.locator('.secrets').waitFor()
  await photograph('people-link')
  await visit(studio, 'people')
  await photograph('people-invited')
}

/** A shop system that asks, one that asks for too much, one that was connected, and a consent that waits. */
async function showConnection(studio: Studio): Promise<void> {
  const { page, shop, photograph } = studio
  const { clientName, clientUri, redirectUri, webhookUrl, codeChallenge } = connectionRequest
  const query = new URLSearchParams({
    ...{ client_name: clientName, client_uri: clientUri, redirect_uri: redirectUri, webhook_url: webhookUrl },
    ...{ code_challenge: codeChallenge, code_challenge_method: 'S256' },
  })
  const address = `${shop.origin}/dashboard/connect?${query}`
  await page.goto(address)
  await page.locator('.entrance .primary').waitFor()
  await photograph('connect')
  await page.goto(`${address}&scope=keys:write`)
  await page.locator('.entrance .error').waitFor()
  await photograph('connect-refused')
  await connectShop(shop)
  await shop.checkout.sandbox.connections.create(connectionRequest)
  await visit(studio, 'keys')
  await photograph('keys-connected')
  await page.locator('connection-list .quiet').first().click()
  await photograph('keys-withdraw')
  await page.keyboard.press('Escape')
  await page.locator('connection-list .quiet').last().click()
  await photograph('keys-end-connection')
  await page.keyboard.press('Escape')
}

async function showTill(studio: Studio): Promise<void> {
  const { page, photograph } = studio
  await visit(studio, 'till')
  for (const summary of await page.locator('#content summary').all()) await summary.click()
  await photograph('till-open')
  for (const key of '1250') await page.keyboard.press(key)
  await page.locator('#content .primary').click()
  await page.locator('till-sale .till-status').waitFor()
  await photograph('till-sale')
}

/** The form that confirms an e-mail address: before the code, after a wrong one, and after the right one. */
async function showAddress(studio: Studio): Promise<void> {
  const { page, shop, photograph } = studio
  await visit(studio, 'settings')
  const form = page.locator('notification-settings form')
  await form.locator('button').first().click()
  const code = form.locator('[name="code"]')
  await code.fill('00 00')
  await form.locator('button').first().click()
  await form.locator('.error').waitFor()
  await photograph('settings-code')
  const email = /\S+@\S+\.com/.exec((await form.textContent()) ?? '')?.[0] ?? ''
  await code.fill(await readEmailCode(shop, email))
  await form.locator('button').first().click()
  await form.locator('[name="kinds"]').first().waitFor()
  await photograph('settings-confirmed')
}

/** A wallet is changed long after the user signed in. */
async function showQuestion(studio: Studio): Promise<void> {
  const { page, shop, photograph } = studio
  await visit(studio, 'settings')
  shop.clock.advance(STALE_MS)
  await page.locator('[name="wallets.polygon"]').fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  await page.locator('wallet-settings form button').click()
  await page.locator('form-dialog .primary').waitFor()
  await photograph('settings-question')
}

/** No page, no right, and no server. */
async function showRefusals(studio: Studio): Promise<void> {
  const { page, home, shop, photograph } = studio
  await page.goto(`${home}nowhere`)
  await page.locator('#content .state').waitFor()
  await photograph('refusal-page')
  await visit(studio, 'keys')
  await page.route('**/v1/payments?*', (route) => route.abort())
  await page.locator('#menu a[href$="/payments"]').evaluate((link) => (link as unknown as { click(): void }).click())
  await page.locator('#content .state').waitFor()
  await photograph('refusal-server')
  await page.unroute('**/v1/payments?*')
  const before = await page.context().cookies()
  const email = `cashier-${crypto.randomUUID().slice(0, 8)}@shop.example.com`
  const cookie = await openSessionFor(shop, { email, role: 'cashier' })
  await page.context().clearCookies()
  await page.context().addCookies([{ ...cookie, url: shop.origin, httpOnly: true, sameSite: 'Lax' }])
  await visit(studio, '')
  await photograph('cashier-overview')
  await page.goto(`${home}keys`)
  await page.locator('#content .state').waitFor()
  if (await page.locator('.menu-button').isVisible()) await page.locator('.menu-button').click()
  await photograph('cashier-refused')
  await page.context().clearCookies()
  await page.context().addCookies(before)
}

async function showEntrance(studio: Studio): Promise<void> {
  const { page, home, shop, photograph } = studio
  await page.context().clearCookies()
  await page.goto(home)
  await page.locator('.entrance').waitFor()
  await photograph('entrance')
  await page.locator('[name="email"]').fill('ann@shop.example.com')
  await page.locator('[name="password"]').fill('not this one')
  await page.locator('[name="code"]').fill('123456')
  await page.locator('.entrance form button').click()
  await page.locator('.error').waitFor()
  await photograph('entrance-refused')
  await page.goto(`${shop.origin}/dashboard/invitation#${await invite(shop, { role: 'cashier' })}`)
  await page.locator('.entrance form').waitFor()
  await photograph('invitation')
  await page.locator('.entrance form .quiet').click()
  await page.locator('.entrance img').waitFor()
  await photograph('invitation-password')
  await page.goto('about:blank')
  await page.goto(`${shop.origin}/dashboard/invitation#wrong`)
  await page.locator('.entrance h1').waitFor()
  await photograph('invitation-wrong')
}
