/** Refusals of the API, as people see them in forms: by the labels on the screen, and in the language of the dashboard. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDashboardOfFile } from '../support/dashboard-harness.ts'

const { dashboard } = await openDashboardOfFile()

const NO_WALLET = '0x1234'
const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const STELLAR_ACCOUNT = 'GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5'

/** A form, as it is filled in wrongly, by the names of its fields, and what it then says. */
const mistakes = [
  {
    ...{ path: 'settings', form: 'wallet-settings form', fields: { 'wallets.ethereum': NO_WALLET } },
    en: '“On Ethereum” is not an address on Ethereum: check every character.',
    de: '„Auf Ethereum“ ist keine Adresse auf Ethereum: Prüfen Sie jedes Zeichen.',
  },
  {
    ...{ path: 'settings', form: 'wallet-settings form', fields: { 'wallets.ethereum': STELLAR_ACCOUNT } },
    en: '“On Ethereum” looks like an account of Stellar: addresses of EVM networks begin with 0x.',
    de: '„Auf Ethereum“ sieht aus wie ein Konto auf Stellar: Hier beginnen Adressen mit 0x.',
  },
  {
    ...{ path: 'settings', form: 'shop-settings form', fields: { supportEmail: 'a@b' } },
    en: '“E-mail address for payers who need help” must be an e-mail address such as help@shop.example.com.',
    de: '„E-Mail-Adresse für Zahler, die Hilfe brauchen“ muss eine E-Mail-Adresse sein, etwa help@shop.example.com.',
  },
  {
    ...{ path: 'settings', form: 'settlement-settings form', fields: { settlementLeast: '80' } },
    en: '“Percent that must arrive at least” must be from 90 to 100, with at most four decimals.',
    de: '„Prozent, die mindestens ankommen müssen“ muss von 90 bis 100 sein, mit höchstens vier Nachkommastellen.',
  },
  {
    ...{ path: 'settings', form: 'settlement-settings form', fields: { settlementMaxFee: '-1' } },
    en: '“Greatest fee of a conversion, in USDC” must be a number with at most six decimals, such as 0.50.',
    de: '„Höchste Gebühr eines Umtauschs, in USDC“ muss eine Zahl mit höchstens sechs Nachkommastellen sein, etwa 0,50.',
  },
  {
    ...{ path: 'links/new', form: 'form.form' },
    fields: { title: 'Coffee', minimum: '10', maximum: '5', preset: '7', merchantWallet: WALLET },
    en: '“At most” must not be less than the least amount. “Suggestion” must be between the least and the largest amount.',
    de: '„Höchstens“ darf nicht kleiner als der Mindestbetrag sein. „Vorschlag“ muss zwischen dem kleinsten und dem größten Betrag liegen.',
  },
  {
    ...{ path: 'links/new', form: 'form.form', fields: { title: 'Coffee', merchantWallet: WALLET } },
    en: '“Amount” must be filled in, or the least amount.',
    de: '„Betrag“ muss ausgefüllt sein, oder der Mindestbetrag.',
  },
  {
    ...{ path: 'payments/new', form: 'form.form', fields: { amount: '10', merchantWallet: NO_WALLET } },
    en: '“Your wallet” is not an address on Ethereum: check every character.',
    de: '„Ihre Wallet“ ist keine Adresse auf Ethereum: Prüfen Sie jedes Zeichen.',
  },
  {
    ...{ path: 'payments/new', form: 'form.form' },
    fields: { amount: '10', merchantWallet: WALLET, redirectUrl: 'ftp://shop.example/' },
    en: '“Page to return to” must be an address on the web that begins with https:// or http://.',
    de: '„Seite zur Rückkehr“ muss eine Adresse im Web sein, die mit https:// oder http:// beginnt.',
  },
] as const

async function makeMistake(page: Page, { path, form, fields }: (typeof mistakes)[number]): Promise<void> {
  await dashboard.visit(page, path)
  await page.locator(form).waitFor()
  await page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
  for (const [name, text] of Object.entries(fields)) await page.locator(`${form} [name="${name}"]`).fill(text)
  await page.locator(`${form} button:not([type=button])`).click()
}

test.each([
  ['en-GB', 'en'],
  ['de-DE', 'de'],
] as const)(
  'a refusal names fields by their labels, and reasons in the words of people (%s)',
  async (locale, language) => {
    const page = await dashboard.signIn('owner', { locale })
    for (const mistake of mistakes) {
      await makeMistake(page, mistake)
      await page.locator(mistake.form).getByRole('alert').waitFor()
      expect(await page.locator(mistake.form).getByRole('alert').textContent()).toBe(mistake[language])
      // Whatever was typed would be asked about by the next page.
      await page.goto('about:blank')
    }
  },
)

test('a refusal in a dialog says in words what is wrong', async () => {
  const page = await dashboard.signIn('owner', { locale: 'de-DE' })
  await dashboard.visit(page, 'webhooks')
  await page.locator('.page-head button').first().click()
  await page.locator('form-dialog [name=url]').fill('ftp://shop.example/')
  await page.locator('form-dialog').getByRole('button', { name: 'Webhook anlegen' }).click()
  const refused = page.locator('form-dialog').getByRole('alert')
  await refused.getByText('„Adresse“ muss eine Adresse im Web sein').waitFor()
})
