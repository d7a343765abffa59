import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBarriersInThemes, looks, openDashboardOfFile, pressInDialog } from '../support/dashboard-harness.ts'
import { getOrigin } from '../support/harness.ts'
import { PATIENCE_MS } from '../support/page-harness.ts'

const { dashboard } = await openDashboardOfFile()

beforeAll(async () => {
  shop = createServer(async (request, response) => {
    request.resume()
    if (request.url?.endsWith('/held')) await held.promise
    response.writeHead(Number(request.url?.slice(1, 4))).end(HOSTILE)
  }).listen(0, '127.0.0.1')
  await once(shop, 'listening')
})

afterAll(() => shop?.close())
/** A shop that answers each message with what its path says. */
let shop: Server

/** Answers to paths that end in `held` wait for it. */
const held = Promise.withResolvers<void>()

const HOSTILE = '<img src=x onerror=alert(1)>'

/** Makes a webhook by the form, and goes to its page. Returns its secret. */
async function makeWebhook(page: Page, path: string): Promise<string> {
  await dashboard.visit(page, 'webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address').fill(`${getOrigin(shop)}${path}`)
  await page.getByLabel('Note').fill(HOSTILE)
  await pressInDialog(page, 'Create the webhook')
  await page.getByRole('heading', { name: 'The secret of the webhook' }).waitFor()
  const secret = (await page.locator('.secrets code').textContent()) ?? ''
  await page.getByRole('button', { name: 'I have kept the secret' }).click()
  await page.getByRole('heading', { name: path }).waitFor()
  return secret
}

test('a webhook is tried, its answer is shown, and the delivery is sent again', async () => {
  const page = await dashboard.signIn('owner')
  expect(await makeWebhook(page, '/500/one')).toMatch(/^whsec_/)
  await page.getByText(HOSTILE).waitFor()
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await page.getByText('The test event is on its way.').waitFor()
  await page.getByRole('link', { name: 'webhook.ping' }).click()
  await page.getByRole('heading', { name: 'Delivery: webhook.ping' }).waitFor()
  // The page follows the attempt by itself.
  await page.locator('.attempt pre', { hasText: HOSTILE }).first().waitFor({ timeout: PATIENCE_MS })
  await page.getByText('500', { exact: true }).first().waitFor()
  await page.locator('.attempt pre', { hasText: 'webhook-id: evt_' }).first().waitFor()
  await page.getByRole('button', { name: 'Resend' }).click()
  await page.getByText('It is sent again.').waitFor()
  await page.getByText('Attempt 2').waitFor({ timeout: PATIENCE_MS })
  await page.locator('#menu').getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('row', { name: /500\/one Not accepted at present/ }).waitFor()
})

test('an attempt that is on its way when its page is opened is shown once it is answered', async () => {
  const page = await dashboard.signIn('owner')
  await makeWebhook(page, '/200/held')
  const received = once(shop, 'request')
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await received
  await page.getByRole('link', { name: 'webhook.ping' }).click()
  await page.getByText('It was not tried yet.').waitFor()
  held.resolve()
  // Sooner than the half minute after which an attempt without an answer is made again.
  await page.getByText('Attempt 1').waitFor({ timeout: 20_000 })
})

test('a webhook is edited, disabled, enabled, and deleted', async () => {
  const page = await dashboard.signIn('owner')
  const first = await makeWebhook(page, '/200/two')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Only what I choose').check()
  await page.getByLabel('payment.completed').check()
  await pressInDialog(page, 'Save')
  await page.locator('.scopes code', { hasText: 'payment.completed' }).waitFor()
  await page.getByRole('button', { name: 'New secret' }).click()
  await pressInDialog(page, 'New secret')
  await page.getByRole('heading', { name: 'The secret of the webhook' }).waitFor()
  expect(await page.locator('.secrets code').textContent()).not.toBe(first)
  await page.getByRole('button', { name: 'I have kept the secret' }).click()
  await page.getByRole('button', { name: 'Disable' }).click()
  await pressInDialog(page, 'Disable')
  await page.getByText('You disabled it.').waitFor()
  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('button', { name: 'Resend what failed' }).click()
  await pressInDialog(page, 'Resend what failed')
  await page.getByText('0 deliveries are sent again.').waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await pressInDialog(page, 'Delete')
  await page.getByText('The webhook is deleted.').waitFor()
  await expect.poll(() => page.getByText('/200/two').count()).toBe(0)
})

