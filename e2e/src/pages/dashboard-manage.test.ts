import { expect, test } from 'vitest'
import {
  findBarriers,
  findBarriersInThemes,
  looks,
  openDashboardOfFile,
  openPage,
  pressInDialog,
} from '../support/dashboard-harness.ts'
import { HTTP_POLL_MS } from '../support/harness.ts'

const { dashboard } = await openDashboardOfFile()

test('a cashier is invited, comes, gets another role, and is removed', async () => {
  const page = await dashboard.signIn('owner')
  await dashboard.visit(page, 'people')
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByLabel('E-mail address').fill('carol@example.com')
  await page.getByRole('radio', { name: 'Cashier' }).check()
  await pressInDialog(page, 'Invite somebody')
  await page.getByText('Send this link to carol@example.com.').waitFor()
  const link = (await page.locator('.secrets code').textContent()) ?? ''
  await page.getByRole('button', { name: 'I have sent it' }).click()
  await page.getByRole('button', { name: 'Withdraw the invitation of carol@example.com' }).waitFor()

  const carol = await openPage(dashboard.browser)
  await carol.goto(link.replace('127.0.0.1', 'localhost'))
  await carol.getByRole('button', { name: 'Continue with a passkey' }).click()
  await carol.locator('dashboard-frame main h1').waitFor()
  expect(await carol.getByRole('link', { name: 'People' }).count()).toBe(0)

  await page.reload()
  await page.getByRole('button', { name: 'Change the role of carol@example.com' }).click()
  await page.getByRole('radio', { name: 'Accountant' }).check()
  await pressInDialog(page, 'Change the role')
  await page.getByRole('row', { name: /carol@example\.com Accountant/ }).waitFor()
  await page.getByRole('button', { name: 'Remove carol@example.com' }).click()
  await page.getByText('They are signed out of this shop at once').waitFor()
  await pressInDialog(page, 'Remove')
  await page.getByText('Removed.', { exact: true }).waitFor()
  await expect.poll(() => page.getByText('carol@example.com').count()).toBe(0)
})

test('an owner gives a colleague who lost the passkey a link to another one', async () => {
  const colleague = await dashboard.join('cashier')
  const email = (await colleague.locator('.account .wide').textContent()) ?? ''
  const page = await dashboard.signIn('owner')
  await dashboard.visit(page, 'people')
  await page.getByRole('button', { name: `Reset sign-in: ${email}` }).click()
  await pressInDialog(page, 'Make the link')
  await page.getByText(`Send this link to ${email}.`).waitFor()
  const link = (await page.locator('.secrets code').textContent()) ?? ''
  await page.getByRole('button', { name: 'I have sent it' }).click()
  const phone = await openPage(dashboard.browser)
  await phone.goto(link.replace('127.0.0.1', 'localhost'))
  await phone.getByText('Choose new credentials.').waitFor()
  await phone.getByText(email).waitFor()
  await phone.getByRole('button', { name: 'Continue with a passkey' }).click()
  await phone.locator('dashboard-frame main h1').waitFor()
  await colleague.reload()
  await colleague.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await colleague.getByRole('alert').waitFor()
})

test('whoever removes somebody, or changes a role, sees which webhooks stay', async () => {
  const colleague = await dashboard.join('manager')
  const email = (await colleague.locator('.account .wide').textContent()) ?? ''
  await dashboard.visit(colleague, 'webhooks')
  await colleague.getByRole('button', { name: 'New webhook' }).click()
  await colleague.getByLabel('Address').fill('http://127.0.0.1:9/left')
  await pressInDialog(colleague, 'Create the webhook')
  await colleague.getByRole('button', { name: 'I have kept the secret' }).click()
  const page = await dashboard.signIn('owner', { viewport: { width: 320, height: 844 } })
  await dashboard.visit(page, 'people')
  for (const name of [`Change the role of ${email}`, `Remove ${email}`]) {
    await page.getByRole('button', { name }).click()
    await page.getByText('Webhook: http://127.0.0.1:9/left (Sandbox)').waitFor()
    // A long address breaks in the title.
    const [title, dialog] = ['title', 'dialog'].map((part) => page.locator('wa-dialog').locator(`[part~=${part}]`))
    const [inner, outer] = [await title?.boundingBox(), await dialog?.boundingBox()]
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThan((outer?.x ?? 0) + (outer?.width ?? 0))
    expect(await findBarriers(page)).toEqual([])
    await pressInDialog(page, 'Cancel')
    await page.locator('form-dialog').waitFor({ state: 'detached' })
  }
})

test('an invitation is withdrawn', async () => {
  const page = await dashboard.signIn('owner')
  await dashboard.visit(page, 'people')
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByLabel('E-mail address').fill('dave@example.com')
  await pressInDialog(page, 'Invite somebody')
  await page.getByRole('button', { name: 'I have sent it' }).click()
  await page.getByRole('button', { name: 'Withdraw the invitation of dave@example.com' }).click()
  await pressInDialog(page, 'Withdraw')
  await page.getByText('The invitation is withdrawn.').waitFor()
  await expect.poll(() => page.getByText('dave@example.com').count()).toBe(0)
})

