import { expect, test } from 'vitest'
import { findBarriersInThemes, looks, openDashboardOfFile, openPage } from '../support/dashboard-harness.ts'

const { dashboard } = await openDashboardOfFile()

test('whoever has signed out must sign in again, with the same passkey, and gets to the page asked for', async () => {
  const page = await dashboard.join('owner')
  await dashboard.visit(page, 'account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('heading', { name: 'Crypto Checkout' }).waitFor()
  await page.goto(`${dashboard.origin}/dashboard/production/account`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  expect(page.url()).toBe(`${dashboard.origin}/dashboard/${dashboard.merchantId}/production/account`)
})

test('refusals are in the language of the user', async () => {
  const page = await openPage(dashboard.browser, { locale: 'de-DE' })
  await page.goto(`${dashboard.origin}/dashboard/`)
  await page.getByLabel('E-Mail-Adresse').fill('nobody@example.com')
  await page.getByLabel('Passwort').fill('not this one')
  await page.getByLabel('Code').fill('123456')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.getByText('Die Adresse, das Passwort, der Code oder der Passkey stimmt nicht.').waitFor()
})

test('an answer of a proxy in place of the API is told, in a form and in a list', async () => {
  const page = await dashboard.signIn()
  await dashboard.visit(page, 'links/new')
  const words = 'The server sent an answer that is not its own. Try again in a moment.'
  const answer = { contentType: 'text/html', body: '<h1>Bad gateway</h1>' }
  await page.route('**/v1/payment_links', (route) => route.fulfill({ ...answer, status: 400 }))
  await page.getByLabel('Title').fill('Coffee')
  await page.getByLabel('Amount', { exact: true }).fill('3')
  await page.locator('[name="merchantWallet"]').fill('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  await page.getByRole('button', { name: 'Create the link' }).click()
  await page.getByRole('alert').filter({ hasText: words }).waitFor()
  await page.route('**/v1/payment_links?*', (route) => route.fulfill({ ...answer, status: 429 }))
  await dashboard.visit(page, 'links')
  await page.getByRole('alert').filter({ hasText: words }).waitFor()
})

test('an invitation works once, and its token leaves the address', async () => {
  const url = await dashboard.createInvitation('support')
  const page = await openPage(dashboard.browser)
  await page.goto(url)
  await page.getByText('Your role will be: Support.').waitFor()
  expect(page.url()).not.toContain('#')
  await page.getByLabel('E-mail address').fill('support@example.com')
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await page.locator('dashboard-frame').waitFor()
  const other = await openPage(dashboard.browser)
  await other.goto(`${dashboard.origin}/dashboard/invitation`)
  await other.getByRole('heading', { name: 'Open the link once more' }).waitFor()
  await other.goto('about:blank')
  await other.goto(url)
  await other.getByText('This link is wrong, was used, or has expired.').waitFor()
})

test('a server that is reached by its address asks for no passkey, which needs a name', async () => {
  const page = await openPage(dashboard.browser)
  await page.goto(`${dashboard.origin.replace('localhost', '127.0.0.1')}/dashboard/`)
  await page.getByLabel('Password').waitFor()
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
})

test('an invitation is accepted with a password and a code of an authenticator app', async () => {
  const { openPhone } = await import('../../../packages/core/src/testing/people.ts')
  const page = await openPage(dashboard.browser)
  await page.goto(await dashboard.createInvitation('cashier'))
  await page.getByLabel('E-mail address').fill('till@example.com')
  await page.getByRole('button', { name: 'Use a password and an authenticator app' }).click()
  await page.getByLabel('E-mail address').fill('till@example.com')
  await page.getByLabel('New password').fill('wyvern gluten otter quay')
  const secret = (await page.locator('.copyable code').textContent()) ?? ''
  const phone = openPhone({ clock: { now: Date.now, advance() {} } }, { secret, enrolment: '' })
  await page.getByLabel('Code from the app').fill(phone.showCode())
  await page.getByRole('button', { name: 'Make the account' }).click()
  await page.locator('ol.recovery-codes li').first().waitFor()
})

test.each(looks)('signing in and the account have no barrier: %o', async (look) => {
  const stranger = await openPage(dashboard.browser, look)
  await stranger.goto(`${dashboard.origin}/dashboard/`)
  await stranger.getByLabel('Password').waitFor()
  expect(await findBarriersInThemes(stranger)).toEqual([])
  const page = await dashboard.signIn('owner', look)
  await dashboard.visit(page, 'account')
  await page.getByText('This browser').waitFor()
  expect(await findBarriersInThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Set a password' }).click()
  await page.getByLabel('New password').waitFor()
  expect(await findBarriersInThemes(page)).toEqual([])
})
