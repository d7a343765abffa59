/**
 * Things that a session in a browser cannot do. The refusals themselves are tested in the core: `sessions.db.test.ts`,
 * `sign-in.db.test.ts`.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openDashboardOfFile, openPage, pressInDialog } from '../support/dashboard-harness.ts'
import { getOrigin } from '../support/harness.ts'
import { PATIENCE_MS } from '../support/page-harness.ts'

const { dashboard } = await openDashboardOfFile()

/** The paths in the menu, such as `payments`. */
async function listMenu(page: Page): Promise<string[]> {
  const links = await page
    .locator('#menu a')
    .evaluateAll((found) => found.map((link) => String(Reflect.get(link, 'href'))))
  return links.map((href) => href.slice(dashboard.home.length))
}

/** Sends a request as a script of the page would. */
function send(
  page: Page,
  method: string,
  path: string,
  body: object | null = null,
): Promise<{ status: number; code: string }> {
  const sent = { method, headers: { 'content-type': 'application/json' }, body: body && JSON.stringify(body) }
  return page.evaluate(
    `fetch(${JSON.stringify(`${dashboard.origin}/sandbox/v1${path}`)}, ${JSON.stringify(sent)})
      .then(async (answer) => ({ status: answer.status, code: (await answer.json()).error?.code }))`,
  )
}

test('a cashier is shown what a cashier may, is told which scope it lacks, and the API refuses the rest', async () => {
  const owner = await dashboard.signIn('owner')
  const cashier = await dashboard.signIn('cashier')
  const [all, own] = [await listMenu(owner), await listMenu(cashier)]
  expect(own).toEqual(expect.arrayContaining(['', 'payments']))
  const hidden = all.filter((path) => !own.includes(path))
  expect(hidden).toEqual(expect.arrayContaining(['keys', 'webhooks', 'refunds', 'people', 'audit', 'networks']))
  for (const path of hidden) {
    await cashier.goto(`${dashboard.origin}/dashboard/sandbox/${path}`)
    await cashier.getByText('You may not see this.').waitFor()
    await cashier.getByText(/Your role lacks this right: [\w ]+ – [\w ,]+\./).waitFor()
  }
  const refused = { status: 403, code: 'insufficient_scope' }
  for (const path of ['/keys', '/webhooks', '/refunds', '/users', '/audit', '/network_status', '/events'])
    expect(await send(cashier, 'GET', path), path).toEqual(refused)
  expect(await send(cashier, 'POST', '/keys', { name: 'Mine' })).toEqual(refused)
  expect(await send(cashier, 'PATCH', '/merchant/settings', { wallets: { ethereum: null } })).toEqual(refused)
  expect(await send(cashier, 'GET', '/payments')).toMatchObject({ status: 200 })
})

test('a session that is ended elsewhere is over with its next action', async () => {
  const page = await dashboard.signIn('owner')
  await dashboard.visit(page, 'payments')
  await dashboard.checkout.context.db.deleteFrom('sessions').execute()
  const signIn = page.getByLabel('Password')
  // The page's own requests may have noticed it before the click.
  await page.getByRole('link', { name: 'API keys' }).or(signIn).first().click()
  await signIn.waitFor()
  expect(await send(page, 'GET', '/payments')).toMatchObject({ status: 401 })
})

test('a role that is taken away is gone with the next action, also while a page stays open', async () => {
  const page = await dashboard.signIn('owner')
  await dashboard.visit(page, 'keys')
  const { db } = dashboard.checkout.context
  const { user } = (await page.evaluate(
    `fetch(${JSON.stringify(`${dashboard.origin}/dashboard/auth/session`)}).then((answer) => answer.json())`,
  )) as { user: { id: string } }
  await db.updateTable('memberships').set({ role: 'cashier' }).where('user_id', '=', user.id).execute()
  expect(await send(page, 'POST', '/keys', { name: 'Mine' })).toEqual({ status: 403, code: 'insufficient_scope' })
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Mine')
  await pressInDialog(page, 'Create the key')
  await page.locator('form-dialog').getByText('Your role lacks this right: API keys – Make and revoke.').waitFor()
  await page.reload()
  await page.getByText('Your role lacks this right: API keys – See.').waitFor()
  expect(await listMenu(page)).not.toContain('keys')
  await db.deleteFrom('memberships').where('user_id', '=', user.id).execute()
  expect(await send(page, 'GET', '/payments')).toMatchObject({ status: 403 })
})