test('the audit log says who did what, and filters it by what was done', async () => {
  const page = await dashboard.signIn('owner')
  await dashboard.visit(page, 'webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address').fill('http://127.0.0.1:9/hook')
  await page.getByLabel('Note').fill('<script>alert(1)</script>')
  await pressInDialog(page, 'Create the webhook')
  await page.getByRole('button', { name: 'I have kept the secret' }).click()
  await dashboard.visit(page, 'audit')
  await page.getByLabel('What').selectOption('createWebhook')
  const row = page.getByRole('row', { name: /^25|owner-.*Created a webhook/ }).first()
  await row.getByText('url, events, description, status').click()
  await row.getByText('<script>alert(1)</script>').waitFor()
  await row.getByText('127.0.0.1', { exact: true }).waitFor()
  expect(await row.textContent()).toMatch(/owner-[\w-]+@example\.com/)
  // The rows of the old filter stay until the new ones have come. The choice of the filter is the one that is left.
  await expect.poll(() => page.getByText('Invited somebody').count()).toBe(1)
  await page.getByLabel('From the day').fill('2031-01-01')
  await page.getByText('No change matches these filters.').waitFor()
  expect(new URL(page.url()).search).toBe('?operation=createWebhook&from=2031-01-01')
})

test('the audit log is exported as CSV, as it is filtered', async () => {
  const page = await dashboard.signIn('owner')
  await dashboard.visit(page, 'audit?operation=createInvitation')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
})

test('networks are described in words to those who run the shop', async () => {
  const page = await dashboard.signIn('manager')
  await dashboard.visit(page, 'networks')
  await page.getByRole('region', { name: 'Ethereum' }).getByText('Nodes that answer').waitFor()
  const accountant = await dashboard.signIn('cashier')
  await accountant.goto(`${dashboard.origin}/dashboard/sandbox/networks`)
  await accountant.getByText('Your role lacks this right: Networks – See how they are.').waitFor()
})

test('balances and prices are as long as somebody reads, in the notation of the reader', async () => {
  const page = await dashboard.signIn('manager', { locale: 'de-DE' })
  await page.route('**/v1/network_status', async (route) => {
    const response = await route.fetch()
    const { networks, ...rest } = await response.json()
    const gasAccounts = [
      { address: `0x${'a1'.repeat(20)}`, balance: '999999999.995711824998799311', currency: 'ETH', low: false },
    ]
    const priceFeeds = [{ pair: 'EUR/USD', price: '1.15987654', updatedAt: null, stale: false }]
    const long = networks.map((network: object) => ({ ...network, gasAccounts, priceFeeds }))
    await route.fulfill({ response, json: { ...rest, networks: long } })
  })
  await dashboard.visit(page, 'networks')
  const network = page.getByRole('region', { name: 'Ethereum' })
  await network.getByText('999.999.999,995712 ETH', { exact: true }).waitFor()
  await network.getByText('EUR/USD: 1,159877', { exact: true }).waitFor()
})

test('the log of requests says what a key asked for, and what was refused', async () => {
  const page = await dashboard.signIn('owner')
  await dashboard.visit(page, 'keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Robot')
  await pressInDialog(page, 'Create the key')
  await page.getByRole('heading', { name: 'Your new key' }).waitFor()
  const [publicKey, secretKey] = await page.locator('.secrets code').allTextContents()
  await page.getByRole('button', { name: 'I have kept the secret' }).click()
  const headers = { authorization: `Bearer ${publicKey}`, 'x-api-secret': String(secretKey) }
  await fetch(`${dashboard.origin}/sandbox/v1/payments/pay_nothing`, { headers })
  await fetch(`${dashboard.origin}/sandbox/v1/payments`, { headers })
  await dashboard.visit(page, 'requests')
  await page.getByLabel('Status', { exact: true }).selectOption('4xx')
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Refresh' }).click()
        return page.getByRole('row', { name: /GET .*\/payments\/pay_nothing 404 resource_missing Key Robot/ }).count()
      },
      { timeout: 20_000, interval: HTTP_POLL_MS },
    )
    .toBe(1)
  await page.getByLabel('Who', { exact: true }).selectOption({ label: 'Key Robot' })
  await page.getByLabel('Status', { exact: true }).selectOption('2xx')
  // The log is stored every few seconds, so the second request may come into it after the first.
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Refresh' }).click()
        return page.getByRole('row', { name: /\/payments 200/ }).count()
      },
      { timeout: 20_000, interval: HTTP_POLL_MS },
    )
    .toBe(1)
  await expect.poll(() => page.getByText('pay_nothing').count()).toBe(0)
})

test.each(looks)('people, requests, audit log and networks have no barrier: %o', async (look) => {
  const page = await dashboard.signIn('owner', look)
  await dashboard.visit(page, 'people')
  await page.getByText('Open invitations').waitFor()
  expect(await findBarriersInThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByRole('radio', { name: 'Cashier' }).waitFor()
  expect(await findBarriersInThemes(page)).toEqual([])
  await dashboard.visit(page, 'audit')
  await page.locator('table.data, .state').first().waitFor()
  expect(await findBarriersInThemes(page)).toEqual([])
  await dashboard.visit(page, 'requests')
  await page.locator('table.data, .state strong').first().waitFor()
  expect(await findBarriersInThemes(page)).toEqual([])
  await dashboard.visit(page, 'networks')
  await page.getByRole('region', { name: 'Ethereum' }).waitFor()
  expect(await findBarriersInThemes(page)).toEqual([])
})
