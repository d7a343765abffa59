import type { SecurityMatter } from '@crypto-checkout/api-types'

/** The words of e-mails. */
const en = {
  sandbox: 'This is of the sandbox: no real money moved.',
  test: '[Test] ',
  last: 'More has happened than we send in an hour. Further e-mails of this hour are left out: see the dashboard.',
  reason: (shop: string) =>
    `You get this e-mail because you chose it in the settings of ${shop}. Choose otherwise here:`,
  reference: (reference: string) => `Order: ${reference}`,
  completed: (amount: string) => `${amount} paid`,
  completedText: (amount: string) => [`A payment of ${amount} is complete. The money is final.`],
  late: (amount: string) => `money came late for ${amount}`,
  lateText: (amount: string) => [
    `Money came for a payment of ${amount} after it had ended.`,
    'Accept it or send it back, unless your rules complete the payment.',
  ],
  stray: (sum: string) => `${sum} fit no payment`,
  strayText: (sum: string, network: string) => [
    `${sum} on ${network} came to your wallet and fit no payment.`,
    'Assign the money to a payment, if you know whose it is.',
  ],
  toSign: (amount: string) => `a refund of ${amount} is to be signed`,
  toSignText: (amount: string) => [`A refund of ${amount} waits for the signature of your wallet.`],
  webhook: 'a webhook was turned off',
  webhookText: (url: string) => [
    `The webhook ${url} was turned off, because it kept failing.`,
    'Mend the receiver, turn the webhook on and send what failed again.',
  ],
  givenUp: 'webhooks are not delivered',
  givenUpText: (url: string, attempts: number) => [
    `A delivery to ${url} was given up after ${attempts} attempts. Others may fail too: you get one such e-mail a day for each receiver.`,
    'Mend the receiver and send what failed again.',
  ],
  code: (host: string) => `Confirm your address for ${host}`,
  codeText: (host: string, code: string) => [
    `This address was entered at ${host}, to get e-mails about payments. To confirm it, enter this code in the settings there:`,
    '',
    code,
    '',
    'The code is valid for half an hour. If you did not ask for it, do nothing. You get no other e-mails from there.',
  ],
  security: {
    subjects: {
      wallet: 'a wallet was changed',
      key: 'a new API key',
      connection: 'a shop system was allowed to use the shop',
      owner: 'the owners changed',
      credential: 'the way to sign in was changed',
      sign_in: 'a sign-in from another browser',
    } satisfies Record<SecurityMatter, string>,
    matters: {
      wallet: 'The wallets that receive the money were changed.',
      key: 'A new API key was made. Whoever has it can use the shop.',
      connection: 'A shop system was allowed to use the shop. It gets a key and a webhook.',
      owner: 'Somebody became an owner of the shop, or no longer is one.',
      credential: 'The password, a passkey or the recovery codes of an account were changed.',
      sign_in: 'Somebody has signed in to your account in a browser in which you had not signed in before.',
    } satisfies Record<SecurityMatter, string>,
    actor: 'By',
    operator: 'whoever runs the server',
    target: 'Changed',
    wallet: (network: string) => `Wallet on ${network}`,
    address: 'From the address',
    time: 'At',
    advice: [
      'If you know of it, there is nothing to do.',
      'If not, look at once: end sessions, revoke keys, and put the wallets right. The list of changes is here:',
    ],
    reason: (shop: string) =>
      `Owners of ${shop} and users whose account changes always get this e-mail. What you sign in with is here:`,
  },
}
type MailTexts = typeof en

