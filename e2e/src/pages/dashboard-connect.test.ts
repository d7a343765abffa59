/** A shop system that a person connects in Chromium. What the server refuses is tested in the core: `connections.db.test.ts`. */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ConnectedShop } from '@crypto-checkout/api-types'
import { createMerchant } from '@crypto-checkout/core'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import {
  findBarriersInThemes,
  looks,
  openDashboardOfFile,
  openPage,
  pressInDialog,
} from '../support/dashboard-harness.ts'
import { getOrigin } from '../support/harness.ts'
import { PATIENCE_MS } from '../support/page-harness.ts'

const { dashboard } = await openDashboardOfFile()
const shopSystem = await startShopSystem()

afterAll(() => shopSystem.close())

/** A shop system with an address for codes and one for events. It remembers the queries with which browsers came back. */
async function startShopSystem() {
  const visits: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    if (url.pathname === '/back') visits.push(url.searchParams)
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Shop</title><h1>Back in the shop</h1>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { visits, origin: getOrigin(server).replace('127.0.0.1', 'localhost'), close: () => server.close() }
}

/** The address of the page for a request, and the verifier of its challenge. */
function askToConnect(changes: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url')
  const { origin } = shopSystem
  const query = new URLSearchParams({
    client_name: 'Corner shop',
    client_uri: `${origin}/`,
    redirect_uri: `${origin}/back`,
    webhook_url: `${origin}/hook`,
    scope: 'payments:write refunds:write',
    state: 'xyz 1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  })
  return { verifier, url: `${dashboard.origin}/dashboard/connect?${query}` }
}

async function exchange(code: string, codeVerifier: string) {
  const answer = await fetch(`${dashboard.origin}/v1/connections/exchange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, codeVerifier }),
  })
  return { status: answer.status, body: (await answer.json()) as ConnectedShop }
}

async function callApi({ key }: ConnectedShop, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${key.publicKey}`, 'x-api-secret': key.secretKey }
  return (await fetch(`${dashboard.origin}/sandbox/v1${path}`, { headers })).status
}

/** Presses a button of the page, and returns the query with which the browser came back to the shop system. */
async function decide(page: Page, button: string): Promise<URLSearchParams> {
  const { length } = shopSystem.visits
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('heading', { name: 'Back in the shop' }).waitFor({ timeout: PATIENCE_MS })
  const [visit, ...others] = shopSystem.visits.slice(length)
  expect(others).toEqual([])
  return visit ?? new URLSearchParams()
}

test('a person signs in, connects a shop system, sees it, and ends it', async () => {
  const page = await dashboard.join('owner')
  await page.context().clearCookies()
  const { url, verifier } = askToConnect()
  await page.goto(url)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('“Corner shop” asks to use your shop.').waitFor({ timeout: PATIENCE_MS })
  await page.getByText('Payments – All: create, cancel, accept, see').waitFor()
  await page.getByText(`${shopSystem.origin}/hook`).waitFor()
  expect(shopSystem.visits).toEqual([])
  const back = await decide(page, 'Connect')
  expect([back.get('state'), back.get('error')]).toEqual(['xyz 1', null])
  const { status, body } = await exchange(back.get('code') ?? '', verifier)
  expect([status, body.merchant.name, body.livemode]).toEqual([201, 'My shop', false])
  expect(await callApi(body, '/payments')).toBe(200)
  expect(await callApi(body, '/keys')).toBe(403)
  await dashboard.visit(page, 'keys')
  await page.getByRole('heading', { name: 'Connected shop systems' }).waitFor()
  await page.getByRole('button', { name: 'End connection with Corner shop' }).click()
  await pressInDialog(page, 'End connection')
  await page.getByText('The connection has ended.').waitFor()
  await page.getByRole('heading', { name: 'Connected shop systems' }).waitFor({ state: 'detached' })
  // Within a second.
  await expect.poll(() => callApi(body, '/payments')).toBe(401)
  await page.getByRole('link', { name: 'Show expired and revoked keys, too' }).click()
  await page.getByRole('row', { name: /Corner shop Ended/ }).waitFor()
  expect((await dashboard.checkout.sandbox.webhooks.list()).totalCount).toBe(0)
})

test('a consent that was a mistake is withdrawn, and its code is refused', async () => {
  const page = await dashboard.signIn('owner')
  const { url, verifier } = askToConnect()
  await page.goto(url)
  await page.getByText('It can send refunds to any address, up to what a payment has received.').waitFor()
  const back = await decide(page, 'Connect')
  await dashboard.visit(page, 'keys')
  await page.getByRole('heading', { name: 'Consents not used yet' }).waitFor()
  await page.getByRole('button', { name: 'Withdraw the consent for Corner shop' }).click()
  await pressInDialog(page, 'Withdraw')
  await page.getByText('The consent was withdrawn.').waitFor()
  await page.getByRole('heading', { name: 'Consents not used yet' }).waitFor({ state: 'detached' })
  expect((await exchange(back.get('code') ?? '', verifier)).status).toBe(400)
})

test('whoever declines goes back with a refusal, and nothing was made', async () => {
  const countRows = async () =>
    (await dashboard.checkout.context.db.selectFrom('connections').select('id').execute()).length
  const page = await dashboard.signIn('owner')
  const before = await countRows()
  await page.goto(askToConnect().url)
  expect(Object.fromEntries(await decide(page, 'Cancel'))).toEqual({ error: 'access_denied', state: 'xyz 1' })
  expect(await countRows()).toBe(before)
})

test('a wrong request is an error on the page, and leads nowhere', async () => {
  const page = await dashboard.signIn('owner')
  const { length } = shopSystem.visits
  for (const [name, value] of [
    ['redirect_uri', 'javascript:alert(1)'],
    ['redirect_uri', 'https://evil.example.com/back'],
    ['code_challenge_method', 'plain'],
    ['scope', 'payments:write keys:write'],
    ['client_name', ''],
  ] as const) {
    const { url } = askToConnect({ [name]: value })
    await page.goto(url)
    await page.getByText('The shop system cannot be connected like this.').waitFor()
    expect([name, await page.getByRole('button').count(), page.url()]).toEqual([name, 0, url])
  }
  expect(shopSystem.visits).toHaveLength(length)
  await page.getByRole('link', { name: 'To the dashboard' }).click()
  await page.locator('dashboard-frame main h1').waitFor({ timeout: PATIENCE_MS })
})

test('whoever signed in a while ago shows the passkey again', async () => {
  const page = await dashboard.join('owner')
  const { db } = dashboard.checkout.context
  await db
    .updateTable('sessions')
    .set({ authenticated_at: Date.now() - 3_600_000 })
    .execute()
  const { url, verifier } = askToConnect()
  await page.goto(url)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const back = await decide(page, 'Use a passkey')
  expect((await exchange(back.get('code') ?? '', verifier)).status).toBe(201)
})

test('production takes no address without TLS, and the sandbox does', async () => {
  const page = await dashboard.signIn('owner')
  await page.goto(askToConnect().url)
  const environment = page.getByLabel('Environment')
  await environment.selectOption('production')
  await page.getByText('The shop system cannot be connected like this.').waitFor()
  expect(await page.getByRole('button').count()).toBe(0)
  await environment.selectOption('sandbox')
  await page.getByRole('button', { name: 'Connect', exact: true }).waitFor()
})

test('a person with two shops chooses one of those in which it may', async () => {
  const page = await dashboard.signIn('owner')
  const { context } = dashboard.checkout
  const [user] = await context.db.selectFrom('users').select('id').orderBy('seq', 'desc').limit(1).execute()
  for (const [name, role] of [
    ['Bakery', 'owner'],
    ['Florist', 'manager'],
  ] as const) {
    const { id } = await createMerchant(context, { name, plan: 'starter' })
    const membership = { user_id: user?.id ?? '', merchant_id: id, role, created_at: Date.now() }
    await context.transact((tx) => tx.insertInto('memberships').values(membership).execute())
  }
  const { url, verifier } = askToConnect()
  await page.goto(url)
  const shop = page.getByLabel('Connect it with')
  await shop.waitFor()
  expect(await shop.locator('option').allInnerTexts()).toEqual(['My shop', 'Bakery'])
  await shop.selectOption('Bakery')
  const back = await decide(page, 'Connect')
  expect((await exchange(back.get('code') ?? '', verifier)).body.merchant.name).toBe('Bakery')
})

test('a manager is told whom to ask', async () => {
  const page = await dashboard.signIn('manager')
  await page.goto(askToConnect().url)
  await page.getByText('Only owners of a shop can connect a shop system.').waitFor()
  expect(await page.getByRole('button').count()).toBe(0)
})

test('a name is text, whatever is in it', async () => {
  const page = await dashboard.signIn('owner')
  const name = '<img src=x onerror=alert(1)>"><script>alert(2)</script>'
  await page.goto(askToConnect({ client_name: name }).url)
  await page.getByText(name).waitFor()
})

test.each(looks)('the page has no barrier: %o', async (look) => {
  const page = await dashboard.signIn('owner', look)
  await page.goto(askToConnect().url)
  await page.getByRole('button', { name: 'Connect', exact: true }).waitFor()
  expect(await findBarriersInThemes(page)).toEqual([])
  await page.goto(askToConnect({ client_name: '' }).url)
  await page.getByText('The shop system cannot be connected like this.').waitFor()
  expect(await findBarriersInThemes(page)).toEqual([])
  const { url, verifier } = askToConnect()
  await page.goto(url)
  await exchange((await decide(page, 'Connect')).get('code') ?? '', verifier)
  await dashboard.visit(page, 'keys')
  await page.getByRole('heading', { name: 'Connected shop systems' }).waitFor()
  expect(await findBarriersInThemes(page)).toEqual([])
})

test('nobody who is not signed in sees who asks', async () => {
  const page = await openPage(dashboard.browser)
  await page.goto(askToConnect().url)
  await page.getByLabel('E-mail address').waitFor({ timeout: PATIENCE_MS })
  expect(await page.getByText('Corner shop').count()).toBe(0)
})
