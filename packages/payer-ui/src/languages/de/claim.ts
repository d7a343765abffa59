import type { ClaimTexts, FoundMoney } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: FoundMoney) => `${amount} ${coin} auf ${network}`

export const texts: ClaimTexts = {
  language: 'de',
  ask: ({ network }) =>
    `Fügen Sie die Transaktions-ID aus Ihrer Wallet oder Börse ein, oder einen Link dazu. Wir suchen sie auf ${network}.`,
  unnamed: (found, time) =>
    `Um ${time} sind ${inWords(found)} ohne Angabe einer Zahlung eingegangen. Haben Sie das gesendet?`,
  label: 'Transaktions-ID',
  invalid: 'Das ist keine Transaktions-ID. Sie hat 64 Buchstaben und Ziffern, manchmal nach 0x.',
  found: (terms) =>
    `Wir haben ${inWords(terms)} gefunden. Haben Sie das gesendet? Unterschreiben Sie eine Nachricht mit dem Konto, von dem es kam, dann zählt es für diese Zahlung. Eine Unterschrift bewegt kein Geld und kostet nichts.`,
  sign: (wallet) => `Mit ${wallet} unterschreiben`,
  browserWallet: 'Browser-Wallet',
  none: ({ account }) =>
    `Dieser Browser hat keine Wallet. Öffnen Sie diese Seite in einem Browser, der das Konto ${account} hat.`,
  exchange: ({ merchant }) =>
    `Hat eine Börse es für Sie gesendet? Dann wenden Sie sich bitte an ${merchant} und nennen Sie die Referenz unten.`,
  signing: ({ wallet }) => `Unterschreiben Sie die Nachricht in ${wallet}. Lassen Sie diese Seite geöffnet.`,
  problems: {
    rejected: () => 'Sie haben in der Wallet abgelehnt. Es hat sich nichts geändert; Sie können es erneut versuchen.',
    account: ({ account }) =>
      `Das Geld kam vom Konto ${account}. Wählen Sie dieses Konto in Ihrer Wallet und versuchen Sie es erneut.`,
    refused: ({ merchant }) =>
      `Das lässt sich nicht durch eine Unterschrift klären. Ihr Geld ist nicht verloren: Bitte wenden Sie sich an ${merchant} und nennen Sie die Referenz unten.`,
    failed: () =>
      'Wir haben keine Antwort bekommen. Bitte prüfen Sie Ihre Wallet und Ihre Verbindung und versuchen Sie es erneut.',
  },
}
