import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ApiKey } from '@crypto-checkout/api-types'
import { createApiKey } from '@crypto-checkout/core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findBarriersInThemes, looks, openDashboardOfFile, pressInDialog } from '../support/dashboard-harness.ts'

const { dashboard } = await openDashboardOfFile()

/** Makes a key by the form. Returns the pair and the command that the page shows this once. */
async function makeKey(page: Page, name: string, choose: () => Promise<void> = async () => {}) {
  await dashboard.visit(page, 'keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await choose()
  await pressInDialog(page, 'Create the key')
  return readPair(page)
}

async function readPair(page: Page) {
  await page.getByRole('heading', { name: 'Your new key' }).waitFor()
  const [publicKey = '', secretKey = ''] = await page.locator('.secrets code').allInnerTexts()
  const command = (await page.locator('.code-block pre').allInnerTexts())[0] ?? ''
  return { publicKey, secretKey, command }
}

const closeSecret = (page: Page) => page.getByRole('button', { name: 'I have kept the secret' }).click()
const runInShell = async (command: string) => JSON.parse((await promisify(execFile)('sh', ['-c', command])).stdout)

async function callApi({ publicKey, secretKey }: { publicKey: string; secretKey: string }, path: string) {
  const headers = { authorization: `Bearer ${publicKey}`, 'x-api-secret': secretKey }
  return (await fetch(`${dashboard.origin}/sandbox/v1${path}`, { headers })).status
}

test('a key made in the dashboard calls the API, is rotated, and is revoked', async () => {
  const page = await dashboard.signIn('owner')
  const first = await makeKey(page, 'Web shop')
  expect(await runInShell(first.command)).toMatchObject({ object: 'merchant', name: 'My shop' })
  await closeSecret(page)
  await page.getByRole('button', { name: 'Rotate Web shop' }).click()
  await page.getByLabel('The old pair works for').selectOption('0')
  await pressInDialog(page, 'Rotate')
  const second = await readPair(page)
  expect(second.secretKey).not.toBe(first.secretKey)
  await closeSecret(page)
  await page.getByRole('button', { name: 'Revoke Web shop' }).waitFor()
  // Within a second.
  await expect.poll(() => callApi(first, '/payments')).toBe(401)
  expect(await callApi(second, '/payments')).toBe(200)
  await page.getByRole('button', { name: 'Revoke Web shop' }).click()
  await page.getByText('refused at once').waitFor()
  await pressInDialog(page, 'Revoke')
  await page.getByText('The key is revoked.').waitFor()
  await page.getByRole('link', { name: 'Show expired and revoked keys, too' }).click()
  await page
    .getByRole('row', { name: /Web shop Revoked/ })
    .first()
    .waitFor()
  expect(new URL(page.url()).search).toBe('?status=any')
  await expect.poll(() => callApi(second, '/payments')).toBe(401)
})

test('a key does only what was chosen, and the shown command signs where it must', async () => {
  const page = await dashboard.signIn('owner')
  const key = await makeKey(page, 'Reports', async () => {
    await page.getByLabel('Only what I choose').check()
    await page.getByLabel('refunds:read').check()
    await page.getByLabel('Refuse unsigned requests').check()
  })
  expect(await runInShell(key.command)).toMatchObject({ object: 'list', data: [] })
  await closeSecret(page)
  expect(await callApi(key, '/refunds')).toBe(401)
  await page.getByText('Signed requests only').waitFor()
})

test('a key has payments paid to the wallets of the settings only, unless its maker says otherwise', async () => {
  const page = await dashboard.signIn('owner')
  const readWallets = async ({ publicKey, secretKey }: Awaited<ReturnType<typeof makeKey>>) => {
    const headers = { authorization: `Bearer ${publicKey}`, 'x-api-secret': secretKey }
    const answer = await fetch(`${dashboard.origin}/sandbox/v1/key`, { headers })
    return ((await answer.json()) as ApiKey).wallets
  }
  const robot = await makeKey(page, 'Robot')
  await closeSecret(page)
  await page.getByRole('row', { name: /Robot Active Only wallets of the settings/ }).waitFor()
  const server = await makeKey(page, 'Marketplace', () => page.getByLabel('Only wallets of the settings').uncheck())
  expect([await readWallets(robot), await readWallets(server)]).toEqual(['settings', 'any'])
})

test('nothing chosen is no key', async () => {
  const page = await dashboard.signIn('owner')
  await dashboard.visit(page, 'keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Nothing')
  await page.getByLabel('Only what I choose').check()
  await pressInDialog(page, 'Create the key')
  await page.getByText('Choose at least one permission.').waitFor()
})

test('whoever signed in a while ago shows the passkey again, over the form', async () => {
  const page = await dashboard.join('owner')
  const { db } = dashboard.checkout.context
  await db
    .updateTable('sessions')
    .set({ authenticated_at: Date.now() - 3_600_000 })
    .execute()
  await dashboard.visit(page, 'keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Later')
  await pressInDialog(page, 'Create the key')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('heading', { name: 'Your new key' }).waitFor()
  await page.keyboard.press('Escape')
  await closeSecret(page)
  await page.getByRole('row', { name: /Later/ }).waitFor()
})

test('a name is text, whatever is in it', async () => {
  const page = await dashboard.signIn('owner')
  const name = '<img src=x onerror=alert(1)>"><script>alert(2)</script>'
  await makeKey(page, name)
  await closeSecret(page)
  await page.getByText(name).waitFor()
})

test('a manager learns which scope is missing', async () => {
  const page = await dashboard.signIn('manager')
  await page.goto(`${dashboard.origin}/dashboard/sandbox/keys`)
  await page.getByText('Your role lacks this right: API keys – See.').waitFor()
  expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0)
})

test.each(looks)('keys have no barrier: %o', async (look) => {
  const page = await dashboard.signIn('owner', look)
  await dashboard.visit(page, 'keys')
  await page.getByText('in all').or(page.getByText('No key yet')).waitFor()
  expect(await findBarriersInThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Only what I choose').check()
  expect(await findBarriersInThemes(page)).toEqual([])
  await page.getByLabel('Name', { exact: true }).fill('Looks')
  await page.getByLabel('Everything').check()
  await pressInDialog(page, 'Create the key')
  await page.getByRole('heading', { name: 'Your new key' }).waitFor()
  expect(await findBarriersInThemes(page)).toEqual([])
})

/** Makes a key, which makes another one by the API. */
async function makeByKey(environment: 'sandbox' | 'production', name: string): Promise<void> {
  const { publicKey, secretKey } = await createApiKey(dashboard.checkout.context, { environment, name })
  const headers = { authorization: `Bearer ${publicKey}`, 'x-api-secret': secretKey }
  const json = { ...headers, 'content-type': 'application/json', 'idempotency-key': name }
  const path = environment === 'sandbox' ? '/sandbox/v1/keys' : '/v1/keys'
  const answer = await fetch(dashboard.origin + path, { method: 'POST', headers: json, body: '{"name":"Made"}' })
  expect([answer.status, await answer.text()]).toEqual([201, expect.any(String)])
}

test('notices name the keys that made changes, in each environment', async () => {
  const page = await dashboard.signIn('owner')
  await makeByKey('sandbox', 'Tester')
  await makeByKey('production', 'Importer')
  await dashboard.visit(page, 'payments')
  const notices = page.getByRole('complementary', { name: 'In the last 24 hours' })
  await notices.getByText('Tester').waitFor()
  await page.getByRole('link', { name: 'Production', exact: true }).click()
  await notices.getByText('Importer').waitFor()
})