/** A site that shares its host name with the checkout, so that browsers send the session's cookie along. */
async function openNeighbour(): Promise<string> {
  const server = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end(`<title>Neighbour</title><iframe src="${dashboard.origin}/dashboard/"></iframe>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return getOrigin(server).replace('127.0.0.1', 'localhost')
}

test('another site changes and reads nothing, although its requests carry the cookie, and cannot frame the dashboard', async () => {
  const page = await dashboard.signIn('owner')
  const cookies = await page.context().cookies(dashboard.origin)
  expect(cookies.find(({ name }) => name.includes('session'))).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  // A tab of its own: what its console says is what browsers refuse.
  const tab = await page.context().newPage()
  await tab.goto(await openNeighbour())
  const seen: string[] = []
  tab.on('response', (response) => seen.push(`${response.request().method()} ${response.status()}`))
  await tab.evaluate(`Promise.allSettled([
    fetch('${dashboard.origin}/sandbox/v1/keys', {
      method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"name":"Stolen"}', headers: { 'content-type': 'text/plain' },
    }),
    fetch('${dashboard.origin}/dashboard/auth/sign_out', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' }),
    fetch('${dashboard.origin}/sandbox/v1/payments', { mode: 'no-cors', credentials: 'include' }),
  ])`)
  // The page is told of an answer by another way than the test.
  await expect.poll(() => seen.toSorted()).toEqual(['GET 403', 'POST 403', 'POST 403'])
  const framed = tab.frames().find((frame) => frame !== tab.mainFrame())
  expect(await framed?.locator('dashboard-app').count()).toBe(0)
  expect(await send(page, 'GET', '/keys')).toMatchObject({ status: 200 })
  const { data } = await dashboard.checkout.sandbox.keys.list()
  expect(data.map(({ name }) => name)).not.toContain('Stolen')
})

test("another merchant's things are not there, whatever the address or the header says", async () => {
  const { createMerchant } = await import('@crypto-checkout/core')
  const { context } = dashboard.checkout
  const other = await createMerchant(context, { name: 'Another shop', plan: 'starter' })
  const link = await dashboard.checkout.as(other.id).sandbox.webhooks.create({ url: 'https://other.example.com/hook' })
  const page = await dashboard.signIn('owner')
  await dashboard.visit(page, 'webhooks')
  await page.goto(`${dashboard.origin}/dashboard/sandbox/webhooks/${link.id}`)
  await page
    .getByText('It does not exist, or belongs to another shop or environment.')
    .waitFor({ timeout: PATIENCE_MS })
  const status = await page.evaluate(
    `fetch('${dashboard.origin}/sandbox/v1/webhooks', { headers: { 'x-merchant': '${other.id}' } }).then(({ status }) => status)`,
  )
  expect(status).toBe(404)
})

test('whoever is not signed in sees the page to sign in at every address, and nothing else', async () => {
  const page = await openPage(dashboard.browser)
  for (const path of ['', 'sandbox/payments', 'production/keys', 'sandbox/nowhere']) {
    await page.goto(`${dashboard.origin}/dashboard/${path}`)
    await page.getByLabel('Password').waitFor()
    expect(await page.locator('dashboard-frame').count()).toBe(0)
  }
  expect(await send(page, 'GET', '/payments')).toMatchObject({ status: 401 })
})
