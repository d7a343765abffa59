import { startDevnet } from '@crypto-checkout/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dashboard, findBarriers, looks, openDashboard } from '../support/dashboard-harness.ts'
import { cleanUp, createSandboxConfig, type Ethereum } from '../support/harness.ts'

let devnet: Ethereum
let dashboard: Dashboard

/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  dashboard = await openDashboard(createSandboxConfig(devnet))
})

afterAll(async () => {
  await dashboard?.close()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const readMerchant = () => dashboard.checkout.sandbox.merchant.retrieve()

test('the look of the shop is previewed while it is typed, and saved', async () => {
  const page = await dashboard.signIn('manager')
  await dashboard.visit(page, 'settings')
  const name = '<img src=x onerror=alert(1)> & Sons'
  await page.getByLabel('Name of the shop').fill(name)
  await page.locator('.page-preview strong').first().getByText(name).waitFor()
  await page.getByLabel('Use a colour of my own').check()
  await page.getByLabel('Colour', { exact: true }).fill('#ffd400')
  const card = page.locator('.page-preview').first()
  await expect.poll(() => card.getAttribute('style')).toContain('--button: #ffd400')
  await page
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') })
  await page.locator('.preview-head img').first().waitFor()
  await page.getByLabel('E-mail address for payers').fill('help@shop.example.com')
  await page.getByRole('button', { name: 'Save what payers see' }).click()
  await page.getByText('Saved.').waitFor()
  expect(await readMerchant()).toMatchObject({ name, accent: '#ffd400', supportEmail: 'help@shop.example.com' })
  expect((await readMerchant()).logo).toMatch(/\.png$/)
  await page.locator('.brand', { hasText: name }).waitFor()
  await page.getByRole('button', { name: 'Remove the logo' }).click()
  await page.getByLabel('Use a colour of my own').uncheck()
  await page.getByLabel('Name of the shop').fill('My shop')
  await page.getByRole('button', { name: 'Save what payers see' }).click()
  await expect.poll(async () => (await readMerchant()).logo).toBeNull()
  expect((await readMerchant()).accent).toBeNull()
})

test('a wallet is checked before it is saved', async () => {
  const page = await dashboard.signIn('owner')
  await dashboard.visit(page, 'settings')
  await page.getByLabel('On Ethereum').fill('0x1234')
  await page.getByRole('button', { name: 'Save the wallets' }).click()
  await page.getByRole('alert').waitFor()
  const wallet = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  await page.getByLabel('On Ethereum').fill(wallet)
  await page.getByRole('button', { name: 'Save the wallets' }).click()
  await page.getByText('Saved.').waitFor()
  expect((await readMerchant()).settings.wallets).toEqual({ ethereum: wallet })
  await page.getByLabel('On Ethereum').fill('')
  await page.getByRole('button', { name: 'Save the wallets' }).click()
  await expect.poll(async () => (await readMerchant()).settings.wallets).toEqual({})
})

test('settlements get a schedule, of which only the fields are shown that it has', async () => {
  const page = await dashboard.signIn('owner')
  await dashboard.visit(page, 'settings')
  await page.getByLabel('Close a period').selectOption('monthly')
  await page.getByLabel('On the day').fill('31')
  await page.getByLabel('At', { exact: true }).fill('18:30')
  await page.getByLabel('Time zone').selectOption('Europe/Berlin')
  await page.getByRole('button', { name: 'Save the settlements' }).click()
  await page.getByText('Saved.').waitFor()
  const monthly = { frequency: 'monthly', time: '18:30', weekday: null, dayOfMonth: 31, timeZone: 'Europe/Berlin' }
  expect((await readMerchant()).settings.settlementSchedule).toEqual(monthly)
  await page.getByLabel('Close a period').selectOption('manual')
  expect(await page.getByLabel('On the day').count()).toBe(0)
  await page.getByRole('button', { name: 'Save the settlements' }).click()
  await expect
    .poll(async () => (await readMerchant()).settings.settlementSchedule)
    .toMatchObject({ frequency: 'manual', time: null })
})

test('who may not change the settings sees them, without buttons', async () => {
  const page = await dashboard.signIn('accountant')
  await dashboard.visit(page, 'settings')
  await page.getByText('is shown to you to decide').waitFor()
  expect(await page.getByLabel('Name of the shop').isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(0)
})

test.each(looks)('settings have no barrier: %o', async (look) => {
  const page = await dashboard.signIn('owner', look)
  await dashboard.visit(page, 'settings')
  await page.getByLabel('On Ethereum').waitFor()
  await page.getByLabel('Use a colour of my own').check()
  expect(await findBarriers(page)).toEqual([])
})
