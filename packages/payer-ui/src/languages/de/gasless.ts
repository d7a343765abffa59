import type { GaslessTexts, PanelTerms } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${amount} ${coin} über das ${network}-Netzwerk`

export const texts: GaslessTexts = {
  messages: {
    ready: (terms) => [
      'Ohne Netzwerkgebühr bezahlen',
      `Unterschreiben Sie ${inWords(terms)} in ${terms.wallet}. Wir zahlen die Netzwerkgebühr, Sie brauchen also kein ${terms.currency}.`,
    ],
    signing: (terms) => [
      `In ${terms.wallet} unterschreiben`,
      `Unterschreiben Sie dort genau ${inWords(terms)}. Eine Gebühr kommt nicht hinzu. Lassen Sie diese Seite geöffnet.`,
    ],
    relaying: ({ network }) => [
      `Unterschrieben. Warten auf ${network}`,
      'Bitte bezahlen Sie nicht noch einmal: Wir senden Ihre Zahlung, und sie erscheint gleich hier.',
    ],
    ungiven: ({ currency }) => [
      'Die Gebühr kann gerade nicht für Sie bezahlt werden',
      `Es wurde nichts gesendet. Sie können auf dem üblichen Weg bezahlen; die Netzwerkgebühr wird dann in ${currency} von Ihrem Konto bezahlt.`,
    ],
    unsignable: ({ coin, network, currency }) => [
      'Dieses Konto muss die Gebühr selbst zahlen',
      `${coin} im ${network}-Netzwerk lassen sich von diesem Konto so nicht bezahlen. Es wurde nichts gesendet. Sie können auf dem üblichen Weg mit einer Gebühr in ${currency} bezahlen oder ein anderes Konto verwenden.`,
    ],
    unrelayed: ({ currency }) => [
      'Die Zahlung konnte nicht für Sie gesendet werden',
      `Was Sie unterschrieben haben, wurde nicht ausgeführt, und von Ihrem Konto wurde nichts abgebucht. Bitte bezahlen Sie auf dem üblichen Weg, mit einer Gebühr in ${currency}.`,
    ],
    unanswered: () => [
      'Der Zahlungsserver antwortet nicht',
      'Es ist nicht bekannt, ob Ihre Unterschrift angekommen ist. Bitte versuchen Sie es erneut: Wer noch einmal unterschreibt, kann nicht doppelt bezahlen.',
    ],
  },
  withoutGas: 'Ohne Netzwerkgebühr bezahlen',
  ownGas: 'Gebühr selbst bezahlen',
}
