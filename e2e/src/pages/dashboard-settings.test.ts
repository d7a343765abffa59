import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { readEmailCode } from '../../../packages/core/src/testing/people.ts'
import {
  findBarriers,
  findBarriersInThemes,
  looks,
  openDashboardOfFile,
  pressInDialog,
} from '../support/dashboard-harness.ts'
import { startInjectedWallet } from '../support/injected-wallet.ts'

// Nothing is sent: no server takes mail there.
const smtp = { host: '127.0.0.1', port: 9, security: 'none', from: 'Checkout <checkout@example.com>' } as const
const { dashboard, devnet } = await openDashboardOfFile({ smtp })

/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

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

/** Types the end of a new wallet again. */
async function typeEnding(page: Page, ending: string): Promise<void> {
  await page.getByLabel('Last 6 characters of the address').fill(ending)
  await pressInDialog(page, 'Use this wallet')
  // Until the dialog is gone, fields below it take no focus and no keys.
  await page.locator('form-dialog').waitFor({ state: 'detached' })
}

test('a wallet is checked before it is saved', async () => {
  const page = await dashboard.signIn('owner')
  await dashboard.visit(page, 'settings')
  await page.getByLabel('On Ethereum').fill('0x1234')
  await page.getByRole('button', { name: 'Save the wallets' }).click()
  await page.getByRole('alert').waitFor()
  const wallet = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  await page.getByLabel('On Ethereum').fill(wallet)
  await page.getByRole('button', { name: 'Save the wallets' }).click()
  await page.getByLabel('Last 6 characters of the address').fill('Fb9226')
  await pressInDialog(page, 'Use this wallet')
  await page.getByText('The address does not end like this.').waitFor()
  await pressInDialog(page, 'Cancel')
  await page.locator('form-dialog').waitFor({ state: 'detached' })
  await page.getByText('Nothing was saved').waitFor()
  expect((await readMerchant()).settings.wallets).toEqual({})
  await page.getByRole('button', { name: 'Save the wallets' }).click()
  await typeEnding(page, 'b92266')
  await page.getByText('Saved.').waitFor()
  expect((await readMerchant()).settings.wallets).toEqual({ ethereum: wallet })
  await page.getByLabel('On Ethereum').fill('')
  await page.getByRole('button', { name: 'Save the wallets' }).click()
  await expect.poll(async () => (await readMerchant()).settings.wallets).toEqual({})
})

