/** From nothing to a shop that sells, as a newcomer does it: with the link that the server prints, and no terminal after that. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone } from '../../../packages/core/src/testing/people.ts'
import { openPage, pressInDialog } from '../support/dashboard-harness.ts'
import { cleanUp, createDatabase, createWallet, startServer } from '../support/harness.ts'
import { PATIENCE_MS, startBrowser } from '../support/page-harness.ts'

const ROOT = join(import.meta.dirname, '../../..')
const A_MINUTE_MS = 60_000
const PASSWORD = 'wyvern gluten otter quay'

let browser: Browser

beforeAll(async () => {
  if (!existsSync(join(ROOT, 'packages/dashboard/dist/site/index.html'))) {
    execFileSync('npm', ['run', '--silent', 'build:dashboard'], { cwd: ROOT })
  }
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  expect(await cleanUp()).toEqual([])
})

/** A new server, and a page that its printed link has opened. */
async function openPrintedLink(): Promise<{ page: Page; url: string }> {
  const database = await createDatabase()
  const { stdout, url } = await startServer(['--port', '0'], { env: { CHECKOUT_DATABASE_URL: database } })
  const link = /^ {2}(http:\/\/localhost\S+#\S+)$/m.exec(stdout)?.[1] ?? ''
  const page = await openPage(browser)
  await page.goto(link)
  await page.getByRole('heading', { name: 'Make the first account of your shop' }).waitFor()
  await page.getByLabel('E-mail address').fill('ann@example.com')
  return { page, url }
}

/** Makes a key by the menu, and returns what it answers over HTTP. */
async function useNewKey(page: Page, url: string): Promise<unknown> {
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Shop system')
  await pressInDialog(page, 'Create the key')
  await page.getByRole('heading', { name: 'Your new key' }).waitFor()
  const [publicKey = '', secretKey = ''] = await page.locator('.secrets code').allTextContents()
  const headers = { authorization: `Bearer ${publicKey}`, 'x-api-secret': secretKey }
  const answer = await fetch(`${url}/sandbox/v1/payments?limit=1`, { headers })
  await page.getByRole('button', { name: 'I have kept the secret' }).click()
  return answer.json()
}

/** Sells something by hand, pays it on the payer's page, and waits until the overview counts it. */
async function sell(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('link', { name: 'Create a payment' }).click()
  await page.getByLabel('Amount').fill('12.50')
  await page.getByLabel(/^Coin/).selectOption({ label: 'USDC on Ethereum' })
  await page.locator('[name="merchantWallet"]').fill(createWallet())
  await page.getByRole('button', { name: 'Create', exact: false }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: "Open the payer's page" }).click()
  const payers = await opening
  await payers.getByRole('button', { name: 'Pay now (test)' }).click()
  await payers.locator('[data-phase="completed"]:visible').first().waitFor({ timeout: PATIENCE_MS })
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByText('1 payment', { exact: true }).waitFor({ timeout: PATIENCE_MS })
  await page.getByText('A payment was completed').waitFor()
}

test('with a passkey: within a minute from the start to a key that works, and then a first sale', async () => {
  const began = performance.now()
  const { page, url } = await openPrintedLink()
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor({ timeout: PATIENCE_MS })
  expect(await useNewKey(page, url)).toMatchObject({ object: 'list', totalCount: 1 })
  const took = performance.now() - began
  console.log(`from the start to a key: ${(took / 1_000).toFixed(1)} s`)
  expect(took).toBeLessThan(A_MINUTE_MS)
  await sell(page)
})

test('with a password and an authenticator app: the same, and signing in again', async () => {
  const { page, url } = await openPrintedLink()
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.getByRole('button', { name: 'Use a password and an authenticator app' }).click()
  const secret = (await page.locator('.copyable code').textContent()) ?? ''
  const phone = openPhone({ clock: { now: Date.now, advance: () => {} } }, { secret, enrolment: '' })
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByLabel('Code from the app').fill(phone.showCode())
  await page.getByRole('button', { name: 'Make the account' }).click()
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  const codes = await page.locator('.recovery-codes code').allTextContents()
  expect(new Set(codes).size).toBe(10)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor({ timeout: PATIENCE_MS })
  // The form before it was longer than this screen.
  await expect.poll(() => page.evaluate('scrollY')).toBe(0)
  expect(await useNewKey(page, url)).toMatchObject({ object: 'list', totalCount: 1 })
  await sell(page)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByLabel('E-mail address').fill('ann@example.com')
  await page.getByLabel('Password').fill(PASSWORD)
  // A code counts once, so this is the next one.
  await page.getByLabel('Code', { exact: true }).fill(phone.showCode(1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('1 payment', { exact: true }).waitFor({ timeout: PATIENCE_MS })
})