const de: MailTexts = {
  sandbox: 'Dies betrifft die Sandbox: Es floss kein echtes Geld.',
  test: '[Test] ',
  last: 'Es ist mehr geschehen, als wir in einer Stunde senden. Weitere E-Mails dieser Stunde entfallen: Sehen Sie ins Dashboard.',
  reason: (shop) =>
    `Sie bekommen diese E-Mail, weil Sie es in den Einstellungen von ${shop} gewählt haben. Hier wählen Sie anders:`,
  reference: (reference) => `Bestellung: ${reference}`,
  completed: (amount) => `${amount} bezahlt`,
  completedText: (amount) => [`Eine Zahlung über ${amount} ist abgeschlossen. Das Geld ist endgültig da.`],
  late: (amount) => `verspätetes Geld für ${amount}`,
  lateText: (amount) => [
    `Für eine Zahlung über ${amount} kam Geld, nachdem sie beendet war.`,
    'Akzeptieren Sie es oder senden Sie es zurück, falls nicht Ihre Regeln die Zahlung abschließen.',
  ],
  stray: (sum) => `${sum} passen zu keiner Zahlung`,
  strayText: (sum, network) => [
    `${sum} kamen auf ${network} in Ihrer Wallet an und passen zu keiner Zahlung.`,
    'Ordnen Sie das Geld einer Zahlung zu, wenn Sie wissen, von wem es ist.',
  ],
  toSign: (amount) => `eine Erstattung über ${amount} ist zu signieren`,
  toSignText: (amount) => [`Eine Erstattung über ${amount} wartet auf die Signatur Ihrer Wallet.`],
  webhook: 'ein Webhook wurde abgeschaltet',
  webhookText: (url) => [
    `Der Webhook ${url} wurde abgeschaltet, weil er immer wieder fehlschlug.`,
    'Bringen Sie den Empfänger in Ordnung, schalten Sie den Webhook ein und senden Sie das Fehlgeschlagene noch einmal.',
  ],
  givenUp: 'Webhooks kommen nicht an',
  givenUpText: (url, attempts) => [
    `Eine Zustellung an ${url} wurde nach ${attempts} Versuchen aufgegeben. Vielleicht schlagen weitere fehl: Sie bekommen davon eine E-Mail am Tag je Empfänger.`,
    'Bringen Sie den Empfänger in Ordnung und senden Sie das Fehlgeschlagene noch einmal.',
  ],
  code: (host) => `Bestätigen Sie Ihre Adresse für ${host}`,
  codeText: (host, code) => [
    `Diese Adresse wurde bei ${host} eingegeben, um E-Mails über Zahlungen zu bekommen. Um sie zu bestätigen, geben Sie dort in den Einstellungen diesen Code ein:`,
    '',
    code,
    '',
    'Der Code gilt eine halbe Stunde. Wenn Sie ihn nicht angefordert haben, tun Sie nichts. Sie bekommen von dort keine weiteren E-Mails.',
  ],
  security: {
    subjects: {
      wallet: 'eine Wallet wurde geändert',
      key: 'ein neuer API-Schlüssel',
      connection: 'ein Shopsystem darf den Shop benutzen',
      owner: 'die Inhaber haben sich geändert',
      credential: 'die Anmeldung wurde geändert',
      sign_in: 'eine Anmeldung in einem anderen Browser',
    },
    matters: {
      wallet: 'Die Wallets, die das Geld empfangen, wurden geändert.',
      key: 'Ein neuer API-Schlüssel wurde angelegt. Wer ihn hat, kann den Shop benutzen.',
      connection: 'Einem Shopsystem wurde erlaubt, den Shop zu benutzen. Es bekommt einen Schlüssel und einen Webhook.',
      owner: 'Jemand wurde Inhaber des Shops oder ist es nicht mehr.',
      credential: 'Passwort, Passkey oder Wiederherstellungscodes eines Kontos wurden geändert.',
      sign_in: 'Jemand hat sich bei Ihrem Konto in einem Browser angemeldet, in dem Sie noch nicht angemeldet waren.',
    },
    actor: 'Von',
    operator: 'wer den Server betreibt',
    target: 'Geändert',
    wallet: (network) => `Wallet auf ${network}`,
    address: 'Von der Adresse',
    time: 'Um',
    advice: [
      'Wenn Sie davon wissen, ist nichts zu tun.',
      'Wenn nicht, sehen Sie sofort nach: Beenden Sie Sitzungen, widerrufen Sie Schlüssel und berichtigen Sie die Wallets. Die Liste der Änderungen ist hier:',
    ],
    reason: (shop) =>
      `Inhaber von ${shop} und Personen, deren Konto sich ändert, bekommen diese E-Mail immer. Womit Sie sich anmelden, steht hier:`,
  },
}

export const mailTexts = { en, de }
