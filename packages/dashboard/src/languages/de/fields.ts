import type { Texts } from '../en/index.ts'

export const fields: Texts['fields'] = {
  amount: 'Der Betrag',
  cryptocurrency: 'Der Coin',
  currency: 'Die Währung',
  description: 'Die Beschreibung',
  destination: 'Die Adresse',
  destinationMemo: 'Das Memo',
  email: 'Die E-Mail-Adresse',
  expiresIn: 'Die Frist',
  lineItems: 'Die Artikel',
  merchantWallet: 'Die Wallet',
  metadata: 'Die Angaben zur Bestellung',
  network: 'Das Netzwerk',
  password: 'Das Passwort',
  redirectUrl: 'Die Seite zur Rückkehr',
  timeZone: 'Die Zeitzone',
  url: 'Die Webadresse',
}