test('support resends, and changes nothing', async () => {
  await makeWebhook(await dashboard.signIn('owner'), '/200/three')
  const page = await dashboard.signIn('support')
  await dashboard.visit(page, 'webhooks')
  await page.getByRole('link', { name: '/200/three' }).click()
  await page.getByRole('button', { name: 'Resend what failed' }).waitFor()
  for (const name of ['Edit', 'Delete', 'Disable', 'Send a test event', 'New secret'])
    expect(await page.getByRole('button', { name }).count()).toBe(0)
})

test('filters stand in the address, and survive going away and back', async () => {
  const page = await dashboard.signIn('owner')
  await makeWebhook(page, '/200/four')
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await page.getByText('The test event is on its way.').waitFor()
  await dashboard.visit(page, 'events')
  await page.getByLabel('Type', { exact: true }).selectOption('webhook.ping')
  await page.getByRole('link', { name: 'webhook.ping' }).first().click()
  await page.getByRole('heading', { name: 'A test event' }).waitFor()
  await page.locator('pre.json', { hasText: '"type": "webhook.ping"' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Clear filters' }).waitFor()
  expect(await page.getByLabel('Type', { exact: true }).inputValue()).toBe('webhook.ping')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => page.getByLabel('Type', { exact: true }).inputValue()).toBe('')
  expect(new URL(page.url()).search).toBe('')
})

test('deliveries are filtered by their answer and day', async () => {
  const page = await dashboard.signIn('owner')
  await makeWebhook(page, '/503/five')
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await page.getByText('The test event is on its way.').waitFor()
  await dashboard.visit(page, 'webhooks')
  await page.getByRole('link', { name: 'Deliveries of all webhooks' }).click()
  await page.getByLabel('Answer').selectOption('5xx')
  await expect
    .poll(async () => {
      await page.reload()
      await page.locator('table.data, .state').first().waitFor()
      return page.getByRole('row', { name: /503.*\/503\/five/ }).count()
    })
    .toBe(1)
  await page.getByLabel('To the day').fill('2020-01-01')
  await page.getByText('No delivery matches these filters.').waitFor()
  expect(new URL(page.url()).search).toBe('?status=5xx&to=2020-01-01')
})

test.each(looks)('webhooks, deliveries and events have no barrier: %o', async (look) => {
  const page = await dashboard.signIn('owner', look)
  await makeWebhook(page, '/500/looks')
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await page.getByRole('link', { name: 'webhook.ping' }).waitFor()
  expect(await findBarriersInThemes(page)).toEqual([])
  await page.getByRole('link', { name: 'webhook.ping' }).click()
  await page.getByRole('heading', { name: 'Attempts' }).waitFor()
  expect(await findBarriersInThemes(page)).toEqual([])
  await dashboard.visit(page, 'events')
  await page.getByRole('link', { name: 'webhook.ping' }).first().waitFor()
  expect(await findBarriersInThemes(page)).toEqual([])
  await page.getByRole('link', { name: 'webhook.ping' }).first().click()
  await page.getByRole('heading', { name: 'JSON' }).waitFor()
  expect(await findBarriersInThemes(page)).toEqual([])
  await dashboard.visit(page, 'webhooks')
  await page.getByRole('link', { name: '/500/looks' }).first().waitFor()
  expect(await findBarriersInThemes(page)).toEqual([])
  await dashboard.visit(page, 'deliveries?state=pending')
  await page.getByRole('button', { name: 'Clear filters' }).waitFor()
  expect(await findBarriersInThemes(page)).toEqual([])
})
