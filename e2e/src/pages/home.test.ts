import { request } from 'node:http'
import { pickCases } from '@crypto-checkout/core/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBarriers } from '../support/dashboard-harness.ts'
import { cleanUp, createTemporaryFolder, endProcesses, startServer } from '../support/harness.ts'
import { collectConsoleErrors, PATIENCE_MS, startBrowser } from '../support/page-harness.ts'
import { configure, readKeys, type Started } from '../support/started.ts'

let server: Started
let browser: Browser

beforeAll(async () => {
  server = await startServer(['--port', '0', '--data', createTemporaryFolder()])
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  await endProcesses()
  expect(await cleanUp()).toEqual([])
})

async function openHome(look: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
  const page = await browser.newPage(look)
  await page.goto(`${server.url}/`)
  return page
}

test.each(pickCases([390, 1280]))('everyone can read and use it, %i pixels wide', async (width) => {
  const page = await openHome({ viewport: { width, height: 844 } })
  const errors = collectConsoleErrors(page)
  expect(await findBarriers(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findBarriers(page)).toEqual([])
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  expect(errors).toEqual([])
  await page.close()
})

test('it shows the printed keys, and what happens as it happens', async () => {
  const page = await openHome()
  const keys = readKeys(server)
  await page.getByText(keys['x-api-secret'] ?? '', { exact: true }).waitFor()
  const input = { amount: 77.7, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum' }
  const body = JSON.stringify({ ...input, merchantWallet: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' })
  const made = await fetch(`${server.url}/sandbox/v1/payments`, { method: 'POST', headers: keys, body })
  const { id } = (await made.json()) as { id: string }
  await page.getByRole('link', { name: '77.70 USD' }).waitFor({ timeout: PATIENCE_MS })
  await page.getByText(id).first().waitFor({ timeout: PATIENCE_MS })
  await page.close()
})

test('it leads to the dashboard by the name at which passkeys work', async () => {
  const page = await openHome()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.waitForURL(`http://localhost:${new URL(server.url).port}/dashboard/**`)
  await page.getByRole('button', { name: 'passkey' }).waitFor()
  await page.close()
})

test.each([true, false])(
  'its button makes a payment and opens its page, with scripts: %s',
  async (javaScriptEnabled) => {
    const page = await openHome({ javaScriptEnabled })
    await page.getByLabel('Price in US dollars').fill('12,5')
    await page.getByLabel('USDC on').selectOption('stellar')
    await page.getByRole('button', { name: 'Create a payment' }).click()
    await page.waitForURL(/\/pay\/\w{26}$/)
    await page.goto(`${server.url}/`)
    await page.getByRole('link', { name: '12.50 USD' }).first().waitFor()
    await page.getByLabel('Price in US dollars').fill('free')
    await page.getByRole('button', { name: 'Create a payment' }).click()
    await page.getByRole('alert').filter({ hasText: 'must be a number' }).waitFor()
    await page.close()
  },
)

/** The status of a request with headers that browsers let no page set. */
function ask(
  url: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  return new Promise<number>((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.once('error', reject)
    sent.end(method === 'POST' ? 'amount=5&network=ethereum' : undefined)
  })
}

test('nobody gets it by another name, through a proxy, or from a page of another site', async () => {
  const { port } = new URL(server.url)
  expect(await ask(`${server.url}/`)).toBe(200)
  expect(await ask(`${server.url}/`, { headers: { host: `localhost:${port}` } })).toBe(200)
  for (const host of ['rebound.example.com', `rebound.example.com:${port}`, 'localhost.example.com', '10.0.0.7'])
    expect([host, await ask(`${server.url}/`, { headers: { host } })]).toEqual([host, 404])
  for (const name of ['x-forwarded-for', 'forwarded', 'via'])
    expect([name, await ask(`${server.url}/`, { headers: { [name]: '127.0.0.1' } })]).toEqual([name, 404])
  const post = (headers: Record<string, string>) =>
    ask(`${server.url}/`, { method: 'POST', headers: { 'content-length': '25', ...headers } })
  expect(await post({ 'sec-fetch-site': 'same-origin' })).toBe(303)
  expect(await post({ origin: server.url })).toBe(303)
  expect(await post({ 'sec-fetch-site': 'cross-site' })).toBe(404)
  expect(await post({ 'sec-fetch-site': 'same-site', origin: server.url })).toBe(404)
  expect(await post({ origin: 'https://other.example.com' })).toBe(404)
  expect(await post({})).toBe(404)
})

test('no page of another origin can read or frame it', async () => {
  const { headers } = await fetch(`${server.url}/`, { headers: { origin: 'https://other.example.com' } })
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('cache-control')).toBe('no-store')
})

test('a server with a configuration has none, and no reference where it is turned off', async () => {
  const without = await startServer(['--port', '0'], configure({ docs: false }))
  expect((await fetch(`${without.url}/`)).status).toBe(404)
  expect((await fetch(`${without.url}/docs`)).status).toBe(404)
})