test('a manager proves a new wallet by its signature, and the owners see on every page that it was changed', async () => {
  const owner = await dashboard.signIn('owner')
  expect(await owner.getByText('In the last 24 hours').count()).toBe(0)
  const fox = await startInjectedWallet(devnet.networks.ethereum, 'gasless')
  onTestFinished(() => fox.stop())
  const page = await dashboard.signIn('manager')
  await fox.inject(page)
  await dashboard.visit(page, 'settings')
  await page.getByLabel('On Ethereum').fill(fox.address)
  await page.getByRole('button', { name: 'Save the wallets' }).click()
  fox.answer = 4001
  await page.getByRole('button', { name: 'Sign with the wallet' }).click()
  await page.getByText('The wallet did not sign.').waitFor()
  fox.answer = 'approve'
  await page.getByRole('button', { name: 'Sign with the wallet' }).click()
  await page.getByText('The wallet has signed: the address is yours.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await pressInDialog(page, 'Use this wallet')
  await page.getByText('Saved.').waitFor()
  expect((await readMerchant()).settings.wallets).toEqual({ ethereum: fox.address })
  await dashboard.visit(owner, 'payments')
  const banner = owner.getByRole('complementary', { name: 'In the last 24 hours' })
  await banner
    .getByText('The wallets that receive the money')
    .getByText(/manager-/)
    .waitFor()
  await banner.getByText('(2 times)').waitFor()
  expect(await findBarriers(owner)).toEqual([])
  await dashboard.visit(page, 'payments')
  await page.locator('security-notices').waitFor({ state: 'attached' })
  expect(await page.getByText('In the last 24 hours').count()).toBe(0)
  await dashboard.checkout.sandbox.merchant.updateSettings({ wallets: { ethereum: null } })
})

test('settlements get a schedule, of which only the fields are shown that it has', async () => {
  const page = await dashboard.signIn('owner')
  await dashboard.visit(page, 'settings')
  await page.getByLabel('Close a period').selectOption('monthly')
  await page.getByLabel('On the day').fill('31')
  await page.getByLabel('At', { exact: true }).fill('18:30')
  await page.getByLabel('Time zone of this time').selectOption('Europe/Berlin')
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

test('the table of routes changes with the choice of a network, before it is saved', async () => {
  const page = await dashboard.signIn('manager')
  await dashboard.visit(page, 'settings')
  const section = page.locator('settlement-settings')
  const row = section.getByRole('row', { name: /^USDC on Ethereum/ })
  await row.getByText('Kept, because no network is chosen to settle on').waitFor()
  await section.getByText('With these choices nothing is converted').waitFor()
  expect(await page.getByLabel('Your wallet there').count()).toBe(0)
  await page.getByLabel('Network that you want to settle on').selectOption('ethereum')
  await row.getByText('Kept, because it is the chosen coin, and on the chosen network already').waitFor()
  await page.getByLabel('Coin that you want to settle in').selectOption('DAI')
  await row.getByText('Kept, because only USDC can move to another network, and only as USDC').waitFor()
  expect((await readMerchant()).settings).toMatchObject({ settlementCurrency: 'USDC', settlementNetwork: null })
  await page.getByLabel('Coin that you want to settle in').selectOption('USDC')
  await page.getByText('Terms of conversions').click()
  await page.getByLabel('Percent that must arrive at least').fill('99.5')
  await page.getByLabel('Speed').selectOption('fast')
  await page.getByLabel('Greatest fee of a conversion, in USDC').fill('0.5')
  await page.getByRole('button', { name: 'Save the settlements' }).click()
  await page.getByText('Saved.').waitFor()
  const chosen = { settlementNetwork: 'ethereum', settlementLeast: '0.995', settlementSpeed: 'fast' }
  expect((await readMerchant()).settings).toMatchObject({ ...chosen, settlementMaxFee: '0.500000' })
  await page.getByLabel('Percent that must arrive at least').fill('80')
  await page.getByRole('button', { name: 'Save the settlements' }).click()
  await section.getByRole('alert').getByText('“Percent that must arrive at least” must be from 90 to 100').waitFor()
  await page.getByLabel('Percent that must arrive at least').fill('99.7')
  await page.getByLabel('Network that you want to settle on').selectOption('')
  await row.getByText('no network is chosen').waitFor()
  await page.getByLabel('Greatest fee of a conversion').fill('')
  await page.getByRole('button', { name: 'Save the settlements' }).click()
  const cleared = { settlementNetwork: null, settlementLeast: '0.997', settlementMaxFee: null }
  await expect.poll(async () => (await readMerchant()).settings).toMatchObject(cleared)
})

test('a wallet to settle on is saved once it has signed', async () => {
  const fox = await startInjectedWallet(devnet.networks.ethereum, 'gasless')
  onTestFinished(() => fox.stop())
  const page = await dashboard.signIn('owner')
  await fox.inject(page)
  await dashboard.visit(page, 'settings')
  await page.getByLabel('Network that you want to settle on').selectOption('ethereum')
  const wallet = page.getByLabel('Your wallet there')
  const save = page.getByRole('button', { name: 'Save the settlements' })
  const section = page.locator('settlement-settings')
  await wallet.fill('0x1234')
  await save.click()
  await section.getByRole('alert').getByText('“Your wallet there” is not an address on Ethereum').waitFor()
  await wallet.fill(fox.address)
  await save.click()
  expect(await page.getByLabel('Last 6 characters of the address').count()).toBe(0)
  await pressInDialog(page, 'Use this wallet')
  await page.getByText('The wallet has not signed yet.').waitFor()
  await pressInDialog(page, 'Cancel')
  await section.getByText('Nothing was saved: the wallet is not proven.').waitFor()
  expect((await readMerchant()).settings).toMatchObject({ settlementNetwork: null, settlementWallet: null })
  await page.locator('form-dialog').waitFor({ state: 'detached' })
  await save.click()
  await page.getByRole('button', { name: 'Sign with the wallet' }).click()
  await page.getByText('The wallet has signed: the address is yours.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await pressInDialog(page, 'Use this wallet')
  await page.getByText('Saved.').waitFor()
  const chosen = { settlementNetwork: 'ethereum', settlementWallet: fox.address }
  expect((await readMerchant()).settings).toMatchObject(chosen)
  await dashboard.checkout.sandbox.merchant.updateSettings({ settlementNetwork: null })
})

test('late money, what may be missing and claims follow the rules of the merchant', async () => {
  const page = await dashboard.signIn('manager')
  await dashboard.visit(page, 'settings')
  await page.getByLabel('Money that comes after the end').selectOption('accept')
  await page.getByLabel('Percent of the amount').fill('0.25')
  await page.getByLabel('Payers who say that they have paid').selectOption('off')
  await page.getByRole('button', { name: 'Save the rules' }).click()
  await page.getByText('Saved.').waitFor()
  const chosen = { latePayments: 'accept', underpaymentTolerance: 0.0025, claims: 'off' }
  expect((await readMerchant()).settings).toMatchObject(chosen)
  await page.getByLabel('Percent of the amount').fill('6')
  await page.getByRole('button', { name: 'Save the rules' }).click()
  await page.getByRole('alert').waitFor()
  expect((await readMerchant()).settings).toMatchObject(chosen)
  const own = { latePayments: null, underpaymentTolerance: null, claims: null }
  await dashboard.checkout.sandbox.merchant.updateSettings(own)
})

/** Enters the code that was sent to the user's address. */
async function confirmAddress(page: Page): Promise<void> {
  const notice = await page.getByText('is not confirmed yet').textContent()
  const [email = ''] = /\S+@\S+/.exec(notice ?? '') ?? []
  await page.getByRole('button', { name: 'Send a code' }).click()
  await page.getByText('A code is on its way.').waitFor()
  await page.getByLabel('Code', { exact: true }).fill(await readEmailCode(dashboard, email))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
}

test('an address is confirmed by a code, after a wrong one and one too many', async () => {
  const page = await dashboard.signIn('support')
  await dashboard.visit(page, 'settings')
  await page.getByRole('button', { name: 'Send a code' }).click()
  await page.getByLabel('Code', { exact: true }).fill('00 00')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByText('This is not the code of the last e-mail.').waitFor()
  await page.getByRole('button', { name: 'Send another code' }).click()
  await page.getByText('Too many attempts: try again in a minute.').waitFor()
  expect(await page.getByRole('button', { name: 'Save the e-mails' }).count()).toBe(0)
  expect(await findBarriers(page)).toEqual([])
})

test('a user chooses its own e-mails, of what its role may read', async () => {
  const cashier = await dashboard.signIn('cashier')
  await dashboard.visit(cashier, 'settings')
  await confirmAddress(cashier)
  // For security notices: its role may get no others.
  await cashier.locator('notification-settings').getByText('Your address is confirmed.').waitFor()
  expect(await cashier.getByRole('button', { name: 'Save the e-mails' }).count()).toBe(0)
  const page = await dashboard.signIn('support')
  await dashboard.visit(page, 'settings')
  await confirmAddress(page)
  await page.getByLabel('A payment is complete').check()
  expect(await page.getByLabel('A refund is to be signed').isChecked()).toBe(false)
  await page.getByRole('button', { name: 'Save the e-mails' }).click()
  await page.getByText('Saved.').waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('A payment is complete').isChecked()).toBe(true)
})

test.each([
  ['en-GB', 'Web page for payers who need help', 'Save what payers see', '“Web page for payers who need help” must be'],
  [
    'de-DE',
    'Webseite für Zahler, die Hilfe brauchen',
    'Speichern, was Zahler sehen',
    '„Webseite für Zahler, die Hilfe brauchen“ muss eine Adresse im Web sein',
  ],
])('in %s a refusal names the field as the form does', async (locale, label, save, words) => {
  const page = await dashboard.signIn('owner', { locale })
  await dashboard.visit(page, 'settings')
  await page.getByLabel(label).fill('ftp://shop.example.com')
  await page.getByRole('button', { name: save }).click()
  const refusal = page.locator('shop-settings').getByRole('alert')
  await refusal.getByText(words).waitFor()
  expect(await refusal.textContent()).not.toContain('supportUrl')
})

test('who may not change the settings sees them, without buttons', async () => {
  const page = await dashboard.signIn('accountant')
  await dashboard.visit(page, 'settings')
  expect(await page.getByLabel('Money that comes after the end').inputValue()).toBe('review')
  expect(await page.getByLabel('Name of the shop').isDisabled()).toBe(true)
  expect(await page.getByLabel('Network that you want to settle on').isDisabled()).toBe(true)
  await page.getByRole('row', { name: /^USDC on Ethereum/ }).waitFor()
  expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Send a code' }).waitFor()
})

test.each(looks)('settings have no barrier: %o', async (look) => {
  const page = await dashboard.signIn('owner', look)
  await dashboard.visit(page, 'settings')
  await page.getByLabel('On Ethereum').waitFor()
  await page.getByLabel('Use a colour of my own').check()
  expect(await findBarriersInThemes(page)).toEqual([])
})
